import type pg from 'pg'
import type { Bench } from './bench-world.ts'
import { newReference } from './example-rows.ts'
import { type PathRequest, send } from './gateway-requests.ts'
import { payoutRequest } from './paths/payout.ts'

/** Rows of one statement: a second or two of work. */
const writtenAtOnce = 20_000

const payinRequest: PathRequest = {
  method: 'POST',
  path: () => '/api/v1/payments/payin_hth',
  body: () => ({ service_code: 'PIX_BR', amount: 99.5, reference: newReference(), payer_doc_id: '52998224725' }),
}

/** SQL of an id in order of time, as the gateway's own are. */
const newId =
  "(lpad(to_hex((extract(epoch from new_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 19))::uuid"

/** Pay-ins of the last year in no order, over the points `$3`, numbered from `$1`; a tenth of them waits for its money. */
const made = `made as materialized (
  select ${newId} as new_id, ${newId} as other_id, new_at, new_point, $1::bigint + n as new_number, n % 10 = 0 as waits
  from (select n, gateway_now() - random() * interval '365 days' as new_at,
      ($3::uuid[])[1 + n % cardinality($3::uuid[])] as new_point
    from generate_series(1, $2::int) n offset 0) g)`

const closed = `'lease_owner', null, 'lease_until', null`

/**
 * What is each row's own; the rest is as in the row that is copied. A callback's number comes once, in no order: factor and
 * prime have no common divisor.
 */
const ownColumns = {
  transactions: `'id', new_id, 'reference', new_id, 'sequence', new_number, 'target_reference', 'F' || new_number,
    'pay_token', substr(md5(new_number::text), 1, 22), 'updated_at', new_at,
    'status', case when waits then 'PENDING' else 'COMPLETED' end,
    'reason', case when waits then 'awaiting_payment' else 'paid' end`,
  transaction_history: `'transaction_id', new_id`,
  attempts: `'id', other_id, 'transaction_id', new_id, 'key', new_id, 'state', 'closed', 'next_action_at', null, ${closed}`,
  callback_events: `'id', other_id, 'transaction_id', new_id, 'api_key', 1 + (new_number::numeric * 7654321987 % 9999999967)::bigint`,
  callback_deliveries: `'event_id', other_id, 'transaction_id', new_id, 'state', 'delivered', 'delivered_at', new_at, ${closed}`,
} as const

/** Fills the gateway's database until it holds so many transactions, each with its history, attempt and callback. */
export async function fillTransactions(bench: Bench, count: number): Promise<void> {
  const { db } = bench
  let held = await countTransactions(db)
  if (held >= count) return
  const payin = JSON.parse(await send(bench, payinRequest)).data.transaction_id
  const payout = JSON.parse(await send(bench, payoutRequest)).data.transaction_id
  const copies = Object.entries(ownColumns).map(async ([table, own]) => await copyOf(db, table, own))
  const text = `with ${made}, ${(await Promise.all(copies)).join(', ')} select 1`
  const pointIds = bench.shops.map(({ pointId }) => pointId)
  for (; held < count; held += writtenAtOnce) {
    const wanted = Math.min(writtenAtOnce, count - held)
    await db.query(text, [firstNumber + held, wanted, pointIds, payin, payout])
  }
  await db.query(`vacuum (analyze) ${Object.keys(ownColumns).join(', ')}`)
  // What was written reaches the disk now and not while it is measured, where the role may ask for it.
  await db.query('checkpoint').catch(() => undefined)
}

export async function countTransactions(pool: pg.Pool): Promise<number> {
  const found = await pool.query<{ count: string }>('select count(*) from transactions')
  return Number(found.rows[0]?.count)
}

/** Greater than every number that the gateway gives. */
const firstNumber = 10 ** 15

/** Copies the rows of `table` that belong to the pay-in, or the payout where only that has some. */
async function copyOf(pool: pg.Pool, table: string, own: string): Promise<string> {
  const columns = await pool.query<{ names: string; some: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names, string_agg('r.' || quote_ident(column_name), ', ') as some
      from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const { names, some } = columns.rows[0] ?? {}
  const key = table === 'transactions' ? 'id' : 'transaction_id'
  const copied = table.startsWith('callback_') ? '$5::uuid' : '$4::uuid'
  return `${table}_copied as (insert into ${table} (${names}) select ${some} from made, ${table} e,
    jsonb_populate_record(e, jsonb_build_object('point_id', new_point, 'created_at', new_at, ${own})) r where e.${key} = ${copied})`
}
