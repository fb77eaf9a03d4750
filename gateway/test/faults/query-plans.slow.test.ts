import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { claimDeliveries } from '../../src/core/callbacks/store/callback-claims.ts'
import { type DeliveryResult, writeDeliveryResults } from '../../src/core/callbacks/store/callback-results.ts'
import { readTransactionPage } from '../../src/core/payments/store/reads/transactions.ts'
import type { Db } from '../../src/core/platform/database/database.ts'
import { claimOverduePayins } from '../../src/core/processing/store/attempts.ts'
import { velocityKinds } from '../../src/extras/card-velocity/rules/card-velocity.ts'
import { countCardUses } from '../../src/extras/card-velocity/store/card-velocity.ts'
import { pageOfChanged } from '../../src/extras/verify/store/pages.ts'
import {
  runTransactionCheck,
  type TransactionCheck,
  textsOf,
  transactionChecks,
} from '../../src/extras/verify/store/transaction-checks.ts'
import { recoverFailed } from '../../src/extras/webhooks/store/callback-recovery.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { aPerson, aPoint, setUp } from '../support/set-up.ts'

/** Rows of each table; the statements must read a small part of them. */
const transactions = 6_000

/** Pay-ins that wait: a tenth is overdue but held for a person, the others have time. */
const pending = 2_000

/** Uses of each card key within the hour. */
const cardUses = 20_000

const fields = { words: ['payer_name'], identifiers: ['account'] }

/** Callbacks in flight, more than the statistics know of: so it looks to the planner between two looks at the table. */
const sending = 500

/** Callbacks that failed for good, of a point of their own. */
const failed = 40

const noPoint = '00000000-0000-0000-0000-000000000000'

const plans = ['general', 'for these values'] as const

const world = await setUp({ after })

