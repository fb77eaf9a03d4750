import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import {
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

const alone = ['--by', 'ana', '--note', 'opened', '--break-glass']
const number = '2850590940090418135201'
const lines = '/console/operator/bank-lines'

describeInBrowser('lines of the own bank', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  let order = { transaction_id: '', target_account_reference: '' }
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const pointId = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payins,read', '--name', 'shop']
    const key = (await world.facts('key', 'create', '--point', pointId, ...scopes))['api_key'] ?? ''
    await world.facts('account', 'add', '--service', 'BT_AR', '--number', number, '--beneficiary', 'S', ...alone)
    const body = { service_code: 'BT_AR', amount: 50, reference: 'order-7', payer_doc_id: '20267565393' }
    order = await eventually(async () => {
      const made = await world.call('POST', '/api/v1/payments/payin_hth', { key, body })
      return made.status === 200 ? made.body.data : undefined
    }, 'the deposit account is known')
    const file = join(world.folder, 'day.sta')
    writeFileSync(file, statement(withMistake(order.target_account_reference)))
    const imported = await world.command('statement', 'import', file, ...alone)
    assert.equal(imported.code, 0, imported.output)
    await eventually(async () => (await waiting()).length === 3 || undefined, 'the lines wait')
  })

  const waiting = async (): Promise<Wire[]> => (await people.ana.call('GET', `${lines}?view=waiting`)).body.data.items
  const open = async (client: ConsoleClient, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: client.cookies(), ...options })

  it('list what waits, what nothing explains, and what is searched for, a page at a time', async () => {
    const list = async (query: string) => {
      const { body } = await people.ana.call('GET', `${lines}?${query}`)
      return body.data.items.map(({ amount }: Wire) => amount).toSorted()
    }
    assert.deepEqual(await list('view=unexplained&order=oldest'), ['-2.00', '7.00'])
    assert.deepEqual(await list('search=COMISION'), ['-2.00'])
    assert.deepEqual(await list('sign=C&amount=7'), ['7.00'])
    assert.deepEqual(await list('from=2030-06-15'), [])
    const first = await people.ana.call('GET', `${lines}?limit=2&order=oldest`)
    const cursor = first.body.data.next_cursor
    const rest = await people.ana.call('GET', `${lines}?limit=2&order=oldest&cursor=${cursor}`)
    assert.deepEqual(
      [first, rest].map(({ body }) => body.data.items.length),
      [2, 1],
    )
    assert.equal(rest.body.data.next_cursor, null)
    const { data } = (await people.ana.call('GET', '/console/operator/overview')).body
    assert.deepEqual(data.waiting_lines, [{ environment: 'live', lines: 3 }], 'of all accounts together')
  })

  it('with a typing error are matched by keyboard, and a second person credits the order, which is told once', async () => {
    const opened = await open(people.ana, '/banks')
    const { page } = opened
    await page.getByRole('row').filter({ hasText: number }).getByRole('link', { name: '3 waiting' }).click()
    await page.waitForURL(/lines\?view=waiting&bank_account_id=/)
    await page.getByRole('row', { name: /50\.00/ }).waitFor()
    await photograph(opened, 'lines')
    assert.deepEqual(await axeViolations(page), [])
    await page
      .getByRole('row', { name: /50\.00/ })
      .getByRole('link')
      .first()
      .click()
    await page.getByText('Reference with one mistake').waitFor()
    await page.keyboard.press('1')
    const choice = page.getByRole('button', { name: /It is this order/ })
    assert.equal(await choice.getAttribute('aria-pressed'), 'true')
    await page.keyboard.press('u')
    assert.equal(await choice.getAttribute('aria-pressed'), 'false')
    await page.getByLabel(/Leave it, and say why/).fill('1')
    assert.equal(await choice.getAttribute('aria-pressed'), 'false', 'keys do nothing while one types')
    await page.getByLabel(/Leave it, and say why/).fill('')
    await page.getByRole('heading', { name: 'Bank line' }).click()
    await page.keyboard.press('1')
    await photograph(opened, 'line')
    assert.deepEqual(await axeViolations(page), [])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Owner of received money found').waitFor()
    await dialog.getByText(/callback/).waitFor()
    await page.keyboard.type('one letter differs')
    await photograph(opened, 'line-preview')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.waitForURL(/proposals/)
    await page.getByRole('heading', { name: /Say whose money a bank line is/ }).waitFor()
    assert.deepEqual(opened.faults(), [])
    await opened.close()
    const [proposal] = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data.items
    const second = await open(people.luis, `/proposals/${proposal.proposal_id}`)
    await second.page.getByRole('heading', { name: /what it would belong to/ }).waitFor()
    await second.page.getByText('Reference with one mistake').waitFor()
    await photograph(second, 'line-proposal')
    assert.deepEqual(await axeViolations(second.page), [])
    await second.page.getByRole('button', { name: 'Do it' }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click()
    await second.page.getByText('Done').first().waitFor()
    assert.deepEqual(second.faults(), [])
    await second.close()
    const { rows } = await world.db.query('select status from callback_events where transaction_id = $1', [
      order.transaction_id,
    ])
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['COMPLETED'],
    )
  })

  it('are costs, are left with a note and go to the next one on a phone, in Spanish', async () => {
    assert.equal((await people.ana.call('PATCH', '/console/me', { body: { language: 'es' } })).status, 200)
    const fee = (await waiting()).find(({ sign }) => sign === 'D')
    const opened = await open(people.ana, `/banks/lines/${fee?.bank_line_id}`, { width: 360, scheme: 'dark' })
    const { page } = opened
    await page.getByRole('button', { name: 'Comisión del banco' }).click()
    await photograph(opened, 'line-phone')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflowPixels(page), 0)
    await page.getByLabel(/Dejarlo/).fill('preguntado al banco')
    await page.getByRole('button', { name: 'Dejar con esta nota' }).click()
    await page.getByText('preguntado al banco', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Ver qué pasará' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByText(/Costo del banco/)
      .first()
      .waitFor()
    await dialog.getByRole('textbox').fill('tarifa')
    await dialog.getByRole('button', { name: 'Proponer' }).click()
    await page.waitForURL(/proposals/)
    await page.getByRole('heading', { name: /Decir qué fue/ }).waitFor()
    assert.equal(await overflowPixels(page), 0)
    const [proposal] = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data.items
    assert.equal((await people.decide(proposal.proposal_id, 'do')).status, 200)
    const [left] = await waiting()
    assert.equal(left?.amount, '7.00')
    await page.goto(`${world.url}/dashboard/operator/banks/lines/${fee?.bank_line_id}`)
    await page.getByText(/tarifa/).waitFor()
    await page
      .getByRole('link', { name: /Siguiente|Anterior/ })
      .first()
      .click()
    await page.getByText('7,00').first().waitFor()
    assert.deepEqual(opened.faults(), [])
    await opened.close()
  })
})

function withMistake(reference: string): string {
  return `${reference.slice(0, 5)}${reference[5] === '7' ? '8' : '7'}${reference.slice(6)}`
}

function statement(reference: string): string {
  return [
    ...[':20:A', `:25:${number}`, ':28C:1', ':60F:C300613ARS10,00'],
    ...[':61:3006140614C50,00NTRF//B1', `:86:pago ${reference}`, ':61:3006140614D2,00NCHG//B2', ':86:comision'],
    ...[':61:3006140614C7,00NTRF//B3', ':86:nadie', ':62F:C300614ARS65,00', '-', ''],
  ].join('\r\n')
}
