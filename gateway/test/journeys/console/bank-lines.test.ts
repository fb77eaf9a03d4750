import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { makeClabe } from '../../../src/identifiers/mx/clabe.ts'
import { aDeskAccount, aDeskOrder, type DeskAccount, giveDeskLines } from '../../support/bank-desk.ts'
import { axeViolations, describeInBrowser, type OpenedPage, overflowPixels } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('lines of statements that wait for a person', (browser) => {
  const world = openWorld()
  let people: Operators
  let account: DeskAccount
  let first = { id: '', target: '' }
  let second = { id: '', target: '' }
  before(async () => {
    account = await aDeskAccount(world)
    first = await aDeskOrder(world, { amount: 1500, reference: 'first-order' })
    second = await aDeskOrder(world, { amount: 820.5, reference: 'second-order' })
    await giveDeskLines(world, account, [
      { cents: -1_250, text: 'comision por servicio' },
      { cents: 777_00, text: 'deposito sin nombre' },
      { cents: -90_00, text: 'retiro del operador' },
      { cents: 820_50, text: `pago SPEI ${second.target.slice(0, 4)} ${second.target.slice(4)} gracias` },
      { cents: 1500_00, text: `SPEI ${first.target}`, ref: 'B77' },
    ])
    people = await world.operators()
  })

  const open = async (person: ConsoleClient, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: person.cookies(), ...options })
  const statusOf = async (id: string) =>
    (await world.db.query<{ status: string }>('select status from transactions where id = $1', [id])).rows[0]?.status
  const choose = async ({ page }: OpenedPage, text: string | RegExp) =>
    await page.getByRole('list', { name: 'Lines that wait' }).getByRole('button').filter({ hasText: text }).click()

  it('stand beside the orders that they may belong to, with the reference marked and every reason in words', async () => {
    const opened = await open(people.ana, '/bank-lines?environment=test')
    const { page, faults, close } = opened
    await choose(opened, /SPEI .* gracias|pago SPEI/)
    const order = page.getByRole('article', { name: 'second-order' })
    await order.getByText('agrees', { exact: true }).first().waitFor({ state: 'attached' })
    const line = page.getByRole('region', { name: 'Bank line' })
    const marked = (await line.locator('mark').textContent()) ?? ''
    assert.equal(marked.replaceAll(' ', ''), second.target)
    assert.match((await order.textContent()) ?? '', /The amount is the one that is due/)
    assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /amount_agrees|numeric_reference|undefined/)
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults(), [])
    await close()
  })

  it('are linked by the keyboard alone, and a link can be taken back before it is sent', async () => {
    const opened = await open(people.ana, '/bank-lines?environment=test')
    const { page, faults, close } = opened
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/link')) sent.push(request.url())
    })
    await choose(opened, first.target)
    await page.getByRole('article', { name: 'first-order' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/first-order · Sent in/).waitFor()
    await page.keyboard.press('u')
    await page.getByText('Nothing was sent.').waitFor()
    await page.getByRole('article', { name: 'first-order' }).waitFor()
    assert.deepEqual(sent, [], 'what was taken back is not sent')
    assert.equal(await statusOf(first.id), 'PENDING')

    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await choose(opened, first.target)
    await page.getByRole('article', { name: 'first-order' }).waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByText('Linked.', { exact: true }).waitFor()
    assert.equal(sent.length, 1)
    assert.equal(await statusOf(first.id), 'COMPLETED')
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog').getByText('mark an order').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('find an order that a person searches, and keep what was typed where there is none', async () => {
    const opened = await open(people.ana, '/bank-lines?environment=test')
    const { page, close } = opened
    await choose(opened, 'deposito sin nombre')
    const field = page.getByLabel('Another order')
    await page.getByText('Nothing points at an order.').waitFor()
    await page.keyboard.press('o')
    await field.fill('no-such-order')
    await page.keyboard.press('Enter')
    await page
      .getByText(/no order|No order/)
      .first()
      .waitFor()
    assert.equal(await field.inputValue(), 'no-such-order')
    await field.fill('second-order')
    await page.keyboard.press('Enter')
    const found = page.getByRole('article', { name: 'second-order' })
    await found.getByText('differs', { exact: true }).first().waitFor({ state: 'attached' })
    assert.match((await found.textContent()) ?? '', /Your choice/)
    await close()
  })

  it('are explained where they belong to no order: a fee leaves the list', async () => {
    const opened = await open(people.ana, '/bank-lines?environment=test', { width: 390, height: 800 })
    const { page, close } = opened
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/class')) sent.push(request.url())
    })
    await choose(opened, 'comision por servicio')
    await page.getByRole('button', { name: 'Say what it is' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('It is').selectOption('Fee of the bank')
    await dialog.getByLabel('What was seen, and why').fill('monthly fee')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText(/Fee of the bank · Sent in/).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Nothing was sent.').waitFor()
    assert.deepEqual(sent, [], 'what was taken back is not sent')
    assert.equal(await dialog.getByLabel('What was seen, and why').inputValue(), 'monthly fee')
    await page.route('**/class', async (route) => await route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText(/Fee of the bank · Sent in/).waitFor()
    await choose(opened, 'comision por servicio')
    assert.equal(await dialog.getByLabel('It is').inputValue(), 'fee', 'what could not be sent is there again')
    assert.equal(await dialog.getByLabel('What was seen, and why').inputValue(), 'monthly fee')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await choose(opened, 'deposito sin nombre')
    await page.getByText('Nothing points at an order.').waitFor()
    await choose(opened, 'comision por servicio')
    await page.getByRole('button', { name: 'Say what it is' }).click()
    assert.equal(await dialog.getByLabel('What was seen, and why').inputValue(), '', 'what was cancelled is gone')
    await dialog.getByLabel('What was seen, and why').fill('monthly fee')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.getByText('Done.', { exact: true }).waitFor()
    assert.equal(sent.length, 2)
    assert.equal(await overflowPixels(page), 0)
    const { rows } = await world.db.query(
      `select s.class, l.id from bank_line_states s join bank_lines l on l.id = s.bank_line_id where l.text like '%comision%'`,
    )
    assert.deepEqual(
      rows.map((row) => row.class),
      ['fee'],
    )
    await close()
    const wrong = await open(people.ana, `/bank-lines?environment=test&line=${rows[0].id}`)
    await wrong.page.getByRole('button', { name: 'Correct this' }).click()
    const correcting = wrong.page.getByRole('dialog')
    await correcting.getByText('taken back by counter entries').waitFor()
    assert.deepEqual(await axeViolations(wrong.page), [])
    await correcting.getByLabel('What was seen, and why').fill('it is a tax')
    await correcting.getByRole('button', { name: 'Propose' }).click()
    await wrong.page.getByText('Done.', { exact: true }).waitFor()
    const after = await world.db.query('select state from bank_line_states where bank_line_id = $1', [rows[0].id])
    assert.deepEqual(after.rows, [{ state: 'in_suspense' }])
    await wrong.close()
  })

  it('share one withdrawal of fees over points, whose shares are its amount', async () => {
    const other = ['--merchant', 'Tienda', '--environment', 'test', '--name', 'Kiosk']
    const { auth_point_id: kiosk = '' } = await world.facts('point', 'create', ...other)
    const opened = await open(people.ana, '/bank-lines?environment=test')
    const { page, close } = opened
    await choose(opened, 'retiro del operador')
    await page.getByRole('button', { name: 'Say what it is' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('It is').selectOption('Fees that the owner takes out')
    await dialog.getByRole('button', { name: 'Share with another point' }).click()
    const rows = dialog.getByRole('group')
    const propose = dialog.getByRole('button', { name: 'Propose' })
    await rows.nth(0).getByLabel('Point').selectOption(world.demo.auth_point_id)
    await rows.nth(0).getByLabel('Its share').fill('60,50')
    await rows.nth(1).getByLabel('Point').selectOption(kiosk)
    await rows.nth(1).getByLabel('Its share').fill('29')
    await dialog.getByLabel('What was seen, and why').fill('fees of October')
    await dialog.getByText('Left to share: $ 0.50').waitFor()
    assert.equal(await propose.isDisabled(), true)
    await rows.nth(1).getByLabel('Its share').fill('29.50')
    assert.deepEqual(await axeViolations(page), [])
    await propose.click()
    await page.getByText('Done.', { exact: true }).waitFor()
    const { rows: booked } = await world.db.query(
      `select amount_minor::text as amount from ledger_transfers where kind = 'owner_out' order by amount_minor`,
    )
    assert.deepEqual(
      booked.map((row) => row.amount),
      ['2950', '6050'],
    )
    await close()
  })

  it('need a second operator for real money where the line says little, who decides on a phone', async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Tienda', '--environment', 'live', '--name', 'Web')
    const scopes = ['--scopes', 'payins', '--name', 'shop']
    const created = await world.facts('key', 'create', '--point', point['auth_point_id'] ?? '', ...scopes)
    const number = makeClabe({ bank: '012', city: '180', account: '80031234567' })
    const added = ['--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Pasarela Test SA']
    await world.facts('account', 'add', ...added, '--by', 'ana', '--note', 'opened', '--break-glass')
    const order = await aDeskOrder(world, { amount: 333, reference: 'live-order', key: created['api_key'] ?? '' })
    await giveDeskLines(world, { id: '', number }, [{ cents: 333_00, text: 'abono' }], 'live')

    const asking = await open(people.ana, '/bank-lines?environment=live')
    const beside = asking.page.getByRole('article', { name: 'live-order' })
    await beside.getByText('Another operator decides this after you.').waitFor()
    await beside.getByRole('button', { name: 'Link to this order' }).click()
    await asking.page.getByText('Proposed: another operator decides.').waitFor()
    await asking.page.getByRole('link', { name: 'Open the proposal' }).click()
    await asking.page.getByText('You proposed this: another operator must decide.').waitFor()
    const { pathname } = new URL(asking.page.url())
    assert.equal(await statusOf(order.id), 'PENDING')
    await asking.close()

    const deciding = await open(people.luis, pathname.replace('/dashboard/operator', ''), { width: 390, height: 800 })
    await deciding.page.getByRole('button', { name: 'Do it' }).click()
    assert.equal(await overflowPixels(deciding.page), 0)
    assert.deepEqual(await axeViolations(deciding.page), [])
    await deciding.page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click()
    await deciding.page.getByText('Decided by').waitFor()
    assert.equal(await statusOf(order.id), 'COMPLETED')
    await deciding.close()
    const verdict = await world.command('verify')
    assert.equal(verdict.code, 0, verdict.output)
  })
})
