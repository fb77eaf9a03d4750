import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { it } from 'node:test'
import pg from 'pg'
import { testDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../core/platform/clock/clock.ts'
import { openDatabase } from '../../core/platform/database/database.ts'
import { migrate, readMigrations } from '../../core/platform/database/migrate.ts'
import { confirmSeparate } from './confirm-invitation.ts'
import { mayBeOnePerson } from './separate-people.ts'
import { machinePerson } from './store/person-links.ts'

it('counts the operators that were made at the machine before this was kept as two people', async (t) => {
  const { url } = await testDatabase(t)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await pool.query('drop schema public cascade; create schema public; grant usage on schema public to public')
  const before = readMigrations().filter(({ name }) => name < '0025')
  assert.ok(before.length < readMigrations().length)
  await migrate(pool, () => undefined, before)
  const merchantId = randomUUID()
  await pool.query(`insert into merchants (id, name) values ($1, 'Shop')`, [merchantId])
  const join = async (invitation: { merchantId?: string; by?: string }): Promise<string> => {
    const [id, email] = [randomUUID(), `${randomUUID()}@pay.example`]
    const who = [invitation.merchantId ?? null, invitation.merchantId ? 'owner' : 'admin', email]
    await pool.query(
      `insert into users (id, merchant_id, role, email, name, password_hash) values ($1, $2, $3, $4, 'Ana', $5)`,
      [id, ...who, 'x'.repeat(40)],
    )
    await pool.query(
      `insert into invitations (id, merchant_id, role, email, token_hash, invited_by, expires_at, accepted_at)
        values ($1, $2, $3, $4, $5, $6, now() + interval '1 day', now())`,
      [randomUUID(), ...who, randomBytes(32), invitation.by ?? null],
    )
    return id
  }
  const [ana, luis] = [await join({}), await join({})]
  const third = await join({ by: ana })
  const owner = await join({ merchantId })
  await migrate(pool, () => undefined)
  await pool.end()
  const database = openDatabase(url, () => undefined)
  t.after(async () => await database.close())
  const deps = { database }
  assert.equal(await mayBeOnePerson(deps, [ana], [luis]), false)
  assert.equal(await mayBeOnePerson(deps, [ana], [luis, machinePerson], 'ever'), false)
  assert.equal(await mayBeOnePerson(deps, [ana], [third], 'ever'), true)
  assert.equal(await mayBeOnePerson(deps, [owner], [machinePerson], 'ever'), true)
})

it('confirms with the one connection that its transaction has', async (t) => {
  const { url } = await testDatabase(t)
  // Two connections for the owner, one for the engine.
  const database = openDatabase(url, () => undefined, { connectionsMax: 3 })
  t.after(async () => await database.close())
  const [ana, luis, link] = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of [ana, luis]) {
    await database.owner.query(
      `insert into users (id, role, email, name, password_hash) values ($1, 'admin', $2, 'Ana', $3)`,
      [id, `${id}@pay.example`, 'x'.repeat(40)],
    )
  }
  await database.owner.query(`insert into person_links (id, kind, user_id) values ($1, 'invitation', $2)`, [link, luis])
  const by = { name: 'Ana', merchantId: null, userId: ana, origin: null }
  await confirmSeparate({ database, clock: systemClock() }, { id: link, team: 'any', by })
  const found = await database.owner.query('select confirmed_by from person_links where id = $1', [link])
  assert.equal(found.rows[0].confirmed_by, ana)
})