describe('as tables grow', () => {
  const db = new pg.Client({ connectionString: world.url })
  let pointId: string
  let failingPointId: string
  let ids: string[]
  before(async () => {
    await db.connect()
    pointId = (await aPoint(world)).pointId
    await withoutAutovacuum(db)
    await fill(db, pointId, await aConnectorAccount(world))
    await withdraw(db, pointId, await aPerson(world))
    failingPointId = await failSome(db)
    ids = (await db.query('select id from transactions order by id limit 50')).rows.map(({ id }) => id)
  })
  after(async () => await db.end())

  for (const plan of plans) {
    for (const check of Object.keys(transactionChecks) as TransactionCheck[]) {
      it(`${check} reads the rows of its page, not the tables (plan ${plan})`, async () => {
        const { rowsRead } = await planOf(db, async (engine) => await runTransactionCheck(engine, check, ids), plan)
        assert.ok(rowsRead > 0 && rowsRead <= 12 * ids.length, `${rowsRead} rows`)
      })
    }

    it(`uses of a card are counted up to the limit and no further (plan ${plan})`, async () => {
      const keys = velocityKinds.map((kind, place) => ({
        kind,
        hash: Buffer.alloc(32, place),
        limits: { attemptsHour: 20, attemptsDay: 60, declinesHour: 10, declinesDay: 20 },
      }))
      const { rowsRead } = await planOf(db, async (engine) => await countCardUses(engine, pointId, keys), plan)
      const perKey = 20 + 60 + 2 * 10 + 2 * 20
      assert.ok(rowsRead > 0 && rowsRead <= keys.length * (perKey + 10), `${rowsRead} rows`)
    })

    it(`the texts of a page are read without the tables (plan ${plan})`, async () => {
      const { rowsRead } = await planOf(db, async (engine) => await textsOf(engine, ids, fields), plan)
      assert.ok(rowsRead <= 12 * ids.length, `${rowsRead} rows`)
    })

    it(`what changed is found without what did not (plan ${plan})`, async () => {
      const changed = await db.query(
        `select count(*)::int as n from transactions where updated_at >= now() - interval '1 minute'`,
      )
      const since = new Date(Date.now() - 60_000)
      const first = { updated_at: since, id: '00000000-0000-0000-0000-000000000000' }
      const { rowsRead } = await planOf(db, async (engine) => await pageOfChanged(engine, first), plan)
      assert.ok(rowsRead > 0 && rowsRead <= changed.rows[0].n + 10, `${rowsRead} rows`)
    })

    it(`pay-ins that have time, and those held for a person, are not walked to find the overdue (plan ${plan})`, async () => {
      const options = { owner: 'a', leaseMs: 1_000, limit: 100 }
      const { rowsRead } = await planOf(db, async (engine) => await claimOverduePayins(engine, options), plan)
      assert.ok(rowsRead <= 20, `${rowsRead} rows`)
      const one = { ...options, transactionId: ids[0] ?? '' }
      const single = await planOf(db, async (engine) => await claimOverduePayins(engine, one), plan)
      assert.ok(single.rowsRead <= 20, `${single.rowsRead} rows`)
    })
  }

  for (const plan of plans) {
    it(`callbacks in flight are not walked for each that is claimed or written (plan ${plan})`, async () => {
      const order = { limit: 10, afterPointId: noPoint, owner: 'a', leaseMs: 1_000, restingPointIds: [] }
      const claim = await planOf(db, async (engine) => await claimDeliveries(engine, order), plan)
      assert.ok(claim.rowsRead > 0 && claim.rowsRead <= 200, `${claim.rowsRead} rows`)
      assert.ok(claim.writesGuessed <= 1_000, `the planner expects ${claim.writesGuessed} claims`)
      const write = await planOf(db, async (engine) => await writeDeliveryResults(engine, sentResults(pointId)), plan)
      assert.ok(write.rowsRead > 0 && write.rowsRead <= 200, `${write.rowsRead} rows`)
    })
  }

  for (const plan of plans) {
    it(`what failed is recovered without the callbacks that did not (plan ${plan})`, async () => {
      const since = new Date(Date.now() - 3_600_000)
      const { rowsRead } = await planOf(
        db,
        async (engine) => await recoverFailed(engine, failingPointId, { since }),
        plan,
      )
      assert.ok(rowsRead >= failed && rowsRead <= 5 * failed, `${rowsRead} rows`)
    })
  }

  it('a list by status reads what it shows', async () => {
    const list = async (filters: { status: 'ERROR' }) =>
      await planOf(
        db,
        async (reader) => await readTransactionPage(reader, pointId, { ...filters, limit: 20 }),
        'for these values',
      )
    const { rowsRead } = await list({ status: 'ERROR' })
    assert.ok(rowsRead > 0 && rowsRead <= 20, `${rowsRead} rows`)
  })

  it('a note that every transaction has is read until its page is full, like one that few have', async () => {
    await db.query(`insert into transaction_metadata (transaction_id, point_id, key, value, created_at)
      select t.id, t.point_id, note.key, note.value, t.created_at from transactions t
      cross join lateral (values ('channel', 'web'), ('order', t.reference)) note (key, value) where t.point_id = '${pointId}'`)
    await db.query('analyze transaction_metadata')
    for (const metadata of [
      { key: 'channel', value: 'web' },
      { key: 'order', value: 'ref-77' },
    ]) {
      const { rowsRead } = await planOf(
        db,
        async (reader) => await readTransactionPage(reader, pointId, { metadata, limit: 20 }),
        'for these values',
      )
      // For each row a note, its transaction and what the ledger booked of it.
      assert.ok(rowsRead > 0 && rowsRead <= 3 * 20 + 2, `${rowsRead} rows`)
    }
    const longAgo = { metadata: { key: 'channel', value: 'web' }, createdTo: new Date('2020-01-01'), limit: 20 }
    const none = async (reader: Db) => await readTransactionPage(reader, pointId, longAgo)
    assert.ok((await planOf(db, none, 'for these values')).rowsRead <= 2)
  })

  it('a reference is found by the index on point, pay type and reference, on every PostgreSQL', async () => {
    const { rowsRead, indexConditions } = await planOf(
      db,
      async (reader) => await readTransactionPage(reader, pointId, { reference: 'ref-77', limit: 20 }),
      'for these values',
    )
    assert.equal(rowsRead, 1)
    assert.match(indexConditions.join(), /point_id = .* AND \(pay_type = ANY .* AND \(reference = /)
  })
})

/** So that statistics stay those of `fill`, whatever the server's housekeeping does meanwhile. */
async function withoutAutovacuum(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ statement: string }>(
    `select format('alter table %s set (autovacuum_enabled = off)', oid::regclass) as statement
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  )
  for (const { statement } of rows) await db.query(statement)
}

/** Transactions with all that hangs on them; the last 30 changed just now. */
/** One withdrawal beside many accounts. Its id is the first. */
async function withdraw(db: pg.Client, pointId: string, personId: string): Promise<void> {
  await db.query(
    `insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by, ended_at)
      select gen_random_uuid(), merchant_id, 'test', 'BT_AR', '{}', $2, now() from points, generate_series(1, 2000)
      where id = $1`,
    [pointId, personId],
  )
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency, status,
        reason, connector_account_id, sequence, instructions, details, content_hash, withdrawal_account_id, created_at,
        updated_at)
      select '00000000-0000-7000-8000-000000000001', point_id, environment, 'payout', service_code, 'w', 1000, currency,
        'COMPLETED', 'paid', connector_account_id, ${transactions} + 1, '{}', '{}', content_hash,
        (select id from withdrawal_accounts limit 1), created_at, updated_at
      from transactions limit 1`,
  )
}

