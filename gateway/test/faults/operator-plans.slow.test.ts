import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { parseTransactionSearch } from '../../src/core/payments/rules/parse-search.ts'
import type { Db } from '../../src/core/platform/database/database.ts'
import { uuidFrom } from '../../src/core/platform/ids.ts'
import { readProposals } from '../../src/extras/approvals/store/reads/proposals.ts'
import {
  readInSuspense,
  readJournal,
  readManualTransfers,
  readPurses,
  readSuspenseSums,
  readTransfersOfTransaction,
} from '../../src/extras/operator-desk/store/reads/ledger.ts'
import {
  findTransactionsOfAll,
  readTransactionsOfAll,
} from '../../src/extras/operator-desk/store/reads/transactions.ts'
import {
  readCallCounts,
  readDaysOfCalls,
  readNotificationCounts,
  readOpenAttempts,
  readResultTimes,
} from '../../src/extras/overview/store/reads/operator-connectors.ts'
import { readBusiestMerchants, readVolumes } from '../../src/extras/overview/store/reads/operator-overview.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const transactions = 30_000
const lookedAtMax = 20_000

const world = await setUp({ after })

describe('what operators look at, as tables grow', () => {
  const db = new pg.Client({ connectionString: world.url })
  let pointId: string
  before(async () => {
    await db.connect()
    pointId = (await aPoint(world)).pointId
    await fill(db, pointId, await aConnectorAccount(world))
  })
  after(async () => await db.end())

  /** The first statement alone: where nothing is found, some look further. */
  const first = (run: (db: Db) => Promise<unknown>) => async (real: Db) => {
    let sent = 0
    const none = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }
    await run({ query: async (statement) => (sent++ > 0 ? none : await real.query(statement)) })
  }
  const rowsOf = async (run: (db: Db) => Promise<unknown>) => {
    const general = await planOf(db, first(run), 'general')
    const own = await planOf(db, first(run), 'for these values')
    return Math.max(general.rowsRead, own.rowsRead)
  }
  const hourAgo = () => uuidFrom(new Date(Date.now() - 3_600_000))
  const lastHour = () => ({ yesterday: hourAgo(), sameTime: hourAgo(), today: hourAgo(), firstHour: 0 })

  it('a page of all transactions looks at a bounded part, and at its own rows where it filters nothing', async () => {
    assert.ok((await rowsOf(async (each) => await readTransactionsOfAll(each, { limit: 20 }))) <= 100)
    const rare = await rowsOf(async (each) => await readTransactionsOfAll(each, { status: 'ERROR', limit: 20 }))
    assert.ok(rare > 1_000 && rare <= lookedAtMax + 100, `${rare} rows`)
  })

  const statementsOf = async (text: string) => {
    const statements: pg.QueryConfig[] = []
    const keep: Db = {
      query: async (statement) => {
        statements.push(statement)
        return await Promise.resolve({ rows: [], rowCount: 0, command: '', oid: 0, fields: [] })
      },
    }
    await findTransactionsOfAll(keep, { parsed: parseTransactionSearch(text), limit: 20 })
    return statements
  }

  it('a text is found by the indexes of each point and week, whatever it means', async () => {
    const { rows: ids } = await db.query<{ id: string }>('select id from transactions order by id limit 1')
    const id = ids[0]?.id ?? ''
    for (const text of ['ref-77', 'surname29999 payer', 'surname29999', '77.00', '20267565393', id, id.slice(0, 8)]) {
      const statements = await statementsOf(text)
      assert.ok(statements.length >= 5)
      for (const statement of statements) {
        const rows = await rowsOf(async (each) => await each.query(statement))
        // Rows, their points and merchants, and a look into each of the few weeks.
        assert.ok(rows <= 60, `${text}: ${rows} rows by ${statement.text}`)
      }
    }
  })

  it('a word that every name has is looked at up to a limit', async () => {
    const last = (await statementsOf('payer')).at(-1)
    assert.ok(last)
    const rows = await rowsOf(async (each) => await each.query(last))
    assert.ok(rows > 5_000 && rows <= 4 * 5_000 + 100, `${rows} rows`)
  })

  it('money in suspense and moves by hand are read without what is settled', async () => {
    const wanted = { environment: undefined, after: undefined, limit: 10 }
    assert.ok((await rowsOf(async (each) => await readInSuspense(each, wanted))) <= 20)
    assert.ok((await rowsOf(async (each) => await readSuspenseSums(each))) <= 60)
    assert.ok((await rowsOf(async (each) => await readManualTransfers(each, pointId, 20))) <= 100)
  })

  it('the journal looks at a bounded part, and one transaction’s entries are found by their index', async () => {
    const rows = await rowsOf(async (each) => await readJournal(each, { accountId: 999n, limit: 20 }))
    assert.ok(rows > 1_000 && rows <= lookedAtMax + 100, `${rows} rows`)
    const { rows: ids } = await db.query(
      'select transaction_id as id from ledger_transfers where transaction_id is not null limit 1',
    )
    assert.ok((await rowsOf(async (each) => await readTransfersOfTransaction(each, ids[0].id))) <= 10)
  })

  it('sums over accounts add up only what came since sums were kept', async () => {
    await db.query('update ledger_sums_upto set transfer_id = (select max(id) - 10 from ledger_transfers)')
    const rows = await rowsOf(async (each) => await readPurses(each))
    assert.ok(rows > 0 && rows <= 100, `${rows} rows`)
  })

  it('the last hour’s calls, news and volumes are found by the time in their ids', async () => {
    const limits = { calls: 70, days: 70, times: 140, news: 5, volumes: 70, merchants: 75 }
    const rows = {
      calls: await rowsOf(async (each) => await readCallCounts(each, hourAgo())),
      days: await rowsOf(async (each) => await readDaysOfCalls(each, hourAgo())),
      times: await rowsOf(async (each) => await readResultTimes(each, hourAgo())),
      news: await rowsOf(async (each) => await readNotificationCounts(each, hourAgo())),
      volumes: await rowsOf(async (each) => await readVolumes(each, lastHour())),
      merchants: await rowsOf(async (each) => await readBusiestMerchants(each, { since: hourAgo(), limit: 10 })),
    }
    for (const [name, limit] of Object.entries(limits)) {
      assert.ok(rows[name as keyof typeof rows] <= limit, `${name}: ${rows[name as keyof typeof rows]} rows`)
    }
    assert.ok(rows.calls > 0 && rows.days > 0 && rows.times > 0 && rows.volumes > 0)
    assert.ok((await rowsOf(async (each) => await readOpenAttempts(each))) <= 60)
  })

  it('open proposals are read without decided ones', async () => {
    assert.ok((await rowsOf(async (each) => await readProposals(each, { open: true, limit: 20 }))) <= 20)
  })
})

