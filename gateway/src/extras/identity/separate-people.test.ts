import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { testDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../core/platform/clock/clock.ts'
import { openDatabase } from '../../core/platform/database/database.ts'
import { confirmSeparate } from './confirm-invitation.ts'

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
