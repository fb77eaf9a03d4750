import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import type { Db } from '../../src/core/platform/database/database.ts'
import {
  eventKinds,
  insertFound,
  lastingKinds,
  readSeenAddresses,
  resolveGone,
} from '../../src/extras/alerts/store/alerts.ts'
import { countOpenAlerts, readAlertPage } from '../../src/extras/alerts/store/reads/alerts.ts'
import { claimMails } from '../../src/extras/mail/store/mails.ts'
import { readOldTransactions } from '../../src/extras/retention/store/transactions.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { planOf } from '../support/plan-of.ts'
import { aPerson, aPoint, setUp } from '../support/set-up.ts'

const many = 20_000

const world = await setUp({ after })

describe('what looks for alerts and for old data, as tables grow', () => {
  const db = new pg.Client({ connectionString: world.url })
  let merchantId: string
  let userId: string
  before(async () => {
    await db.connect()
    const point = await aPoint(world)
    merchantId = point.merchantId
    userId = await aPerson(world, { merchantId })
    await fill(db, { pointId: point.pointId, merchantId, userId, account: await aConnectorAccount(world) })
  })
  after(async () => await db.end())

  const rowsOf = async (run: (each: Db) => Promise<unknown>) => {
    const general = await planOf(db, run, 'general')
    const own = await planOf(db, run, 'for these values')
    return Math.max(general.rowsRead, own.rowsRead)
  }

  it('each kind is found, and ended, without reading what is no news', async () => {
    for (const kind of [...lastingKinds, ...eventKinds]) {
      const found = await rowsOf(async (each) => await insertFound(each, kind, { toPayHours: 4 }))
      assert.ok(found <= 100, `${kind}: ${found} rows`)
    }
    for (const kind of lastingKinds) {
      const ended = await rowsOf(async (each) => await resolveGone(each, kind))
      assert.ok(ended <= 100, `the end of ${kind}: ${ended} rows`)
    }
    assert.ok((await rowsOf(async (each) => await readSeenAddresses(each, 500))) <= 100)
  })

  it('a page of alerts reads its own rows, and the bell those that are open', async () => {
    const scope = { merchantId, userId, kinds: ['callbacks_failing', 'team_changed'] }
    for (const merchant of [merchantId, null]) {
      const page = { ended: true, after: { createdAt: new Date(), id: userId }, limit: 20 }
      const rows = await rowsOf(async (each) => await readAlertPage(each, { ...scope, merchantId: merchant }, page))
      assert.ok(rows <= 40, `${rows} rows`)
    }
    assert.ok(
      (await rowsOf(async (each) => await countOpenAlerts(each, scope, { seenAt: new Date(0), max: 100 }))) <= 20,
    )
  })

  it('mails that are due, and the next old transactions, are read alone', async () => {
    const claimed = await rowsOf(async (each) => await claimMails(each, 4))
    assert.ok(claimed <= 60, `${claimed} rows`)
    const place = { updatedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
    const old = await rowsOf(async (each) => await readOldTransactions(each, place, { horizon: new Date(), limit: 50 }))
    assert.ok(old >= 50 && old <= 100, `${old} rows`)
  })
})

/** Many of everything, and nothing that an alert is about but a few. */
async function fill(
  db: pg.Client,
  { pointId, merchantId, userId, account }: { pointId: string; merchantId: string; userId: string; account: string },
): Promise<void> {
  await db.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency, status,
        reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, created_at, updated_at, expired_at)
      select gen_random_uuid(), $1, 'test', 'payin', 'BT_AR', 'r' || n, 1000, 'ARS', 'COMPLETED', 'paid', $2, n, '{}', '{}',
        sha256('x'), lpad(n::text, 22, '0'), gateway_now() - n * interval '1 minute', gateway_now() - n * interval '1 minute',
        gateway_now()
      from generate_series(1, ${many}) n`,
    [pointId, account],
  )
  await db.query(
    `insert into attempts (id, transaction_id, point_id, environment, connector_account_id, kind, number, key, state, outcome,
        sent_at, created_at, updated_at)
      select gen_random_uuid(), id, point_id, 'test', connector_account_id, 'submit', 1, left(id::text, 36), 'closed', 'completed',
        created_at, created_at, created_at from transactions`,
  )
  await db.query(
    `insert into audit_log (id, actor, action, point_id, merchant_id, user_id, origin, created_at)
      select gen_random_uuid(), 'x', 'api_key.create', $1, $2, $3, '203.0.113.7', gateway_now() - interval '2 hours' - n * interval '1 second'
      from generate_series(1, ${many}) n`,
    [pointId, merchantId, userId],
  )
  await db.query(
    `insert into api_keys (id, key_id, point_id, environment, name, secret_hash, scopes, expires_at)
      select gen_random_uuid(), 'key-number-' || n, $1, 'test', 'k', sha256('x'), '{read}', gateway_now() + interval '1 year'
      from generate_series(1, 5000) n`,
    [pointId],
  )
  await db.query(
    `insert into alerts (id, merchant_id, kind, object, subject, created_at, resolved_at)
      select gen_random_uuid(), case when n % 2 = 0 then $1::uuid end, 'team_changed', 'o' || n, 's' || n,
        gateway_now() - n * interval '1 minute', gateway_now() from generate_series(1, ${many}) n`,
    [merchantId],
  )
  await db.query(
    `insert into mails (kind, alert_id, user_id, state, done_at)
      select 'alert', id, $1, 'sent', statement_timestamp() from alerts`,
    [userId],
  )
  await db.query('analyze')
}
