import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
const batches = '/console/operator/bank-batches'

describeInBrowser('payment batches', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  let payout = { transaction_id: '', reference: '' }
  before(async () => {
    people = await world.operators()
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const pointId = point['auth_point_id'] ?? ''
    const scopes = ['--scopes', 'payouts,read', '--name', 'shop']
    const key = (await world.facts('key', 'create', '--point', pointId, ...scopes))['api_key'] ?? ''
    await world.facts('account', 'add', '--service', 'BT_AR', '--number', number, '--beneficiary', 'Shop SA', ...alone)
    const fund = { action: 'fund', point_id: pointId, input: { currency: 'ARS', amount: '500' }, evidence: 'wire' }
    assert.equal((await people.decide((await people.propose(fund)).proposal_id, 'do')).status, 200)
    const account = { account_type: 'CBU', account: number, account_beneficiary: 'Paz, Ana' }
    const body = { service_code: 'BT_AR', amount: 99.5, reference: 'salary-7', ...account }
    payout = await eventually(async () => {
      const made = await world.call('POST', '/api/v1/payments/payout_hth', { key, body })
      return made.status === 200 ? made.body.data : undefined
    }, 'the account for BT_AR is known')
  })

  const open = async (client: ConsoleClient, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: client.cookies(), ...options })
  const listed = async (): Promise<Wire[]> => (await people.ana.call('GET', batches)).body.data.items

  it('are made from what waits, by two people who see every payment', async () => {
    const opened = await open(people.ana, '/to-pay')
    const { page } = opened
    await page.getByRole('button', { name: 'Make a batch' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/99\.50 ARS · Paz, Ana/).waitFor()
    await photograph(opened, 'batch-preview')
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByLabel(/What was seen/).fill('payroll of June')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await page.waitForURL(/proposals/)
    assert.deepEqual(opened.faults(), [])
    await opened.close()
    const [proposal] = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data.items
    assert.equal((await people.decide(proposal.proposal_id, 'do')).status, 200)
    const [batch] = await listed()
    const { state, items, total, made_by: by, approved_by: second, sha256 } = batch ?? {}
    assert.deepEqual([state, items, total], ['draft', 1, '99.50'])
    assert.ok(by && second && by !== second)
    assert.equal(sha256, proposal.input.sha256, 'the file that was agreed to')
    const [waits] = (await people.ana.call('GET', '/console/operator/to-pay')).body.data.items
    assert.deepEqual(waits.batch, { batch_id: batch?.batch_id, number: 1 })
  })

  it('are handed over by the first download, which asks who it is, and keep the payout from failing', async () => {
    const [batch] = await listed()
    const file = `${batches}/${batch?.batch_id}/file`
    await world.db.query('update sessions set stepped_up_at = null')
    assert.equal((await people.ana.call('POST', file)).body.error.code, 'step_up_required')
    assert.equal((await listed())[0]?.state, 'draft')
    await world.db.query('update sessions set stepped_up_at = statement_timestamp()')
    const opened = await open(people.ana, `/banks/batches/${batch?.batch_id}`)
    const { page } = opened
    await page.getByText('With the first download the batch is handed over', { exact: false }).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the file' }).click(),
    ])
    const bytes = readFileSync(await saved.path())
    assert.equal(createHash('sha256').update(bytes).digest('hex'), batch?.sha256)
    assert.match(bytes.toString(), /"Paz, Ana".*"99\.50"/)
    await page.getByText('Handed over').first().waitFor()
    await photograph(opened, 'batch')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(opened.faults(), [])
    await opened.close()
    const about = { transaction_id: payout.transaction_id, evidence: 'x' }
    const failed = await people.ana.call('POST', '/console/operator/proposals', { body: { action: 'fail', ...about } })
    assert.deepEqual([failed.status, /batch 1/.test(failed.body.message)], [409, true], JSON.stringify(failed.body))
  })

  it('are read on a phone, in the dark and in Portuguese, where a payout is released by a proposal', async () => {
    assert.equal((await people.ana.call('PATCH', '/console/me', { body: { language: 'pt' } })).status, 200)
    const opened = await open(people.ana, '/banks/batches', { width: 360, scheme: 'dark' })
    const { page } = opened
    await page.getByRole('link', { name: /Lote 1/ }).click()
    await page.getByRole('button', { name: 'Liberar' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/paga duas vezes/).waitFor()
    await photograph(opened, 'batch-release-phone')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflowPixels(page), 0)
    await dialog.getByRole('textbox').fill('o banco recusou')
    await dialog.getByRole('button', { name: 'Propor' }).click()
    await page.waitForURL(/proposals/)
    const [proposal] = (await people.luis.call('GET', '/console/operator/proposals?state=open')).body.data.items
    assert.equal((await people.decide(proposal.proposal_id, 'do')).status, 200)
    assert.deepEqual(opened.faults(), [])
    await opened.close()
    const [ready] = (await people.ana.call('GET', `${batches}/ready`)).body.data.items
    assert.deepEqual([ready.items, ready.total], [1, '99.50'])
    const [batch] = await listed()
    const items = (await people.ana.call('GET', `${batches}/${batch?.batch_id}/items`)).body.data.items
    assert.deepEqual([batch?.state, items[0].state, items[0].reference], ['done', 'released', 'salary-7'])
  })
})
