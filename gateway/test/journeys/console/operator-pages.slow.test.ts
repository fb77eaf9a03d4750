import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  axeRulesFor,
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
  photograph,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

const narrow = 360

describeInBrowser('the operator’s pages', (browser) => {
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_AGAIN_DELAY_MS: '200' } })
  let people: Operators
  let suspended = ''
  let toPay: string[] = []
  before(async () => {
    people = await world.operators()
    suspended = await paidTwice('twice-1')
    await paidTwice('twice-2')
  })

  const paidTwice = async (reference: string): Promise<string> => {
    const body = { service_code: 'PIX_BR', payer_doc_id: '390.533.447-05', amount: 777.15, reference }
    const { data } = (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body
    await eventually(async () => {
      const { items } = (await people.ana.call('GET', '/console/operator/suspense')).body.data
      return items.some((each: Wire) => each.transaction_id === data.transaction_id) || undefined
    }, 'the second payment is in suspense')
    return data.transaction_id
  }
  const open = async (person: ConsoleClient, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({
      url: `${world.url}/dashboard/operator${path}`,
      cookies: person.cookies(),
      ...options,
    })
  const pages = async (): Promise<string[]> => {
    const { items } = (await people.ana.call('GET', '/console/operator/merchants')).body.data
    const proposals = (await people.ana.call('GET', '/console/operator/proposals')).body.data
    return [
      ...['', '/attention', '/proposals', '/merchants', '/transactions', '/connectors', '/suspense', '/invariants'],
      ...['/ledger', '/ledger?view=accounts', '/ledger?view=journal'],
      `/merchants/${items.at(-1).merchant_id}`,
      ...['', '?tab=limits', '?tab=settings', '?tab=page', '?tab=changes'].map(
        (tab) => `/points/${world.demo.auth_point_id}${tab}`,
      ),
      `/transactions/${suspended}`,
      ...(toPay.length > 0 ? ['/to-pay'] : []),
      ...toPay.map((id) => `/transactions/${id}`),
      `/proposals/${proposals.items[0].proposal_id}`,
      `/proposals/${proposals.items.find((each: Wire) => each.action === 'confirm').proposal_id}`,
    ]
  }
  /** Waits until nothing of the page is on its way. */
  const settled = async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }

  it('begin with what waits for a person, of one environment at a time, each with its reason and its action', async () => {
    const { page, faults, close } = await open(people.ana, '')
    const queue = page.getByRole('region', { name: 'What waits for you' })
    const row = queue.getByRole('row').filter({ hasText: 'Review' }).first()
    await row.getByText(/777\.15/).waitFor()
    await row.getByRole('button', { name: 'Take', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note for the others (optional)').fill('calling the bank')
    await dialog.getByRole('button', { name: 'Take', exact: true }).click()
    await row.getByText('calling the bank').waitFor()
    await row.getByRole('button', { name: 'Give back' }).waitFor()
    await page.getByText('Live', { exact: true }).click()
    await queue.getByText('Nothing waits for a person here.').waitFor()
    assert.ok(page.url().endsWith('?environment=live'), page.url())
    await page.getByText('Test', { exact: true }).click()
    await row.getByRole('link', { name: 'Judge' }).click()
    await page.getByRole('button', { name: 'Accept the money in suspense' }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('list what a person pays at the bank, each part to copy, and lead to its confirmation', async () => {
    const shop = ['--merchant', 'Shop', '--environment', 'live', '--name', 'Web']
    const point = (await world.facts('point', 'create', ...shop))['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,payouts,refunds,read', '--name', 'shop']
    const key = (await world.facts('key', 'create', '--point', point, ...scopes))['api_key'] ?? ''
    const alone = ['--by', 'ana', '--note', 'seen at the bank', '--break-glass']
    const account = '2850590940090418135201'
    const deposits = ['--service', 'BT_AR', '--number', account, '--beneficiary', 'Shop SA', '--bank', 'Banco Macro']
    await world.facts('account', 'add', ...deposits, ...alone)
    await world.facts('point', 'fund', '--point', point, '--currency', 'ARS', '--amount', '9000', ...alone)
    const post = async (path: string, body: object) => {
      const answer = await world.call('POST', `/api/v1/payments/${path}`, { key, body })
      assert.ok(answer.status < 300 || answer.status === 403, JSON.stringify(answer.body))
      return answer.body.data
    }
    const payin = await eventually(async () => {
      const order = { service_code: 'BT_AR', amount: 700, reference: 'sold', payer_doc_id: '20-26756539-3' }
      return (await post('payin_hth', order))?.transaction_id as string | undefined
    }, 'the deposit account is known')
    await world.facts('confirm', '--transaction', payin, '--amount', '700', '--bank-reference', 'LINE 9', ...alone)
    const payee = { account_type: 'CBU', account, account_beneficiary: 'María Ñandú de los Ángeles Quintana' }
    const payout = { ...payee, service_code: 'BT_AR', amount: 1250.5, account_doc_id: '27-12345678-0' }
    const { transaction_id: paid } = await post('payout_hth', { ...payout, reference: 'salary-77' })
    const given = { action: 'refund_account', transaction_id: payin, evidence: 'the payer wrote', input: payee }
    const decided = await people.decide((await people.propose(given)).proposal_id, 'do')
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    const { refund_id: refund } = await post(`${payin}/refunds`, { reference: 'back-77', amount: 200 })
    toPay = [payin, paid, refund]

    const opened = await open(people.ana, '/to-pay')
    const { page, faults, close } = opened
    const table = page.getByRole('table', { name: 'To pay', exact: true })
    const [first, second] = [table.getByRole('row').nth(1), table.getByRole('row').nth(2)]
    await first.getByText('salary-77').waitFor()
    await second.getByText(/^Account given by Alma Reyes/).waitFor()
    for (const name of ['Amount', 'Holder', 'Document', 'Bank', 'Account', 'Write']) {
      await first.getByRole('button', { name: `Copy ${name}` }).waitFor()
    }
    await photograph(opened, 'to-pay')
    await page.setViewportSize({ width: 1280, height: 844 })
    const made = await first.getByRole('button', { name: 'Made' }).boundingBox()
    const frame = await table.locator('..').boundingBox()
    assert.ok(made && frame && made.x + made.width <= frame.x + frame.width, 'the button lies within the frame')
    await first.getByRole('button', { name: 'Made' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Whom to pay').waitFor()
    await dialog.getByText(account).waitFor()
    await dialog.getByText('The merchant is told by a callback.').waitFor()
    await photograph(opened, 'to-pay-dialog')
    await dialog.getByLabel('What was seen, and why').fill('debit of today')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.getByText('You proposed this: another operator must decide.').waitFor()
    await page.getByRole('link', { name: 'To pay 2' }).click()
    await first.getByText('Confirm that the money moved: proposed by Alma Reyes').waitFor()
    assert.equal(await first.getByRole('button', { name: 'Made' }).count(), 0)
    await page.goto(`${world.url}/dashboard/operator?environment=live`)
    const waits = page.getByRole('region', { name: 'What waits for you' })
    await waits.getByText('Refund back-77').waitFor()
    await page.getByRole('region', { name: 'To pay', exact: true }).getByRole('link', { name: '2' }).waitFor()
    await photograph(opened, 'operator-overview')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('let one operator propose to fund a live point, and another one do it', async () => {
    const names = ['--merchant', 'Shop', '--environment', 'live', '--name', 'Web']
    const live = (await world.facts('point', 'create', ...names))['auth_point_id'] ?? ''
    const first = await open(people.ana, `/points/${live}`)
    await first.page.getByRole('button', { name: 'Prefund the point' }).click()
    const dialog = first.page.getByRole('dialog')
    await dialog.getByLabel('Currency').selectOption('BRL')
    await dialog.getByLabel('Amount').fill('7')
    await dialog
      .getByRole('rowheader')
      .or(dialog.getByRole('cell', { name: 'Available' }))
      .first()
      .waitFor()
    const shown = await dialog.getByRole('row').filter({ hasText: 'Available' }).textContent()
    await dialog.getByLabel('What was seen, and why').fill('Wire of today; statement line 7')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await first.page.getByText('You proposed this: another operator must decide.').waitFor()
    assert.equal(await first.page.getByRole('button', { name: 'Do it' }).count(), 0)
    const { pathname } = new URL(first.page.url())
    assert.deepEqual(first.faults(), [])
    await first.close()

    await world.db.query('update sessions set stepped_up_at = null')
    const second = await open(people.luis, pathname.replace('/dashboard/operator', ''))
    const row = second.page.getByRole('row').filter({ hasText: 'Available' })
    assert.equal(await row.first().textContent(), shown, 'both see the same balances')
    await second.page.getByRole('button', { name: 'Do it' }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click()
    await second.page.getByLabel('Code of your authenticator app').fill(people.codeOfLuis())
    await second.page.getByRole('button', { name: 'Confirm' }).click()
    await second.page.getByText('Decided by').waitFor()
    // The refusal that asks for the code is the only thing on the console.
    assert.deepEqual(
      second.faults().filter((fault) => !/403/.test(fault)),
      [],
    )
    await second.close()

    const kinds = await world.db.query('select kind from ledger_transfers where point_id = $1', [live])
    assert.deepEqual(
      kinds.rows.map(({ kind }) => kind),
      ['funding'],
    )
    const verdict = await world.command('verify')
    assert.equal(verdict.code, 0, verdict.output)
  })

  it('sets a limit of a test point at once and says what changes', async () => {
    await world.db.query('update sessions set stepped_up_at = statement_timestamp()')
    const { page, faults, close } = await open(people.ana, `/points/${world.demo.auth_point_id}`)
    await page.getByRole('tab', { name: 'Limits and fees' }).click()
    await page.waitForURL('**?tab=limits')
    await page.getByRole('button', { name: 'Set payout limits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Currency').selectOption('BRL')
    await dialog.getByLabel('Largest payout').fill('500')
    await dialog
      .getByRole('row')
      .filter({ hasText: 'Largest payout' })
      .filter({ hasText: /R\$.?500\.00 BRL/ })
      .waitFor()
    await dialog.getByText('It takes effect at once: no second person decides.').waitFor()
    await dialog.getByLabel('What was seen, and why').fill('agreed by mail')
    await dialog.getByRole('button', { name: 'Do it now', exact: true }).click()
    await page.getByText('Done.').waitFor()
    await page.getByRole('region', { name: 'Payout limits' }).getByText('500.00').first().waitFor()
    await page.getByRole('button', { name: 'Set payout limits' }).click()
    await dialog.getByLabel('Currency').selectOption('BRL')
    assert.equal(await dialog.getByLabel('Largest payout').inputValue(), '500.00', 'what nobody changes stays')
    await page.keyboard.press('Escape')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('fit a phone with ids of the widest letters', async () => {
    const { page, close } = await open(people.ana, `/transactions/${suspended}`, { width: narrow, height: 800 })
    // The network may be idle before the story is asked for: on a busy machine the page is drawn first.
    const request = page.getByText(/req_[A-Za-z0-9_-]{22}/).first()
    await request.waitFor({ state: 'attached' })
    await settled(page)
    await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`)
    await request.waitFor()
    const widened = await page.evaluate<number>(`(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      let found = 0
      for (let text; (text = texts.nextNode()); ) {
        if (/req_[A-Za-z0-9_-]{22}/.test(text.data)) {
          text.data = text.data.replace(/req_[A-Za-z0-9_-]{22}/, 'req_' + 'W'.repeat(22))
          found++
        }
      }
      return found
    })()`)
    assert.ok(widened > 0, 'the story names the request')
    assert.equal(await overflowPixels(page), 0)
    await close()
  })

  for (const scheme of ['light', 'dark'] as const) {
    for (const locale of ['en', 'es', 'pt'] as const) {
      it(`are accessible and fit a phone (${scheme}, ${locale})`, async () => {
        await world.db.query('update users set language = $1', [locale])
        const { page, faults, close } = await open(people.ana, '', { scheme, locale, width: narrow, height: 800 })
        assert.equal(await page.evaluate('document.documentElement.lang'), locale)
        for (const path of await pages()) {
          await page.goto(`${world.url}/dashboard/operator${path}`)
          await settled(page)
          if (/to-pay|transactions/.test(path))
            await photograph({ page } as OpenedPage, `op${path.replaceAll('/', '-').slice(0, 60)}-${scheme}-${locale}`)
          assert.deepEqual(await axeViolations(page, axeRulesFor({ language: locale, scheme })), [], path)
          assert.equal(await overflowPixels(page), 0, path)
          assert.equal(await page.getByText(/undefined|\[object/).count(), 0, path)
        }
        assert.deepEqual(faults(), [])
        await close()
      })
    }
  }
})
