import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { makeClabe } from '../../../src/identifiers/mx/clabe.ts'
import { giveDeskLines } from '../../support/bank-desk.ts'
import { axeViolations, describeInBrowser, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld, type Wire } from '../../support/world.ts'

const template = {
  columns: [
    { header: 'CLABE', value: 'account', max: 18, required: true },
    { header: 'Nombre', value: 'account_beneficiary', max: 40, cut: true },
    { header: 'Importe', value: 'amount' },
    { header: 'Clave', value: 'instruction_key' },
  ],
  ...{ delimiter: ';', header: true, decimal_mark: '.', decimals: 2, date_format: 'dd/MM/yyyy' },
}
const alone = ['--by', 'ana', '--note', 'the bank opened it', '--break-glass']

describeInBrowser('payment files of own bank accounts', (browser) => {
  const world = openWorld()
  const folder = mkdtempSync(join(tmpdir(), 'payment-files-'))
  after(() => rmSync(folder, { recursive: true }))
  let people: Operators
  let accountId = ''
  const number = makeClabe({ bank: '012', city: '180', account: '80031234567' })
  let key = ''

  before(async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Tienda', '--environment', 'live', '--name', 'Web')
    const pointId = point['auth_point_id'] ?? ''
    key = (await world.facts('key', 'create', '--point', pointId, '--scopes', 'payouts,read'))['api_key'] ?? ''
    const account = ['--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Pasarela Test SA']
    await world.facts('account', 'add', ...account, ...alone)
    await world.facts('point', 'fund', '--point', pointId, '--currency', 'MXN', '--amount', '100000', ...alone)
    const { rows } = await world.db.query<{ id: string }>('select id from bank_accounts')
    accountId = rows[0]?.id ?? ''
    people = await world.operators()
  })

  async function aPayout(reference: string, amount: number): Promise<string> {
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', {
      key,
      body: {
        ...{ service_code: 'SPEI_MX', amount, reference, account_type: 'CLABE', account: '002010077777777771' },
        account_beneficiary: 'José Núñez',
      },
    })
    assert.equal(answer.body.data?.status, 'PENDING', JSON.stringify(answer.body))
    const { transaction_id: id, arrives_by: arrivesBy } = answer.body.data
    assert.match(arrivesBy, /^\d{4}-\d\d-\d\d$/)
    const read = await world.call('GET', `/api/v1/payments/${id}`, { key })
    assert.equal(read.body.data.arrives_by, arrivesBy)
    return id
  }

  const open = async (path: string, options: object = {}) =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: people.ana.cookies(), ...options })

  it('has its template from two operators, is made on the page, and ordered by the second operator on a phone', async () => {
    const settings = { bank_account_id: accountId, format: 'csv', settings: template }
    const proposed = await people.propose({
      action: 'payout_template',
      input: settings,
      evidence: 'page 12 of the manual',
    })
    assert.deepEqual([proposed.state, proposed.alone], ['open', false])
    assert.equal((await people.decide(proposed.proposal_id, 'do')).status, 200)
    await aPayout('salary-1', 350.75)
    await aPayout('salary-2', 1200)

    const { page, faults, close } = await open('/payment-files?environment=live')
    await page.getByRole('button', { name: 'Make a file' }).waitFor()
    await page.getByRole('button', { name: 'Make a file' }).click()
    await page.getByRole('heading', { name: /^File 1/ }).waitFor()
    await page.getByText('XXXXXXXXXXXXXX7771;Jose Nunez;350.75;').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Propose to order it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^\$\s1,550\.75\sMXN$/).waitFor()
    await dialog.getByLabel('What was seen, and why').fill('the list of Friday')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(faults(), [])
    await close()

    const list = await open('/proposals?environment=live')
    await list.page.getByRole('link', { name: 'Payment file 1' }).waitFor()
    await list.close()
    const { items } = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data
    const proposal = items.find((each: Wire) => each.action === 'payment_batch')
    const phone = { width: 360, height: 740, cookies: people.luis.cookies() }
    const second = await open(`/proposals/${proposal.proposal_id}`, phone)
    await second.page
      .getByText(/^\$\s1,550\.75\sMXN$/)
      .first()
      .waitFor()
    assert.equal(await overflowPixels(second.page), 0)
    await second.page.getByRole('button', { name: 'Do it' }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Do it' }).click()
    await second.page.getByRole('button', { name: 'Do it' }).first().waitFor({ state: 'detached' })
    await second.close()
    const { rows } = await world.db.query('select state from payment_batches')
    assert.deepEqual(rows, [{ state: 'approved' }])
  })

  it('is handed over once on the page, and every download after it has the same bytes', async () => {
    const { rows } = await world.db.query<{ id: string; sha256: Buffer }>(
      'select payment_batch_id as id, sha256 from payment_batch_files',
    )
    const id = rows[0]?.id ?? ''
    const { page, faults, close } = await open(`/payment-files/${id}`, { width: 360, height: 740 })
    assert.equal(await overflowPixels(page), 0)
    await page.getByRole('button', { name: 'Hand over' }).click()
    const waiting = page.waitForEvent('download')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click()
    const path = join(folder, 'page.csv')
    await (await waiting).saveAs(path)
    await page.getByText('With the bank', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel the file' }).count(), 0)
    assert.deepEqual(faults(), [])
    await close()
    const out = join(folder, 'cli.csv')
    await world.facts('batch', 'download', '--batch', id, '--out', out)
    for (const file of [path, out]) {
      assert.deepEqual(createHash('sha256').update(readFileSync(file)).digest(), rows[0]?.sha256)
    }
    assert.equal(statSync(out).mode & 0o777, 0o600)
    const refused = await world.command('batch', 'download', '--batch', id, '--out', out)
    assert.equal(refused.code, 2, 'never over a file that exists')
    const audit = await world.db.query(
      `select count(*)::int as n from audit_log where action = 'payment_batch.download'`,
    )
    assert.equal(audit.rows[0].n, 2)
  })

  it('is paid by one debit of a statement that one operator chooses on the page and another one approves', async () => {
    await giveDeskLines(world, { id: accountId, number }, [{ cents: -155_075, text: 'PAGO MASIVO' }], 'live')
    const { rows } = await world.db.query<{ id: string }>('select id from payment_batches')
    const { page, faults, close } = await open(`/payment-files/${rows[0]?.id}`)
    await page.getByRole('button', { name: 'Paid by one debit' }).click()
    const dialog = page.getByRole('dialog')
    const debits = dialog.getByLabel('Debit of the statement')
    await debits.locator('option', { hasText: 'PAGO MASIVO' }).waitFor({ state: 'attached' })
    await debits.selectOption({ index: 1 })
    await dialog.getByLabel('What was seen, and why').fill('the only debit of that sum')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(faults(), [])
    await close()
    const { items } = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data
    const proposal = items.find((each: Wire) => each.action === 'payment_paid')
    const { line, payment_file: file } = proposal.bank
    assert.deepEqual([line.amount, file.number, file.total], ['1550.75', 1, '1550.75'])
    const deciding = await open(`/proposals/${proposal.proposal_id}`, { cookies: people.luis.cookies() })
    await deciding.page.getByRole('link', { name: /^Bank line of/ }).waitFor()
    await deciding.page.getByRole('link', { name: 'Payment file 1' }).waitFor()
    await deciding.page
      .getByText(/1,550\.75/)
      .nth(2)
      .waitFor()
    const words = (await deciding.page.locator('main').textContent()) ?? ''
    assert.doesNotMatch(words, /[0-9a-f]{8}-[0-9a-f]{4}-|_id|1550\.75/, 'names and amounts for people')
    assert.deepEqual(await axeViolations(deciding.page), [])
    await deciding.close()
    assert.equal((await people.decide(proposal.proposal_id, 'do')).status, 200)
    const paid = await world.db.query(`select count(*)::int as n from transactions where status = 'COMPLETED'`)
    assert.equal(paid.rows[0].n, 2)
  })

  it('gives no byte without a fresh proof, and none to who may only read', async () => {
    const { rows } = await world.db.query<{ id: string }>('select id from payment_batches')
    await world.db.query('update sessions set stepped_up_at = null')
    const answer = await people.ana.call('GET', `/console/operator/payment-batches/${rows[0]?.id}/file`)
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'step_up_required'])
  })

  it('is made, shown, cancelled, and one payment of it rejected, by commands', async () => {
    await aPayout('salary-3', 10)
    const made = await world.facts('batch', 'make', '--account', accountId)
    const batch = ['--batch', made['payment_batch_id'] ?? '']
    assert.equal(Number(made['number']), 2)
    assert.match(
      (await world.command('batch', 'list', '--account', accountId)).output,
      /number 2, draft, 1 payouts, 10\.00 MXN/,
    )
    assert.match((await world.command('batch', 'show', ...batch)).output, /Jose Nunez;10\.00;K/)
    await world.facts('batch', 'cancel', ...batch, '--note', 'a trial')
    const again = await world.facts('batch', 'make', '--account', accountId)
    const second = ['--batch', again['payment_batch_id'] ?? '']
    await world.facts('batch', 'approve', ...second, ...alone)
    await world.facts('batch', 'download', ...second, '--out', join(folder, 'three.csv'))
    const { rows } = await world.db.query<{ transaction_id: string }>(
      'select transaction_id from payment_batch_items where payment_batch_id = $1',
      [again['payment_batch_id']],
    )
    const rejected = ['--transaction', rows[0]?.transaction_id ?? '', '--bank-code', 'AC03']
    await world.facts('batch', 'reject-item', ...second, ...rejected, ...alone)
    assert.match((await world.command('batch', 'show', ...second)).output, /done.*rejected, 10\.00/s)
    const file = join(folder, 'template.json')
    writeFileSync(file, JSON.stringify({ ...template, delimiter: '?' }))
    const wrong = await world.command('batch', 'template', '--account', accountId, '--file', file, ...alone)
    assert.notEqual(wrong.code, 0)
    assert.match(wrong.output, /delimiter/)
    const shown = await world.facts('batch', 'template', '--account', accountId)
    assert.deepEqual(JSON.parse(shown['template'] ?? '').columns.length, 4)
    const verified = await world.command('verify')
    assert.match(verified.output, /^I15\s+holds/m)
  })
})
