import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { makeClabe } from '../../../src/identifiers/mx/clabe.ts'
import { aDeskAccount, type DeskAccount, giveDeskLines } from '../../support/bank-desk.ts'
import { axeViolations, describeInBrowser, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld, type Wire } from '../../support/world.ts'

describeInBrowser('the pages of own bank accounts', (browser) => {
  const world = openWorld()
  let people: Operators
  let account: DeskAccount
  before(async () => {
    account = await aDeskAccount(world)
    await giveDeskLines(world, account, [
      { cents: 150_000, text: 'deposito de nadie' },
      { cents: -1_250, text: 'comision' },
    ])
    people = await world.operators()
  })

  const open = async (path: string, options: object = {}) =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: people.ana.cookies(), ...options })

  it('show what the ledger says of an account, its last statement, and the lines that wait', async () => {
    const { page, faults, close } = await open('/bank-accounts?environment=test')
    const row = page.getByRole('row').filter({ hasText: account.number })
    await row
      .getByText(/1,487\.50/)
      .first()
      .waitFor()
    const text = await row.textContent()
    assert.match(text ?? '', /2since/, 'two lines wait')
    assert.match(text ?? '', /A person decides/)
    assert.deepEqual(await axeViolations(page), [])
    await row.getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Automatic matching' }).waitFor()
    await page.getByText('Received, claimed by nobody').waitFor()
    await page.getByText(/1,500\.00/).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults(), [])
    await close()
  })

  it('say what automatic matching means before it is turned on, and turn it on at once for test money', async () => {
    const { page, faults, close } = await open(`/bank-accounts/${account.id}`, { width: 390, height: 800 })
    await page.getByRole('button', { name: 'Turn on automatic matching' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/credits the merchant without anybody looking/).waitFor()
    await dialog.getByLabel('What was seen, and why').fill('three days of right proposals')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.getByRole('button', { name: 'Turn off automatic matching' }).waitFor()
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(faults(), [])
    await close()
    const { rows } = await world.db.query('select automatic from bank_accounts where id = $1', [account.id])
    assert.deepEqual(rows, [{ automatic: true }])
    const audit = await world.db.query(`select detail from audit_log where action = 'bank_account.set'`)
    assert.match(JSON.stringify(audit.rows), /three days of right proposals/)
  })

  it('ask of a new account what its service code needs, and say that payers of live points see it', async () => {
    const { page, faults, close } = await open('/bank-accounts?environment=test')
    await page.getByRole('button', { name: 'Add an account for deposits' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Live', { exact: true }).waitFor()
    await dialog.getByText(/Payers of every live point/).waitFor()
    const asked: Record<string, string[]> = {}
    for (const code of ['', 'PIX_BR', 'YP_PE', 'SPEI_MX']) {
      await dialog.getByLabel(/^Service code/).selectOption(code)
      const labels = await dialog.locator('label').allTextContents()
      asked[code] = labels.map((label) => label.replace(/\s*\*$/, '')).filter((label) => label !== 'Service code')
    }
    const evidence = 'What was seen, and why'
    assert.deepEqual(asked, {
      '': [evidence],
      PIX_BR: ['Beneficiary', 'PIX key', 'City', 'Bank', 'Tax number', evidence],
      YP_PE: ['Beneficiary', 'Phone', 'Bank', 'Tax number', evidence],
      SPEI_MX: ['Beneficiary', 'Account number', 'Bank', 'Kind of account', 'Tax number', evidence],
    })
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(`${world.url}/dashboard/operator/connectors?environment=test`)
    await page.getByText('last hour: none, last day: none').first().waitFor()
    await page
      .getByText(/^Figures since .+, at most [\d,]+ attempts\. Payout times since/)
      .first()
      .waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('ask for a second operator where an account holds real money', async () => {
    const number = makeClabe({ bank: '012', city: '180', account: '80031234567' })
    const added = ['--service', 'SPEI_MX', '--number', number, '--beneficiary', 'Pasarela Test SA']
    await world.facts('account', 'add', ...added, '--by', 'ana', '--note', 'opened', '--break-glass')
    const { items } = (await people.ana.call('GET', '/console/operator/bank-accounts?environment=live')).body.data
    assert.deepEqual(
      items.map((each: Wire) => [each.numbers, each.ledger_balance, each.last_statement]),
      [[[number], '0.00', null]],
    )
    const [{ id }] = items
    const proposed = await people.propose({
      action: 'bank_account_settings',
      input: { bank_account_id: id, automatic: true },
      evidence: 'ten days of right proposals',
    })
    assert.deepEqual([proposed.state, proposed.alone], ['open', false])
    const own = await people.ana.call('POST', `/console/operator/proposals/${proposed.proposal_id}/decide`, {
      body: { decision: 'do' },
    })
    assert.ok(own.status >= 400, 'nobody decides an own proposal')
    const decided = await people.decide(proposed.proposal_id, 'do')
    assert.equal(decided.status, 200, JSON.stringify(decided.body))
    const { rows } = await world.db.query('select automatic from bank_accounts where id = $1', [id])
    assert.deepEqual(rows, [{ automatic: true }])
  })

  it('refuse settings that cannot be, with the field', async () => {
    const answer = await people.ana.call('POST', '/console/operator/proposals/foresee', {
      body: {
        action: 'bank_account_settings',
        input: { bank_account_id: account.id, time_zone: 'Mars', cutoff: '25:00' },
      },
    })
    assert.equal(answer.status, 422)
    assert.deepEqual(
      answer.body.errors.map((each: { param: string }) => each.param),
      ['time_zone', 'cutoff'],
    )
  })
})
