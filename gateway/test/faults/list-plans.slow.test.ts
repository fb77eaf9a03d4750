import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { parseTransactionSearch } from '../../src/core/payments/rules/parse-search.ts'
import { searchByText } from '../../src/core/payments/store/reads/search-by-text.ts'
import {
  hasGeneralPage,
  readTransactionPage,
  type TransactionFilters,
} from '../../src/core/payments/store/reads/transactions.ts'
import type { Db } from '../../src/core/platform/database/database.ts'
import { routeFinder } from '../../src/core/processing/route-finder.ts'
import type { Caller } from '../../src/core/values/caller.ts'
import {
  countByBuckets,
  readApprovalsWaiting,
  readBeginnings,
  readBookedOtherwise,
  readPending,
  readUnderReview,
} from '../../src/extras/overview/store/reads/overview.ts'
import { csvLines } from '../../src/extras/transactions/http/transaction-csv.ts'
import { countByStatus, countedMax } from '../../src/extras/transactions/store/reads/status-counts.ts'
import {
  foundRows,
  plansFor,
  type SearchFilters,
  searchTransactions,
} from '../../src/extras/transactions/store/reads/transaction-search.ts'
import { readAuditOf, readNotifications } from '../../src/extras/transactions/store/reads/transaction-timeline.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { type PlanChoice, planOf } from '../support/plan-of.ts'
import { aPoint, setUp } from '../support/set-up.ts'

/** Rows of the table; a page must read a small part of them. */
const transactions = 8_000

const pageRows = 20

/** More than an overview looks at. */
const reviewed = 2_500

const world = await setUp({ after })

