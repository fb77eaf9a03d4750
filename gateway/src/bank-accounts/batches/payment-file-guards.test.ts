import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openPaymentDesk } from '../../../test/support/payment-desk.ts'
import { aPerson, setUp } from '../../../test/support/set-up.ts'
import { approveProfile, setDraft } from '../profiles/csv-profiles.ts'
import { readOpenBatches } from '../store/batch-debits.ts'
import { markTried } from '../store/csv-profiles.ts'
import { makeBatch } from './make-batch.ts'
import { approveBatch, cancelBatch, handOverBatch } from './order-batch.ts'
import { showBatch } from './show-batches.ts'

const world = await setUp({ after })
const { deps, ana, anAccount, aPayout } = await openPaymentDesk(world)
const { owner, engine } = deps.database

const number = '002010077777777771'

async function aDraft(madeBy = 'ana'): Promise<string> {
  const account = await anAccount()
  await aPayout(account)
  return (await makeBatch(deps, { bankAccountId: account.id }, madeBy)).batchId
}

test('nobody reads an account number of a payment file before it is handed over, and the bytes have it after', async () => {
  const batchId = await aDraft()
  const seen = async () =>
    JSON.stringify(
      (({ items, preview }) => [items.map((each) => each.account), preview])(await showBatch(deps, batchId)),
    )
  assert.match(await seen(), /X{14}7771/)
  assert.ok(!(await seen()).includes(number))
  await approveBatch(deps, batchId, ana)
  assert.match(await seen(), /X{14}7771/)
  assert.ok(!(await seen()).includes(number))
  const { content } = await handOverBatch(deps, batchId, 'ana')
  assert.ok(content.includes(number))
  assert.ok((await seen()).includes(number))
})

test('a cancelled file shows no account number either', async () => {
  const batchId = await aDraft()
  await approveBatch(deps, batchId, ana)
  await cancelBatch(deps, batchId, ana)
  const { items, preview } = await showBatch(deps, batchId)
  assert.ok(!JSON.stringify([items.map(({ account }) => account), preview]).includes(number))
})

test('one operator cancels a draft, two an approved file, and nobody one that the bank has', async () => {
  const draft = await aDraft()
  await cancelBatch(deps, draft, { actor: 'bea', evidence: 'a trial' })
  assert.equal((await showBatch(deps, draft)).state, 'cancelled')
  const batchId = await aDraft()
  await approveBatch(deps, batchId, ana)
  await assert.rejects(cancelBatch(deps, batchId, { actor: 'bea', evidence: 'x' }), { code: 'second_person_required' })
  assert.equal((await showBatch(deps, batchId)).state, 'approved')
  await handOverBatch(deps, batchId, 'ana')
  await assert.rejects(cancelBatch(deps, batchId, ana), { code: 'not_in_this_state' })
  assert.equal(
    (await readOpenBatches(engine, { bankAccountId: (await showBatch(deps, batchId)).row.bank_account_id })).length,
    1,
  )
})

test('who made a file does not approve it, and the database refuses it too', async () => {
  const [maker, second] = [await aPerson(deps, { name: 'Bea' }), await aPerson(deps, { name: 'Luis' })]
  const batchId = await aDraft('Bea')
  const proposal = { proposalId: batchId, proposer: { userId: second, name: 'Luis' }, decidedBy: maker }
  const by = { actor: 'Luis', second: 'Bea', evidence: 'seen', proposal: proposal as never }
  await assert.rejects(approveBatch(deps, batchId, by), { code: 'second_person_required', message: /made this/ })
  await approveBatch(deps, batchId, ana)
  await assert.rejects(
    owner.query(`update payment_batches set approved_alone = false, approved_by = made_by where id = $1`, [batchId]),
    { code: '23514', constraint: 'payment_batches_two_people' },
  )
})

test('the engine cannot change what a file orders, nor a profile by which files were read', async () => {
  const batchId = await aDraft()
  const denied = { code: '42501' }
  for (const change of ['total_minor = 1', `settings = '{}'`, `message_id = 'OTHER12345'`, `made_by = 'nobody'`]) {
    await assert.rejects(engine.query(`update payment_batches set ${change} where id = $1`, [batchId]), denied, change)
  }
  for (const change of ['amount_minor = 1', `instruction_key = 'K23456789'`, 'transaction_id = gen_random_uuid()']) {
    const text = `update payment_batch_items set ${change} where payment_batch_id = $1`
    await assert.rejects(engine.query(text, [batchId]), denied, change)
  }
  await assert.rejects(engine.query(`update bank_csv_profiles set profile = '{}'`), denied)
})

test('the audit log says how tables of a bank were read, and how they are read now', async () => {
  const { id: bankAccountId } = await anAccount()
  const profile = {
    ...{
      name: 'First',
      currency: 'MXN',
      delimiter: ';',
      date: 'dd/MM/yyyy',
      decimal: '.',
      amount: 'signed',
      order: 'asc',
    },
    ...{ header: { Fecha: 'bookingDay', Importe: 'amount', Concepto: 'text' }, accountPattern: '([0-9]+)' },
  }
  const first = await setDraft(deps, { bankAccountId, profile, actor: 'ana' })
  await markTried(engine, first.id, 1)
  await approveProfile(deps, { bankAccountId, profileId: first.id }, ana)
  const second = await setDraft(deps, { bankAccountId, profile: { ...profile, name: 'Second' }, actor: 'ana' })
  await markTried(engine, second.id, 1)
  await approveProfile(deps, { bankAccountId, profileId: second.id }, ana)
  const { rows } = await owner.query<{ before: string | null; after: string; keys: string[] }>(
    `select detail #>> '{before,name}' as before, detail #>> '{after,name}' as after,
        array(select jsonb_object_keys(detail -> 'after') order by 1) as keys
      from audit_log where action = 'csv_profile.approve' and object_id = $1 order by created_at, id`,
    [bankAccountId],
  )
  assert.deepEqual(
    rows.map(({ before, after: now }) => [before, now]),
    [
      [null, 'First'],
      ['First', 'Second'],
    ],
  )
  assert.deepEqual(rows[0]?.keys, Object.keys(first.profile).sort())
  await engine.query(`delete from bank_csv_profiles where state <> 'draft'`)
  const kept = await owner.query(`select from bank_csv_profiles where bank_account_id = $1`, [bankAccountId])
  assert.equal(kept.rowCount, 2)
})
