import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { readAwaitedDebits } from '../../../src/bank-accounts/store/batch-debits.ts'
import { openPaymentDesk } from '../../support/payment-desk.ts'
import { planOf } from '../../support/plan-of.ts'
import { setUp } from '../../support/set-up.ts'

/** Files that the bank has paid, and payouts of each. */
const files = 400
const perFile = 50
/** Files with payouts that are not decided, each with so many of them. */
const openFiles = 3
const openInEach = 2

const world = await setUp({ after })

describe('the debits that an own bank account awaits, behind many paid files', () => {
  const db = new pg.Client({ connectionString: world.url })
  let bankAccountId: string
  before(async () => {
    await db.connect()
    const { anAccount, pointId } = await openPaymentDesk(world)
    const account = await anAccount()
    bankAccountId = account.id
    await fill(db, { pointId, bankAccountId, connectorAccountId: account.connectorAccountId })
  })
  after(async () => await db.end())

  // Open payouts have 7 cents more than a thousand times the number of their file, so the sum of a file is told apart.
  const sumOf = (file: number) => BigInt(openInEach * (file * 1_000 + 7))
  const wanted = (amounts: readonly bigint[]) => async (each: Parameters<typeof readAwaitedDebits>[0]) =>
    await readAwaitedDebits(each, { bankAccountId, amounts })

  it('a file of last year still awaits the sum of what is open in it, and its payouts one by one', async () => {
    const paid = BigInt(perFile) * 500n
    const amounts = [paid, sumOf(1), sumOf(1) + 1n, sumOf(files), 1_007n, 500n, BigInt(files) * 1_000n + 7n]
    const found = await wanted(amounts)(world.database.engine)
    assert.deepEqual([...found].sort(), [sumOf(1), sumOf(files), 1_007n, BigInt(files) * 1_000n + 7n].sort())
  })

  it('many amounts are looked for among open payouts alone, read once', async () => {
    const amounts = Array.from({ length: 300 }, (_, at) => BigInt(at) + 600n)
    for (const plan of ['general', 'for these values'] as const) {
      const { rowsRead } = await planOf(db, wanted(amounts), plan)
      assert.ok(rowsRead > 0 && rowsRead <= 20 * openFiles * openInEach, `${plan}: ${rowsRead} rows`)
    }
  })
})

async function fill(
  db: pg.Client,
  ids: { pointId: string; bankAccountId: string; connectorAccountId: string },
): Promise<void> {
  const { rows } = await db.query<{ settings: object }>(
    'select payout_settings as settings from bank_accounts where id = $1',
    [ids.bankAccountId],
  )
  await db.query(
    `insert into payment_batches (id, bank_account_id, number, format, settings, message_id, state, item_count, total_minor,
        execution_day, made_by, made_at, approved_by, approved_at, approved_alone, handed_over_by, handed_over_at)
      select gen_random_uuid(), $1, n, 'csv', $2, 'MESSAGE' || lpad(n::text, 6, '0'), 'handed_over', $3, 1, at::date, 'ana', at,
        'bea', at, false, 'ana', at
      from (select n, gateway_now() - (${files} - n + 1) * interval '1 day' as at from generate_series(1, ${files}) n) x`,
    [ids.bankAccountId, rows[0]?.settings, perFile],
  )
  // The first files and the last have open payouts: the first of each.
  await db.query(
    `create temp table made as select b.id as batch, b.number as file, i as position, b.made_at as at,
        gen_random_uuid() as id, row_number() over () as n,
        i <= ${openInEach} and (b.number < ${openFiles} or b.number = ${files}) as is_open
      from payment_batches b cross join generate_series(1, ${perFile}) i`,
  )
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency, status,
        reason, connector_account_id, sequence, instructions, details, content_hash, created_at, updated_at, ordered_at, booked)
      select id, $1, 'live', 'payout', 'SPEI_MX', 'ref-' || n, case when is_open then file * 1000 + 7 else 500 end, 'MXN',
        case when is_open then 'PENDING' else 'COMPLETED' end, case when is_open then 'submitted' else 'paid' end, $2,
        9000000000 + n, '{}', '{}', sha256(n::text::bytea), at, at, at, true from made`,
    [ids.pointId, ids.connectorAccountId],
  )
  await db.query(
    `insert into payment_batch_items (payment_batch_id, position, transaction_id, instruction_key, amount_minor)
      select batch, position, id, 'KEY' || lpad(n::text, 9, '0'), case when is_open then file * 1000 + 7 else 500 end from made`,
  )
  await db.query('analyze')
}