describe('as lists grow', () => {
  const db = new pg.Client({ connectionString: world.url })
  let point: Awaited<ReturnType<typeof aPoint>>
  let accountId: string
  before(async () => {
    await db.connect()
    point = await aPoint(world)
    accountId = await aConnectorAccount(world)
    await fill(db, point.pointId, accountId)
    await fillAround(db, point.pointId, accountId)
    await db.query('analyze')
    await db.query(`grant pasarela_reader to current_user`)
  })
  after(async () => await db.end())

  /** Read as the merchant's reader: row-level security keeps some conditions out of indexes. */
  const rowsReadBy = async (
    run: (reader: Db) => Promise<unknown>,
    plan: PlanChoice = 'for these values',
  ): Promise<number> => {
    await db.query(`select set_config('pasarela.merchant_id', $1, false)`, [point.merchantId])
    await db.query('set role pasarela_reader')
    try {
      return (await planOf(db, run, plan)).rowsRead
    } finally {
      await db.query('reset role')
    }
  }
  /** By the plan that such a list has in use. */
  const rowsRead = async (filters: SearchFilters): Promise<number> => {
    const search = { filters, limit: pageRows }
    return await rowsReadBy(async (reader) => await searchTransactions(reader, point.pointId, search), plansFor(search))
  }
  const rowsAsked = async (asked: string): Promise<number> => {
    const search = {
      filters: { payTypes: ['payin'] as const },
      parsed: parseTransactionSearch(asked),
      connectorAccountIds: [accountId],
      limit: pageRows,
    }
    return await rowsReadBy(
      async (reader) => await searchByText(reader, foundRows, { pointId: point.pointId, search }),
      'general',
    )
  }

  const filters: [string, SearchFilters][] = [
    ['pay type', { payType: 'payin' }],
    ['rare pay type', { payType: 'payout' }],
    ['status', { status: 'PENDING' }],
    ['status and pay type', { payType: 'payin', status: 'PENDING' }],
    ['status and rare pay type', { payType: 'payout', status: 'PENDING' }],
    ['rare status', { status: 'ERROR' }],
    ['rare reason', { payType: 'payin', reason: 'overpaid' }],
    ['reason that goes with a status', { payType: 'payin', reason: 'awaiting_payment' }],
    ['rare service code', { payType: 'payin', serviceCode: 'PIX_BR' }],
    ['rare currency', { payType: 'payin', currency: 'BRL', serviceCodes: ['PIX_BR'] }],
    ['a page far behind', { payType: 'payin', createdTo: new Date('2026-01-01T12:00:00Z') }],
  ]
  for (const [name, filter] of filters) {
    it(`a page by ${name} reads what it shows, not the table`, async () => {
      const rows = await rowsRead(filter)
      assert.ok(rows > 0 && rows <= 4 * pageRows, `${rows} rows`)
    })
  }

  const amounts: [string, SearchFilters][] = [
    ['few have', { amountFrom: { two: 799_000n, none: 7_990n } }],
    ['nobody has', { amountFrom: { two: 799_000_000n, none: 7_990_000n } }],
    ['many have', { amountFrom: { two: 400_000n, none: 4_000n } }],
    ['few have, of one currency', { amountFrom: { two: 799_000n, none: 7_990n }, currency: 'ARS' }],
  ]
  for (const [name, filter] of amounts) {
    it(`a page by amounts that ${name} walks over a bounded number, and then reads what it shows`, async () => {
      const codesByDecimals = { two: ['BT_AR', 'PIX_BR'], none: ['BT_CL'] }
      const rows = await rowsRead({ payType: 'payin', codesByDecimals, ...filter })
      // Forty for each row of the page, counted, and the same again behind them.
      assert.ok(rows > 0 && rows <= (3 * 40 + 4) * pageRows, `${rows} rows`)
    })
  }

  const questions: [string, string][] = [
    ['a reference', 'ref-77'],
    ['an end-to-end id', 'e2e-500'],
    ['a bank reference', 'bank-500'],
    ['a reference that the payer gave', 'slip-500'],
    ['a target reference', 'SB500'],
    ['a CLABE', '646180000000000500'],
    ['a document', 'DOC-5'],
    ['an amount', '500.00'],
    ['a word of a name', 'surname500'],
    ['words of a name that many have, in another order', 'surname77 payer'],
    ['the beginning of a word', 'surname12'],
    ['the first eight characters of an id', '019b7678'],
    ['nothing that there is', 'nothing at all'],
  ]
  for (const [name, asked] of questions) {
    it(`a search for ${name} reads what it finds, not the table`, async () => {
      const rows = await rowsAsked(asked)
      assert.ok(rows <= 25 * pageRows, `${rows} rows`)
    })
  }

  it('statuses are counted up to their limit, not over the table', async () => {
    const counts = async (payType: 'payin' | 'payout', createdFrom?: Date) =>
      await rowsReadBy(
        async (reader) => await countByStatus(reader, point.pointId, { payType, ...(createdFrom && { createdFrom }) }),
        'general',
      )
    const all = await counts('payin')
    assert.ok(all >= 2_000 && all <= 2 * (countedMax + 1) + 20, `${all} rows`)
    assert.ok((await counts('payout')) <= 10)
    const lastHour = await counts('payin', new Date('2026-01-06T12:20:00Z'))
    assert.ok(lastHour > 0 && lastHour <= 70, `${lastHour} rows`)
  })

  it('a search for what nearly everything begins with looks at a bounded number', async () => {
    const rows = await rowsAsked('ref-')
    assert.ok(rows > pageRows && rows <= 3_000, `${rows} rows`)
    const named = await rowsAsked('surn')
    assert.ok(named > 5_000 && named <= 4 * 5_001 + 25 * pageRows, `${named} rows`)
  })

  it('a search for a word that every name has reads what it shows', async () => {
    const rows = await rowsAsked('payer')
    assert.ok(rows > pageRows && rows <= 25 * pageRows, `${rows} rows`)
  })

  it('a page of the API reads what it shows, by every filter', async () => {
    const filters: Omit<TransactionFilters, 'limit'>[] = [
      {},
      { payType: 'payin' },
      { status: 'PENDING' },
      { payType: 'payout', status: 'PENDING' },
      { serviceCode: 'PIX_BR' },
      { reference: 'ref-77' },
      { reference: 'ref-77', payType: 'payin', status: 'COMPLETED' },
      { payerReference: 'slip-500' },
      { createdTo: new Date('2026-01-01T12:00:00Z') },
      { after: { createdAt: new Date('2026-01-01T12:00:00Z'), id: accountId } },
    ]
    for (const filter of filters) {
      const run = async (reader: Db) => await readTransactionPage(reader, point.pointId, { ...filter, limit: pageRows })
      const rows = await rowsReadBy(run, hasGeneralPage(filter) ? 'general' : 'for these values')
      assert.ok(rows > 0 && rows <= 4 * pageRows, `${JSON.stringify(filter)}: ${rows} rows`)
    }
  })

  it('an overview reads what it counts, not the table', async () => {
    const since = new Date('2026-01-01T12:00:00Z')
    const slot = { since, until: new Date(since.getTime() + 100 * 60_000) }
    const counted = await rowsReadBy(async (reader) => await countByBuckets(reader, point.pointId, [slot]))
    assert.ok(counted >= 100 && counted <= 130, `${counted} rows`)
    const otherwise = await rowsReadBy(async (reader) => await readBookedOtherwise(reader, point.pointId, [slot]))
    assert.ok(otherwise <= 10, `${otherwise} rows`)
    const waiting = await rowsReadBy(
      async (reader) => await readPending(reader, point.pointId, [{ age: 'older', ...slot }]),
    )
    assert.ok(waiting >= 50 && waiting <= 80, `${waiting} rows`)
    const beginnings = await rowsReadBy(async (reader) => await readBeginnings(reader, point.pointId))
    assert.ok(beginnings <= 10, `${beginnings} rows`)
    const approvals = await rowsReadBy(async (reader) => await readApprovalsWaiting(reader, point.pointId))
    assert.ok(approvals <= 10, `${approvals} rows`)
  })

  it('an overview looks at a bounded part of the review queue, whosever it is', async () => {
    await db.query(`update transactions set needs_operator = 'a contradiction' where id in (
      select id from transactions limit ${reviewed})`)
    const plans = ['general', 'for these values'] as const
    for (const plan of plans) {
      const { rowsRead: rows } = await planOf(db, async (engine) => await readUnderReview(engine, point.pointId), plan)
      assert.ok(rows > 0 && rows <= 2_000, `${rows} rows`)
    }
    await db.query('update transactions set needs_operator = null')
  })

  it('a story reads its own notifications and audit rows', async () => {
    const news = await planOf(
      db,
      async (engine) => await readNotifications(engine, [{ connector_account_id: accountId, key: 'key-5' }], 100),
      'general',
    )
    assert.ok(news.rowsRead > 0 && news.rowsRead <= 5, `${news.rowsRead} rows`)
    const audit = await planOf(db, async (engine) => await readAuditOf(engine, point.pointId, 'object-5'), 'general')
    assert.ok(audit.rowsRead > 0 && audit.rowsRead <= 5, `${audit.rowsRead} rows`)
  })

  it('an export that meets its limit says so in its last line, one that does not says nothing', async () => {
    const caller = { point: { pointId: point.pointId, merchantId: point.merchantId, environment: 'test' } } as Caller
    const linesUpTo = async (rowsMax: number): Promise<string[]> => {
      let text = ''
      for await (const part of csvLines({ ...world, routes: routeFinder(world) }, caller, {
        filters: { payType: 'payin' },
        rowsMax,
      }))
        text += part
      return text.trimEnd().split('\r\n')
    }
    const cut = await linesUpTo(1_500)
    assert.equal(cut.length, 1 + 1_500 + 1)
    assert.match(cut.at(-1) ?? '', /^"?Not complete: a file holds at most 1500 rows/)
    const whole = await linesUpTo(transactions - 3)
    assert.equal(whole.length, 1 + transactions - 3)
    assert.doesNotMatch(whole.at(-1) ?? '', /Not complete/)
  })
})

/** Newest last; three payouts, some rare things, and one of everything that can be searched for, per row. */
async function fill(db: pg.Client, pointId: string, accountId: string): Promise<void> {
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
      status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, target_reference,
      party_document, party_name, sender_document, payer_reference, end_to_end_id, provider_reference, created_at,
      updated_at, expired_at)
    select gen_random_uuid(), $1, 'test', case when n <= 3 then 'payout' else 'payin' end,
      case when n % 2000 = 1999 then 'PIX_BR' else 'BT_AR' end, 'ref-' || n, n * 100,
      case when n % 2000 = 1999 then 'BRL' else 'ARS' end,
      case when n % 2 = 0 then 'PENDING' when n % 1000 = 1 then 'ERROR' else 'COMPLETED' end,
      case when n % 2 = 0 then 'awaiting_payment' when n % 1500 = 7 then 'overpaid' else 'paid' end, $2, n,
      jsonb_build_object('clabe', (646180000000000000 + n)::text), '{}', sha256(n::text::bytea),
      case when n > 3 then substr(md5(n::text), 1, 22) end, 'SB' || n, 'DOC-' || n % 400, 'Payer Surname' || n, 'SENDER-' || n,
      'slip-' || n, 'e2e-' || n, 'bank-' || n, '2026-01-01'::timestamptz + n * interval '1 minute', gateway_now(),
      case when n > 3 then gateway_now() end
    from generate_series(1, ${transactions}) n`,
    [pointId, accountId],
  )
  await db.query(`insert into transaction_words (transaction_id, point_id, created_week, word, created_at)
    select t.id, t.point_id, t.created_week, w.word, t.created_at
    from transactions t cross join lateral unnest(string_to_array(lower(t.party_name), ' ')) w (word)`)
}

async function fillAround(db: pg.Client, pointId: string, accountId: string): Promise<void> {
  await db.query(
    `insert into provider_notifications (id, connector_account_id, event_id, attempt_key, headers, body, state, received_at)
    select gen_random_uuid(), $1, 'event-' || n, 'key-' || n, '{}', 'x', 'processed', gateway_now()
    from generate_series(1, 3000) n`,
    [accountId],
  )
  await db.query(
    `insert into audit_log (id, actor, action, point_id, object_id)
    select gen_random_uuid(), 'somebody', 'thing.do', $1, 'object-' || n from generate_series(1, 3000) n`,
    [pointId],
  )
}
