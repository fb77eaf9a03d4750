import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { checkDays } from '../../src/extras/bank-accounts/store/bank-days.ts'
import { readLine } from '../../src/extras/bank-accounts/store/line-states.ts'
import {
  findReturnPairs,
  type LineFilters,
  listLines,
  readNeighbours,
} from '../../src/extras/bank-accounts/store/read-lines.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { setUp } from '../support/set-up.ts'

/** Lines of the table, and how many of them wait. */
const lines = 20_000
const waiting = 200
const page = 25

const world = await setUp({ after })

describe('as lines of the bank grow', () => {
  const db = new pg.Client({ connectionString: world.url })
  const account = uuidV7(new Date())
  before(async () => {
    await db.connect()
    await db.query(
      `insert into bank_accounts (id, connector_account_id, environment, country, currency, holder, time_zone)
        values ($1, $2, 'live', 'MX', 'MXN', 'Pasarela Test SA', 'America/Mexico_City')`,
      [account, await aConnectorAccount(world, 'live')],
    )
    await db.query(
      `insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single,
          refs, details, text)
        select gen_random_uuid(), $1, sha256(n::text::bytea), 1, date '2030-01-01' + n / 50, 'C', n + 1, false, true, '{}', '[]', 'line ' || n
        from generate_series(0, ${lines - 1}) n`,
      [account],
    )
    await db.query(
      `insert into bank_line_states (bank_line_id, bank_account_id, state, numbers)
        select id, bank_account_id, case when amount_minor % ${lines / waiting} = 0 then 'in_suspense' else 'closed' end, '{x}' from bank_lines`,
    )
    await db.query('analyze')
  })
  after(async () => await db.end())

  const rowsReadBy = async (filters: Partial<LineFilters>) =>
    (await planOf(db, async (engine) => await listLines(engine, { ...filters, limit: page }), 'for these values'))
      .rowsRead

  it('a page reads its rows, of all accounts and of one', async () => {
    for (const filters of [{}, { bankAccountId: account }, { oldestFirst: true, from: '2030-03-01' }]) {
      const read = await rowsReadBy(filters)
      assert.ok(read <= 12 * page, `${read} rows for ${JSON.stringify(filters)}`)
    }
  })

  it('what waits, and the lines beside one, are read from those that wait', async () => {
    const read = await rowsReadBy({ state: 'in_suspense' })
    assert.ok(read <= 12 * page + 4 * waiting, `${read} rows`)
    const { rows } = await db.query<{ id: string }>(
      `select bank_line_id as id from bank_line_states where state = 'in_suspense' limit 1`,
    )
    const line = await readLine(world.database.engine, rows[0]?.id ?? '')
    assert.ok(line)
    for (const look of [readNeighbours, findReturnPairs]) {
      const { rowsRead } = await planOf(db, async (engine) => void (await look(engine, line)), 'for these values')
      assert.ok(rowsRead <= 6 * waiting, `${look.name}: ${rowsRead} rows`)
    }
  })

  it('days read each line once, however many days its statement covers', async () => {
    const ofMonth = 3_000
    const month = uuidV7(new Date())
    await db.query(
      `insert into bank_accounts (id, connector_account_id, environment, country, currency, holder, time_zone, ledger_from)
        select $1, $2, 'live', 'MX', 'MXN', 'Pasarela Test SA', 'UTC', current_date - 30`,
      [month, await aConnectorAccount(world, 'live')],
    )
    await db.query(
      `insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single,
          refs, details, text)
        select gen_random_uuid(), $1, sha256(n::text::bytea), 1, current_date - 30 + n / ${ofMonth / 30}, 'C', 1, false, true, '{}', '[]', 'x'
        from generate_series(0, ${ofMonth - 1}) n`,
      [month],
    )
    await db.query(
      `with file as (insert into bank_files (id, environment, name, sha256, size_bytes, received_by, state, format, markers, read_at)
          values (gen_random_uuid(), 'live', 'a', sha256('a'), 1, 'ana', 'read', 'camt', ${ofMonth}, now()) returning id)
        insert into bank_statements (id, bank_file_id, position, bank_account_id, from_day, to_day, closing_minor, credit_minor,
          debit_minor, expected_entries, booked_entries, doubts)
        select gen_random_uuid(), id, 1, $1, current_date - 30, current_date - 1, ${ofMonth}, ${ofMonth}, 0, 0, ${ofMonth}, '[]' from file`,
      [month],
    )
    await db.query('analyze')
    const { rowsRead } = await planOf(db, async (engine) => await checkDays(engine), 'general')
    // Once for each day would be 15 times the lines of the month.
    assert.ok(rowsRead <= 2 * ofMonth + 10 * waiting, `${rowsRead} rows`)
    await checkDays(db)
    const { rows } = await db.query('select distinct day - current_date + 31 - bank_minor / 100 as off from bank_days')
    assert.deepEqual(rows, [{ off: '0' }], 'each day ends with its own lines')
  })
})
