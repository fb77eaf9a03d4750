import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { computeBankDays } from '../../../src/bank-accounts/days/compute-days.ts'
import { readBankDays } from '../../../src/bank-accounts/store/bank-days.ts'
import { listStatements } from '../../../src/bank-accounts/store/bank-statements.ts'
import { type MovementScope, readChangedDay, readMovements } from '../../../src/bank-accounts/store/day-movements.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { agreeOpening, anOwnAccount } from '../../support/own-accounts.ts'
import { planOf } from '../../support/plan-of.ts'
import { setUp } from '../../support/set-up.ts'

/** Lines of the account, and of another one beside it: so many on each of its days. `BANK_DAYS_LINES=200000` for more. */
const lines = Number(process.env['BANK_DAYS_LINES'] ?? 40_000)
const days = 200
const perDay = lines / days

const world = await setUp({ after })

describe('the days of a bank account with many lines', () => {
  const db = new pg.Client({ connectionString: world.url })
  let scope: MovementScope
  let last: string
  before(async () => {
    await db.connect()
    const [account, other] = [await anOwnAccount(world), await anOwnAccount(world)]
    const first = await dayAgo(db, days)
    last = await dayAgo(db, 1)
    await agreeOpening(world, account.id, { day: first })
    for (const each of [account, other]) await fill(db, each)
    await db.query('analyze')
    const { rows } = await db.query<{ id: bigint }>(
      `select id from ledger_accounts where kind = 'settlement' and connector_account_id = $1`,
      [account.connectorAccountId],
    )
    scope = {
      ...{ bankAccountId: account.id, timeZone: 'America/Mexico_City', firstDay: first, hasOpening: true },
      settlement: BigInt(rows[0]?.id ?? 0),
    }
  })
  after(async () => await db.end())

  const rowsOf = async (run: (each: Db) => Promise<unknown>) =>
    Math.max((await planOf(db, run, 'general')).rowsRead, (await planOf(db, run, 'for these values')).rowsRead)

  it('what moved on a day is read from its lines', async () => {
    const settlement = scope.settlement
    assert.ok(settlement)
    const day = { from: last, to: last, linesTo: last }
    const found = await readMovements(world.database.engine, scope, day)
    const line = found.find(({ what, day: on }) => what === 'line' && on === last)
    const posted = found.find(({ what, day: on }) => what === 'posted' && on === last)
    assert.deepEqual([line?.n, posted?.n], [perDay, perDay])
    const rows = await rowsOf(async (each) => await readMovements(each, scope, day))
    // Each line with its state and its transfer, some times over.
    assert.ok(rows >= perDay && rows <= 12 * perDay, `${rows} rows`)
  })

  it('where nothing changed nothing is read', async () => {
    const rows = await rowsOf(async (each) => await readChangedDay(each, scope, new Date(Date.now() + 3_600_000)))
    assert.ok(rows <= 20, `${rows} rows`)
  })

  it('a statement of a day is compared with the lines of its day and of those since the one before', async () => {
    const wanted = {
      bankAccountId: scope.bankAccountId,
      kind: 'booked' as const,
      days: { from: last, to: last },
      limit: 10,
    }
    const found = await listStatements(world.database.engine, wanted)
    assert.deepEqual(
      found.map(({ adds_up: addsUp, surplus_minor: surplus }) => [addsUp, surplus]),
      [[true, '0']],
    )
    const rows = await rowsOf(async (each) => await first(each, wanted))
    assert.ok(rows >= perDay && rows <= 4 * perDay + 20 * days, `${rows} rows`)
  })

  it('all days are computed in rounds, and each ends with what its lines say', async () => {
    for (let round = 0; round < days; round++) if ((await computeBankDays(world)) === 0) break
    const [end] = await readBankDays(world.database.engine, {
      bankAccountId: scope.bankAccountId,
      from: last,
      to: last,
    })
    assert.deepEqual([end?.difference_minor, end?.unposted_minor, end?.state], [0n, 0n, 'proven'])
    assert.equal(end?.bank_minor, BigInt(lines))
  })
})

/** The statement alone: the chain is another one. */
async function first(db: Db, wanted: Parameters<typeof listStatements>[1]): Promise<void> {
  let isFirst = true
  await listStatements(
    {
      query: async (statement) => {
        const none = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
        if (!isFirst) return none
        isFirst = false
        return await db.query(statement)
      },
    },
    wanted,
  )
}

async function dayAgo(db: pg.Client, ago: number): Promise<string> {
  const { rows } = await db.query<{ day: string }>(
    `select ((now() at time zone 'America/Mexico_City')::date - $1::int)::text as day`,
    [ago],
  )
  return rows[0]?.day ?? ''
}

/** Lines of 0.01 with their transfers, and a statement of each day. */
async function fill(db: pg.Client, { id, connectorAccountId }: { id: string; connectorAccountId: string }) {
  await db.query(
    `insert into ledger_accounts (environment, currency, kind, connector_account_id) values
      ('live', 'MXN', 'settlement', $1), ('live', 'MXN', 'suspense', $1) on conflict do nothing`,
    [connectorAccountId],
  )
  await db.query('drop table if exists made, accounts')
  await db.query(
    `create temp table accounts as select
      (select id from ledger_accounts where kind = 'settlement' and connector_account_id = '${connectorAccountId}') as settlement,
      (select id from ledger_accounts where kind = 'suspense' and connector_account_id = '${connectorAccountId}') as suspense`,
  )
  await db.query(
    `create temp table made as select gen_random_uuid() as id, n,
      (now() at time zone 'America/Mexico_City')::date - ${days} + ((n - 1) / ${perDay})::int as day
      from generate_series(1, ${lines}) n`,
  )
  await db.query(
    `insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single, refs,
        details, text, seen_at)
      select id, $1, sha256(n::text::bytea), 1, day, 'C', 1, false, true, '{}', '[]', 'pago', day + interval '1 day' from made`,
    [id],
  )
  await db.query(
    `insert into ledger_transfers (kind, debit_account, credit_account, amount_minor, environment, currency, bank_line_id,
        created_at)
      select 'unknown_in', a.settlement, a.suspense, 1, 'live', 'MXN', m.id, m.day + interval '1 day' from made m, accounts a`,
  )
  await db.query(
    `insert into bank_line_states (bank_line_id, bank_account_id, state, judged_at)
      select id, $1, 'in_suspense', day + interval '1 day' from made`,
    [id],
  )
  const file = `with f as (insert into bank_files (id, environment, name, sha256, size_bytes, received_by, state, format, markers,
        read_at, received_at)
      values (gen_random_uuid(), 'live', 'a.sta', sha256($1::text::bytea), 1, 'ana', 'read', 'mt940', 1, now() - interval '1 day',
        now() - interval '1 day') returning id)`
  await db.query(
    `${file} insert into bank_statements (id, bank_file_id, position, bank_account_id, from_day, to_day, opening_minor,
        closing_minor, credit_minor, debit_minor, expected_entries, booked_entries, adds_up, doubts)
      select gen_random_uuid(), f.id, row_number() over (order by day), $1::uuid, day, day, ${perDay} * (d - 1), ${perDay} * d,
        ${perDay}, 0, 0, ${perDay}, true, '[]'
      from f, (select (now() at time zone 'America/Mexico_City')::date - ${days} + d - 1 as day, d from generate_series(1, ${days}) d) x`,
    [id],
  )
}
