import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { aDeskAccount, type DeskAccount } from '../../support/bank-desk.ts'
import { axeViolations, describeInBrowser, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld } from '../../support/world.ts'

const sample = [
  'Fecha;Concepto;Referencia;Débito;Crédito;Saldo',
  '15/10/2026;DEPOSITO VENTANILLA;R-1;;1.500,00;1.500,00',
  '16/10/2026;COMISION;R-2;12,50;;1.487,50',
  '17/10/2026;SPEI RECIBIDO;R-3;;820,50;2.308,00',
  '',
].join('\r\n')

describeInBrowser('the maker of profiles for tables', (browser) => {
  const world = openWorld()
  let people: Operators
  let account: DeskAccount
  before(async () => {
    account = await aDeskAccount(world)
    people = await world.operators()
  })

  const open = async (path: string, options: object = {}) =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: people.ana.cookies(), ...options })
  const file = { name: 'octubre.csv', mimeType: 'text/csv', buffer: Buffer.from(sample) }

  it('guesses what a sample says, tries the draft on it, and lets it be approved', async () => {
    const { page, faults, close } = await open(`/bank-accounts/${account.id}`)
    await page.getByRole('link', { name: 'Set up a profile' }).click()
    await page.getByText('No profile is approved yet').waitFor()
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('combobox', { name: 'Fecha' }).waitFor()
    assert.equal(await page.getByRole('combobox', { name: 'Fecha' }).inputValue(), 'bookingDay')
    await page.getByRole('combobox', { name: 'Concepto' }).selectOption('text')
    await page.getByRole('combobox', { name: 'Referencia' }).selectOption('bankRef')
    await page.getByRole('combobox', { name: 'Débito' }).selectOption('debit')
    await page.getByRole('combobox', { name: 'Crédito' }).selectOption('credit')
    await page.getByRole('combobox', { name: 'Saldo' }).selectOption('balance')
    await page.getByLabel('Amounts').selectOption('debit_credit')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Days are written').fill('nonsense')
    await page.getByRole('button', { name: 'Save draft and try it' }).click()
    await page.getByRole('alert').filter({ hasText: 'date' }).waitFor()
    assert.equal(await page.getByLabel('Days are written').inputValue(), 'nonsense', 'what was typed stays')
    await page.getByLabel('Days are written').fill('dd/MM/yyyy')
    await page.getByRole('button', { name: 'Save draft and try it' }).click()
    await page.getByText('A file like this would be taken.').waitFor()
    await page
      .getByText(/2,308\.00/)
      .first()
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Propose to approve it' }).click()
    await page.getByRole('dialog').getByLabel('What was seen, and why').fill('three lines as in the bank')
    await page.getByText('Looking at what would happen…').waitFor({ state: 'detached' })
    const askedAfter: string[] = []
    page.on('request', (request) => request.url().endsWith('/proposals/foresee') && askedAfter.push(request.url()))
    await page.getByRole('dialog').getByRole('button', { name: 'Propose', exact: true }).click()
    await page.getByText(/A profile is approved/).waitFor()
    assert.deepEqual(askedAfter, [], 'what is done is not previewed again')
    assert.deepEqual(
      faults().filter((fault) => !/422/.test(fault)),
      [],
    )
    await close()
    const { rows } = await world.db.query('select state from bank_csv_profiles where bank_account_id = $1', [
      account.id,
    ])
    assert.deepEqual(rows, [{ state: 'approved' }])
  })

  it('fits a phone', async () => {
    const { page, close } = await open(`/bank-accounts/${account.id}/profile`, { width: 390, height: 800 })
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByRole('combobox', { name: 'Fecha' }).waitFor()
    assert.equal(await overflowPixels(page), 0)
    await close()
  })
})
