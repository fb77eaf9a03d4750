import assert from 'node:assert/strict'
import test from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../../../test/support/set-up.ts'
import { readAmountsOf } from '../../../processing/rules/amounts.ts'
import { insertTransactions } from '../../../processing/store/creations.ts'
import { readTransaction } from '../../../processing/store/reads/transactions.ts'
import { readHistory, readTransactionPage, readTransactionWithHistory } from './transactions.ts'

test('what is read as JSON is what the columns hold, field by field', async (t) => {
  const world = await setUp(t)
  const { engine, owner } = world.database
  const { pointId } = await aPoint(world)
  const item = aTransaction(
    world,
    { pointId, connectorAccountId: await aConnectorAccount(world) },
    { metadata: { order: 'Ñandú "7"' }, instructions: { clabe: '002115016003269411' } },
  )
  await insertTransactions(engine, [item])
  await owner.query(
    `update transactions set status = 'COMPLETED', reason = 'overpaid', amount_minor = 9999999999999,
      credited_minor = 9999999999998, received_minor = 9999999999997, suspense_minor = 3, reversed_minor = 4,
      sent_back_minor = 5, end_to_end_id = 'end', provider_reference = 'provider', sender_name = 'Ana',
      sender_document = '20267565393', payer_reference = 'typed', payer_reference_source = 'payer',
      card_bin = '400000', card_last4 = '1091', updated_at = created_at + interval '1.234 s' where id = $1`,
    [item.id],
  )
  for (const detail of ['one', 'two', 'three']) {
    await owner.query(
      `insert into transaction_history (transaction_id, point_id, status, reason, source, detail, created_at)
        values ($1, $2, 'COMPLETED', 'overpaid', 'operator', $3, gateway_now())`,
      [item.id, pointId, detail],
    )
  }

  const found = await readTransactionWithHistory(engine, pointId, item.id)
  const row = await readTransaction(engine, pointId, item.id)
  assert.ok(found && row)
  const { amounts, bookedMoney, refundSums, history, isWithdrawal, ...fields } = found
  for (const [field, value] of Object.entries(fields)) {
    const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    assert.deepEqual(value, row[column as keyof typeof row], column)
  }
  assert.ok(Object.keys(fields).length > 20)
  assert.deepEqual(amounts, readAmountsOf(row))
  assert.deepEqual([bookedMoney, isWithdrawal], [null, false])
  assert.deepEqual(refundSums, { refundedMinor: 0n, takenMinor: 0n })
  const rows = await readHistory(engine, pointId, item.id)
  assert.deepEqual(
    history,
    rows.map(({ created_at: at, ...entry }) => ({ ...entry, at })),
  )
  assert.deepEqual(
    history.map(({ detail }) => detail),
    [null, 'one', 'two', 'three'],
  )

  const [listed] = await readTransactionPage(engine, pointId, { limit: 1 })
  assert.ok(listed)
  for (const [field, value] of Object.entries(listed)) assert.deepEqual(value, found[field as keyof typeof found])
})
