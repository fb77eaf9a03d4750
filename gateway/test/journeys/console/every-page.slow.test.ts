import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { packageFolder } from '../../../src/core/platform/version.ts'
import { describeInBrowser, envForPages, photograph } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { foreignTexts } from '../../support/words-of-pages.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

const alone = ['--by', 'ana', '--note', '12', '--break-glass']
const number = '2850590940090418135201'
const router = join(packageFolder, '..', 'dashboard', 'src', 'app', 'router.tsx')

/** Of the demo and of a language, whose texts are English everywhere. */
const names = ['Demo shop', 'Demo point', 'Demo key', 'Simulated bank', 'Simulated Bank', 'English']

/** Views of a page that an address names, beside the page itself. */
const views: Readonly<Record<string, readonly string[]>> = {
  'atPoint /create': ['?kind=payout&service_code=BT_AR', '?kind=payin&service_code=SPEI_MX'],
  'atPoint /webhooks': ['?tab=deliveries', '?tab=verify', '?tab=secrets'],
  'forOperator /ledger': ['?view=accounts', '?view=journal'],
}

/** Data of this test stand in no catalogue: its texts are numbers, names and Spanish or Portuguese words alike. */
describeInBrowser('every page', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  const ids = new Map<string, string>()
  before(async () => {
    people = await world.operators()
    await fillPoint()
    await fillBank()
  })

  const make = async (path: string, body: object): Promise<Wire> => {
    const answer = await world.call('POST', `/api/v1/${path}`, { body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  /** What a point's pages show: a payment of each state, a refund, a link, callbacks. */
  const fillPoint = async () => {
    const order = { service_code: 'PIX_BR', payer_doc_id: '390.533.447-05', payer_name: 'Ana Paz' }
    const { transaction_id: paid } = await make('payments/payin_hth', { ...order, amount: 100, reference: 'venta-1' })
    await eventually(
      async () => (await world.call('GET', `/api/v1/payments/${paid}`)).body.data.status === 'COMPLETED' || undefined,
      'the payment is paid',
    )
    const refund = await make(`payments/${paid}/refunds`, { amount: 10, reference: 'venta-1-r' })
    const account = { account_type: 'ALIAS', account: 'prueba.alias' }
    const payout = await make('payments/payout_hth', {
      service_code: 'BT_AR',
      amount: 10,
      reference: 'p-1',
      ...account,
    })
    const link = await make('payment-links', { title: '12', amount: 10, currency: 'BRL', reference: 'venta-2' })
    const deliveries = `/console/points/${world.demo.auth_point_id}/webhook/deliveries`
    const owner = await merchant('en')
    const delivery = await eventually(
      async () => (await owner.call('GET', deliveries)).body.data.deliveries[0],
      'a callback is to be sent',
    )
    ids.set('atPoint /payments', paid).set('atPoint /payouts', payout.transaction_id)
    ids.set('atPoint /refunds', refund.refund_id).set('atPoint /payment-links', link.payment_link_id)
    ids.set('atPoint /webhooks/deliveries', delivery.delivery_id)
    ids.set('forOperator /transactions', paid).set('forOperator /points', world.demo.auth_point_id)
  }
  /** What an operator's pages show: an own account, its day, a line that waits, a batch, proposals. */
  const fillBank = async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Paz', '--environment', 'live', '--name', 'Web')
    const pointId = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payouts,read', '--name', 'paz']
    const key = (await world.facts('key', 'create', '--point', pointId, ...scopes))['api_key'] ?? ''
    await world.facts('account', 'add', '--service', 'BT_AR', '--number', number, '--beneficiary', 'Paz', ...alone)
    const fund = { action: 'fund', point_id: pointId, input: { currency: 'ARS', amount: '500' }, evidence: '12' }
    const { proposal_id: funded } = await people.propose(fund)
    assert.equal((await people.decide(funded, 'do')).status, 200)
    const account = { account_type: 'CBU', account: number, account_beneficiary: 'Paz, Ana' }
    const payout = { service_code: 'BT_AR', amount: 99.5, reference: 'p-7', ...account }
    await eventually(
      async () => (await world.call('POST', '/api/v1/payments/payout_hth', { key, body: payout })).status === 200,
      'the account is known',
    )
    await people.propose({ action: 'fund', point_id: pointId, input: { currency: 'ARS', amount: '7' }, evidence: '12' })
    const file = join(world.folder, 'day.sta')
    writeFileSync(file, statement)
    assert.equal((await world.command('statement', 'import', file, ...alone)).code, 0)
    const listed = async (path: string): Promise<Wire> =>
      (await people.ana.call('GET', `/console/operator/${path}`)).body.data.items[0]
    ids.set('forOperator /proposals', funded).set('forOperator /merchants', (await listed('merchants')).merchant_id)
    const { bank_account_id } = await listed('bank-accounts')
    const batch = { action: 'payment_batch', input: { bank_account_id, execution_day: '2099-06-15' }, evidence: '12' }
    const made = await people.decide((await people.propose(batch)).proposal_id, 'do')
    assert.equal(made.status, 200, JSON.stringify(made.body))
    ids.set('forOperator /banks', bank_account_id)
    ids.set('forOperator /banks/batches', (await listed('bank-batches')).batch_id)
    ids.set('forOperator /banks/lines', (await listed('bank-lines')).bank_line_id)
  }
  const merchant = async (language: string): Promise<ConsoleClient> => await world.person({ language })

  for (const language of ['es', 'pt']) {
    it(`is in one language: ${language}`, async () => {
      const owner = await merchant(language)
      assert.equal((await people.ana.call('PATCH', '/console/me', { body: { language } })).status, 200)
      const found: string[] = []
      for (const { side, path } of addresses()) {
        const person = side === 'open' ? undefined : side === 'forOperator' ? people.ana : owner
        const { page, faults, close } = await browser.openPage({
          ...{ url: `${world.url}/dashboard${path}`, locale: language, height: 4000 },
          ...(person === undefined ? {} : { cookies: person.cookies() }),
        })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        found.push(...(await foreignTexts(page, language, names)).map((text) => `${path}: ${text}`))
        found.push(...faults().map((text) => `${path}: ${text}`))
        await photograph({ page } as never, `every-${language}${path.replaceAll(/[^a-z0-9]+/g, '-')}`)
        await close()
      }
      assert.deepEqual(found, [])
    })
  }

  /** Every route of the router; one with an id has it from what was filled in, and a new one has to be filled in too. */
  const addresses = () =>
    [...readFileSync(router, 'utf8').matchAll(/\b(atPoint|forOperator|signedIn|open)\(\s*'([^']+)'/g)].flatMap(
      ([, side = '', route = '']) => {
        const id = ids.get(`${side} ${route.replace(/\/\$.*/, '')}`)
        assert.ok(!route.includes('$') || id !== undefined, `no example of ${side} ${route}`)
        const below = route.replace(/\$\w+/, id ?? '')
        const base = { atPoint: `/p/${world.demo.auth_point_id}`, forOperator: '/operator' }[side] ?? ''
        return ['', ...(views[`${side} ${route}`] ?? [])].map((view) => ({ side, path: `${base}${below}${view}` }))
      },
    )
})

const statement = [
  ...[':20:A', `:25:${number}`, ':28C:1', ':60F:C300613ARS10,00', ':61:3006140614C50,00NTRF//B1', ':86:pago 12'],
  ...[':61:3006140614D2,00NCHG//B2', ':86:comision', ':62F:C300614ARS58,00', '-', ''],
].join('\r\n')
