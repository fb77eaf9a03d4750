import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { workOff } from '../../../test/support/eventually.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { blankEntry } from './blank-entry.ts'
import { findCardNumbers } from './find-card-numbers.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAuditChain } from './verify-audit.ts'

const deps = { ...(await setUp({ after })), log: createLog('silent') }
const { engine, owner } = deps.database
const { merchantId, pointId } = await aPoint(deps)

const tell = async (action: string, of: { pointId?: string; detail?: Record<string, unknown> } = {}) =>
  await writeAudit(
    engine,
    { actor: 'ana', action, pointId: of.pointId ?? null, objectId: 'x', detail: of.detail ?? {} },
    deps.clock.now(),
  )
const sealAll = async () => {
  await workOff(async () => await sealAudit(deps))
}
const verify = async (scope: Parameters<typeof verifyAuditChain>[1] = { merchantId: null }) =>
  await verifyAuditChain(deps, scope)
const words = async () => (await verify()).breaks.map(({ what }) => what)

/** Changes data as the schema's owner, returns what the proof reports, and rolls back. */
async function damaged(sql: string, values: unknown[] = []): Promise<string[]> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    // The proof uses the same connection, so the change needs no commit.
    const changed = await client.query(sql, values)
    assert.ok((changed.rowCount ?? 0) > 0, `nothing was damaged by ${sql}`)
    const seen = { database: { engine: client } } as unknown as Pick<typeof deps, 'database'>
    return (await verifyAuditChain(seen, { merchantId: null })).breaks.map(({ what }) => what)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('the chain of the audit log', () => {
  it('seals every row, one chain for each merchant and one for the operator', async () => {
    for (let each = 0; each < 5; each++) await tell('test.own', { pointId, detail: { each } })
    for (let each = 0; each < 3; each++) await tell('test.operator')
    await sealAll()
    const verdict = await verify()
    assert.deepEqual(verdict.breaks, [])
    // `merchant.create` is in the operator's chain, `point.create` in the merchant's.
    assert.deepEqual(
      verdict.heads.map(({ chain, number }) => [chain, number]),
      [
        [merchantId, 6n],
        ['operator', 4n],
      ],
    )
    assert.deepEqual([verdict.seals, verdict.rows], [10, 10])
    const own = await verify({ merchantId })
    assert.deepEqual([own.breaks, own.seals, own.rows, own.heads.length], [[], 6, 6, 1])
  })

  it('can be recomputed from the table: SHA-256 over hash, position and row', async () => {
    const found = await owner.query(
      `select bool_and(hash = sha256(coalesce(before, decode(repeat('00', 32), 'hex')) || convert_to(
          number || '|' || audit_id || '|' ||
          to_char(audit_created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '|', 'UTF8') || row_hash)) as holds,
        count(*)::int as n
      from (select *, lag(hash) over (partition by chain order by number) as before from audit_seals) s`,
    )
    assert.deepEqual(found.rows, [{ holds: true, n: 10 }])
  })

  it('breaks when one letter of a sealed row is changed, in any column', async () => {
    const target = `where id = (select audit_id from audit_seals where chain = '${merchantId}' and number = 3)`
    for (const change of [
      `actor = 'ann'`,
      `action = 'test.owm'`,
      `object_id = 'y'`,
      `object_id = null`,
      `detail = '{"each": 9}'`,
      `user_id = gen_random_uuid()`,
      `origin = '192.0.2.1'`,
      `result = 'refused'`,
      `point_id = null`,
    ])
      assert.deepEqual(await damaged(`update audit_log set ${change} ${target}`), [
        'the row was changed after it was sealed',
      ])
    const moved = await damaged(`update audit_log set created_at = created_at - interval '1 second' ${target}`)
    assert.deepEqual(moved, ['the sealed row is gone'])
    const taken = await damaged(`update audit_log set merchant_id = null ${target}`)
    assert.deepEqual(taken, ['the row was changed after it was sealed'])
  })

  it('breaks when a row is deleted, and when its seals go with it', async () => {
    const row = `(select audit_id from audit_seals where chain = 'operator' and number = 2)`
    assert.deepEqual(await damaged(`delete from audit_log where id = ${row}`), ['the sealed row is gone'])
    const seal = `with gone as (delete from audit_seals where chain = 'operator' and number = 2 returning audit_id)
      delete from audit_log where id in (select audit_id from gone)`
    assert.deepEqual(await damaged(seal), [
      'the seal before has the number 1: seals are missing',
      'the seal does not follow from the one before',
    ])
  })

  it('breaks when a seal is changed, inserted or given a new number', async () => {
    const flipped = `update audit_seals set hash = set_byte(hash, 7, get_byte(hash, 7) # 1)
      where chain = 'operator' and number = 2`
    assert.deepEqual(await damaged(flipped), [
      'the seal does not follow from the one before',
      'the seal does not follow from the one before',
    ])
    const inserted = `insert into audit_seals select chain, number + 1, gen_random_uuid(), audit_created_at, row_hash, hash
      from audit_seals where chain = 'operator' and number = 4`
    assert.deepEqual(await damaged(inserted), [
      'the seal does not follow from the one before',
      'the sealed row is gone',
    ])
    const dated = `with moved as (update audit_seals set audit_created_at = audit_created_at - interval '3 years'
        where chain = 'operator' and number = 2 returning audit_id)
      delete from audit_log where id in (select audit_id from moved)`
    assert.deepEqual(await damaged(dated), ['the seal does not follow from the one before'])
  })

  it('breaks when a row is written without the gateway', async () => {
    const forged = `insert into audit_log (id, actor, action) values (gen_random_uuid(), 'ana', 'test.forged')`
    assert.deepEqual(await damaged(forged), ['the row was never given to be sealed'])
  })

  it('breaks when a row was never queued for its seal, or waits for minutes', async () => {
    await tell('test.late')
    assert.deepEqual(await words(), [])
    assert.deepEqual(await damaged('delete from audit_pending'), ['the row was never given to be sealed'])
    const old = `update audit_pending set queued_at = queued_at - interval '6 minutes'`
    assert.deepEqual(await damaged(old), ['the row has been waiting for its seal for minutes'])
    const gone = `with old as (${old} returning audit_id) delete from audit_log where id in (select audit_id from old)`
    assert.deepEqual(await damaged(gone), ['the row went before it was sealed'])
    await sealAll()
    assert.deepEqual(await words(), [])
  })

  it('seals late commits, and rows that several processes see, once each', async () => {
    const late = await engine.connect()
    await late.query('begin')
    await writeAudit(
      { query: async (statement) => await late.query(statement) },
      { actor: 'late', action: 'test.late', pointId, objectId: null, detail: {} },
      deps.clock.now(),
    )
    await tell('test.early', { pointId })
    await sealAll()
    await late.query('commit')
    late.release()
    for (let each = 0; each < 20; each++) await tell('test.many', { pointId })
    const sealed = await Promise.all([1, 2, 3, 4].map(async () => await sealAudit(deps)))
    assert.equal(
      sealed.reduce((sum, each) => sum + each),
      21,
    )
    assert.deepEqual(await words(), [])
  })

  it('tells an entry that two people blanked from one that was changed, and finds the card number until then', async () => {
    const card = '4111 1111 1111 1111'
    await tell('test.card', { pointId, detail: { note: `card ${card}`, reason: 'ok', said: card } })
    await sealAll()
    const row = await owner.query(`select id from audit_log where action = 'test.card'`)
    const id = String(row.rows[0].id)
    const found = async () => (await findCardNumbers(engine, undefined)).violations.map((each) => each.id)
    assert.deepEqual(await found(), [id])
    const agreed = { actor: 'ana', second: 'Bo', breakGlass: 'operator cli' }
    await assert.rejects(blankEntry(deps, id, { actor: 'ana' }), { code: 'second_person_required' })
    assert.deepEqual(await found(), [id])
    await blankEntry(deps, id, agreed)
    await assert.rejects(blankEntry(deps, id, agreed), { code: 'not_in_this_state' })
    const now = await owner.query(`select detail from audit_log where id = $1`, [id])
    assert.deepEqual(now.rows[0].detail, { note: '[blanked]', reason: 'ok', said: card })
    await sealAll()
    const verdict = await verify()
    assert.deepEqual([verdict.breaks, verdict.blanked, await found()], [[], [id], []])
    assert.deepEqual(await damaged(`update audit_log set detail = '{"note":"other"}' where id = $1`, [id]), [
      'the row was changed after it was sealed',
    ])
    await tell('test.other-card', { pointId, detail: { note: 'kept' } })
    await sealAll()
    const sealed = `(select encode(row_hash, 'hex') from audit_seals s where s.audit_id = changed.id)`
    const forged = (before: string, queues: string) => `with changed as (
        update audit_log a set detail = '{"note":"lost"}' where action = 'test.other-card'
          returning a.id, audit_row_hash(a) as now),
      told as (insert into audit_log (id, actor, action, object_id, detail)
        select gen_random_uuid(), 'ana', 'audit.blank', id, jsonb_build_object('before', ${before}, 'after',
          encode(now, 'hex')) from changed returning id, created_at)
      ${queues} select id, created_at from told`
    const queued = 'insert into audit_pending (audit_id, audit_created_at)'
    const isChanged = 'the row was changed after it was sealed'
    assert.deepEqual(await damaged(forged(`'x'`, queued)), [isChanged])
    assert.deepEqual(await damaged(forged(sealed, '')), [isChanged, 'the row was never given to be sealed'])
    assert.deepEqual(await damaged(forged(sealed, queued)), [], 'as if the gateway had written it')
    // Without the entry that says so, it is a changed row.
    assert.deepEqual(await damaged(`update audit_log set action = 'test.other' where action = 'audit.blank'`), [
      'the row was changed after it was sealed',
      'the row was changed after it was sealed',
    ])
  })

  it('detects a removed end and a rewritten chain by a copy of its end', async () => {
    const { heads } = await verify()
    assert.deepEqual((await verify({ merchantId: null, known: heads })).breaks, [])
    const [head] = heads
    assert.ok(head)
    const longer = { ...head, number: head.number + 1n }
    const other = { ...head, hash: '00'.repeat(32) }
    const breaksOf = async (known: (typeof heads)[number]) =>
      (await verify({ merchantId: null, known: [known] })).breaks.map(({ what }) => what)
    assert.deepEqual(await breaksOf(longer), ['this seal was known and is gone'])
    assert.deepEqual(await breaksOf(other), ['the seal is not the one that was known'])
  })

  it('still holds when months of 13 months ago were dropped as a whole, and not when one row of them was', async () => {
    await inTransaction(owner, async (tx) => {
      for (let each = 0; each < 3; each++) {
        await tx.query({
          text: `with inserted as (insert into audit_log (id, actor, action, created_at)
            values (gen_random_uuid(), 'old', 'test.old', gateway_now() - interval '15 months') returning id, created_at)
            insert into audit_pending (audit_id, audit_created_at) select * from inserted`,
        })
      }
      await tx.query({
        text: `with inserted as (insert into audit_log (id, actor, action, created_at)
          values (gen_random_uuid(), 'young', 'test.young', gateway_now() - interval '11 months') returning id, created_at)
          insert into audit_pending (audit_id, audit_created_at) select * from inserted`,
      })
    })
    await sealAll()
    assert.deepEqual(await words(), [])
    const one = `delete from audit_log where id = (select id from audit_log where actor = 'old' limit 1)`
    assert.deepEqual(await damaged(one), ['the sealed row is gone'])
    assert.deepEqual(await damaged(`delete from audit_log where actor = 'old'`), [])
    assert.deepEqual(await damaged(`delete from audit_log where actor = 'young'`), ['the sealed row is gone'])
  })

  it('can be neither changed nor shortened by the role that the gateway runs as', async () => {
    for (const sql of [
      'delete from audit_log',
      `update audit_log set actor = 'x'`,
      'delete from audit_seals',
      `update audit_seals set hash = row_hash`,
      'truncate audit_seals',
    ])
      await assert.rejects(engine.query(sql), /permission denied|must be owner/, sql)
  })
})