/** One transaction a minute up to now, ids with their time; fifty are open with money in suspense. */
async function fill(db: pg.Client, pointId: string, accountId: string): Promise<void> {
  await db.query(`create temp table made as select n, at, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5('x' || n), 1, 15))::uuid as id
    from (select n, now() - (${transactions} - n) * interval '1 minute' as at from generate_series(1, ${transactions}) n) x`)
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
      status, reason, suspense_minor, connector_account_id, sequence, instructions, details, content_hash, pay_token,
      created_at, updated_at, expired_at)
    select id, $1, 'test', 'payin', 'BT_AR', 'ref-' || n, 1000, 'ARS', case when n <= 50 then 'PENDING' else 'COMPLETED' end,
      'paid', case when n <= 50 then 1000 else 0 end, $2, n, '{}', '{}', sha256(n::text::bytea), substr(md5(n::text), 1, 22),
      at, at, now() from made`,
    [pointId, accountId],
  )
  await db.query(
    `insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state, calls,
      outcome, next_action_at, created_at, updated_at)
    select id, id, $1, 'test', $2, 'submit', 1, n::text, case when n <= 50 then 'open' else 'closed' end, 1, 'completed',
      case when n <= 50 then now() end, at, at from made`,
    [pointId, accountId],
  )
  await db.query(`insert into ledger_accounts (environment, currency, kind, point_id, balance_minor, overdraft_minor)
    values ('test', 'ARS', 'available', '${pointId}', 0, 0), ('test', 'ARS', 'fees', '${pointId}', null, null)`)
  const accounts = `ledger_accounts a, ledger_accounts f where a.kind = 'available' and f.kind = 'fees'`
  await db.query(
    `insert into ledger_transfers (transaction_id, point_id, kind, debit_account, credit_account, amount_minor, environment,
      currency) select m.id, $1, 'payin', f.id, a.id, 1000, 'test', 'ARS' from made m, ${accounts}`,
    [pointId],
  )
  await db.query(
    `insert into ledger_transfers (point_id, kind, debit_account, credit_account, amount_minor, environment, currency)
    select $1, 'funding', f.id, a.id, 5, 'test', 'ARS' from generate_series(1, 10), ${accounts}`,
    [pointId],
  )
  await db.query(`insert into transaction_words (transaction_id, point_id, created_week, word, created_at)
    select t.id, t.point_id, t.created_week, w.word, t.created_at
    from transactions t cross join lateral (values ('payer'), ('surname' || t.sequence)) w (word)`)
  await db.query('analyze')
}
