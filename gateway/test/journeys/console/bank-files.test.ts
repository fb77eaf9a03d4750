import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { aDeskAccount, type DeskAccount, deskReport, deskStatement } from '../../support/bank-desk.ts'
import { axeViolations, describeInBrowser, type OpenedPage, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { eventually, openWorld } from '../../support/world.ts'

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

describeInBrowser('files and days of own bank accounts', (browser) => {
  const world = openWorld()
  let people: Operators
  let account: DeskAccount
  before(async () => {
    account = await aDeskAccount(world)
    people = await world.operators()
    const opening = { bank_account_id: account.id, ledger_from: dayOf(6), opening: '0.00' }
    await people.propose({ action: 'opening_balance', input: opening, evidence: 'a new account' })
  })

  const open = async (path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: people.ana.cookies(), ...options })
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  const statement = (options: object = {}) =>
    deskStatement(account.number, [{ cents: 1500_00, text: 'deposito' }], { daysAgo: 3, ...options })

  it('are uploaded, read and listed, and the same bytes are known', async () => {
    const { page, faults, close } = await open('/bank-files?environment=test')
    await page.getByText('No file yet').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.locator('input[type=file]').setInputFiles(file('enero.sta', statement()))
    const row = page.getByRole('row').filter({ hasText: 'enero.sta' })
    await row.getByText('Read', { exact: true }).waitFor()
    assert.match((await row.textContent()) ?? '', /MT940/)
    await page.locator('input[type=file]').setInputFiles(file('otra-vez.sta', statement()))
    await page.getByText(/Known since .*nothing happened again/).waitFor()
    await row.getByRole('link').click()
    const statements = page.getByRole('region', { name: 'Statements in it' }).first()
    await statements.getByText('adds up').waitFor()
    await statements.getByText('nothing before it').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults(), [])
    await close()
  })

  it('say that they are reports, whose lines lead to the statement’s lines and back', async () => {
    const lines = [{ cents: 88_00, text: 'abono temprano', ref: 'B8800' }]
    const { page, faults, close } = await open('/bank-files?environment=test')
    await page.locator('input[type=file]').setInputFiles(file('en-curso.txt', deskReport(account.number, lines)))
    const row = page.getByRole('row').filter({ hasText: 'en-curso.txt' })
    await row.getByText('Read', { exact: true }).waitFor()
    await row.getByRole('link').click()
    await page.getByText('Report of an unfinished day').waitFor()
    const words = (await page.locator('main').textContent()) ?? ''
    assert.doesNotMatch(words, /cannot be added up|nothing before it/i, 'a report has nothing that adds up or joins')
    assert.deepEqual(await axeViolations(page), [])
    const booked = deskStatement(account.number, lines, { openingCents: 1500_00 })
    await page.goto(`${world.url}/dashboard/operator/bank-files?environment=test`)
    await page.locator('input[type=file]').setInputFiles(file('del-dia.sta', booked))
    await page.getByRole('row').filter({ hasText: 'del-dia.sta' }).getByText('Read', { exact: true }).waitFor()
    const announced = await eventually(async () => {
      const { rows } = await world.db.query<{ id: string }>(
        `select bank_line_id as id from bank_line_states where standing = 'adopted'`,
      )
      return rows[0]?.id
    }, 'the statement’s line is the announced one')
    await page.goto(`${world.url}/dashboard/operator/bank-lines?environment=test&line=${announced}`)
    const line = page.getByRole('region', { name: 'Bank line' })
    await page.getByText('This line is settled: nothing is left to decide.').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await line.getByText('In the statement').waitFor()
    await line.getByRole('link', { name: /^Line of/ }).click()
    await line.getByText('Announced before').waitFor()
    await line.getByRole('link', { name: /^Line of/ }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('say where they were refused, and what to do', async () => {
    const { page, close } = await open('/bank-files?environment=test', { width: 390, height: 800 })
    const broken = statement({ daysAgo: 1 }).replace(':61:', ':61:x')
    await page.locator('input[type=file]').setInputFiles(file('roto.sta', broken))
    const card = page.getByRole('listitem').filter({ hasText: 'roto.sta' })
    await card.getByText('Refused', { exact: true }).waitFor()
    await card.getByRole('link').click()
    const alert = page.getByRole('alert').filter({ hasText: 'This file was refused' })
    await alert.getByText(/^line \d+/).waitFor()
    await alert.getByText(/Download the file from the bank again/).waitFor()
    assert.equal(await overflowPixels(page), 0)
    await close()
  })

  it('make days that are proven or open, with the lists behind a difference', async () => {
    const day = dayOf(3)
    const found = await eventually(async () => {
      await world.round('bankDays')
      const path = `/console/operator/bank-days?account=${account.id}&month=${day.slice(0, 7)}`
      const { days } = (await people.ana.call('GET', path)).body.data
      return days.find((each: { day: string }) => each.day === day)
    }, 'the day is computed')
    assert.deepEqual([found.state, found.bank_closing, found.difference], ['proven', '1500.00', '0.00'])
    const { page, faults, close } = await open('/bank-days?environment=test')
    await page
      .getByRole('link', { name: /Proven/ })
      .first()
      .waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(`${world.url}/dashboard/operator/bank-days/${account.id}/${day}`)
    await page.getByRole('heading', { name: 'How the day adds up' }).waitFor()
    assert.match(
      (await page.getByRole('row', { name: /^The bank’s closing balance/ }).textContent()) ?? '',
      /1,500\.00/,
    )
    await page.getByRole('region', { name: 'Lines of nobody' }).first().getByText('deposito').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults(), [])
    await close()
  })
})