async function fill(db: pg.Client, pointId: string, accountId: string): Promise<void> {
  await db.query(`create temp table made as
    select n, gen_random_uuid() as id, now() - (${transactions} - n) * interval '1 minute' as at,
      case when n <= ${pending} then 'PENDING' when n % 500 = 0 then 'ERROR' else 'COMPLETED' end as status
    from generate_series(1, ${transactions}) n`)
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
      status, reason, suspense_minor, connector_account_id, sequence, instructions, details, content_hash, pay_token,
      created_at, updated_at, expired_at)
    select id, $1, 'test', 'payin', 'BT_AR', 'ref-' || n, 1000, 'ARS', status, 'paid',
      case when status = 'PENDING' and n % 10 = 0 then 1000 else 0 end, $2, n, '{}', '{}', sha256(n::text::bytea),
      substr(md5(n::text), 1, 22), at, at, now() + case when n % 10 = 0 then -1 else 1 end * interval '1 day'
    from made`,
    [pointId, accountId],
  )
  await db.query(`update transactions set updated_at = now() where sequence > ${transactions - 30}`)
  await db.query(
    `insert into transaction_history (transaction_id, point_id, status, reason, source)
    select id, $1, s, 'paid', 'api' from made, unnest(array['PENDING', status]) s`,
    [pointId],
  )
  await db.query(
    `insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state,
      next_action_at, created_at, updated_at)
    select gen_random_uuid(), id, $1, 'test', $2, 'submit', 1, n::text, 'open', now(), at, at from made`,
    [pointId, accountId],
  )
  await db.query(
    `insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
    select gen_random_uuid(), $1, id, 1, status, '{}', n from made where status <> 'PENDING'`,
    [pointId],
  )
  await db.query(`insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger)
    select id, point_id, transaction_id, seq, 'auto' from callback_events`)
  await db.query(
    `insert into card_uses (point_id, kind, key_hash, reference, state)
    select $1, k.kind, decode(repeat(lpad((k.place - 1)::text, 2, '0'), 32), 'hex'), 'use-' || n,
      (array['declined', 'settled', 'in_flight'])[n % 3 + 1]
    from generate_series(1, ${cardUses}) n, unnest($2::text[]) with ordinality as k(kind, place)`,
    [pointId, velocityKinds],
  )
  await db.query(`insert into ledger_accounts (environment, currency, kind, point_id, balance_minor, overdraft_minor)
    values ('test', 'ARS', 'available', '${pointId}', 0, 0), ('test', 'ARS', 'fees', '${pointId}', null, null)
    on conflict do nothing`)
  await db.query(
    `insert into ledger_transfers (transaction_id, point_id, kind, debit_account, credit_account, amount_minor, environment, currency)
    select m.id, $1, 'payin', f.id, a.id, 1000, 'test', 'ARS' from made m, ledger_accounts a, ledger_accounts f
      where m.status = 'COMPLETED' and a.kind = 'available' and f.kind = 'fees'`,
    [pointId],
  )
  await db.query('analyze')
  const { pointId: other } = await aPoint(world)
  await db.query(
    `update callback_deliveries set point_id = $1, state = 'sending', lease_owner = 'b', lease_until = now() + interval '1 hour'
    where id in (select id from callback_deliveries order by id limit ${sending})`,
    [other],
  )
}

/** Callbacks that failed since the statistics were made, of another point; its id. */
async function failSome(db: pg.Client): Promise<string> {
  const { pointId } = await aPoint(world)
  await db.query(
    `update callback_deliveries set point_id = $1, state = 'exhausted'
    where id in (select id from callback_deliveries where state = 'pending' order by id limit ${failed})`,
    [pointId],
  )
  return pointId
}

/** What ten attempts brought, as far as the statement's plan depends on it. */
function sentResults(pointId: string): DeliveryResult[] {
  return Array.from({ length: 10 }, (_, index) => ({
    ...({ deliveryId: BigInt(index + 1), pointId, fence: 0, attempt: 1, state: 'delivered', delayMs: 0 } as const),
    ...{ free: false, counts: true, observation: null, inbox: null },
    record: {
      ...{ startedAt: new Date(), url: null, status: 200, error: null, errorCode: null, firstByteMs: 1, totalMs: 1 },
      ...{ responseBody: null, sentBodySha256: null },
    },
  }))
}
