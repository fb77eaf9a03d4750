import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aPoint, setUp } from '../../test/support/set-up.ts'
import { openInvitationsMax } from '../store/invitations.ts'
import { invite, withdrawInvitation } from './invite.ts'

test('a team has so many open invitations at once; a new link for one of them takes its place', async (t) => {
  const deps = { ...(await setUp(t)), publicUrl: 'https://pay.example.com' }
  const { merchantId } = await aPoint(deps)
  const inviting = async (name: string, team: string | null = merchantId) =>
    await invite(deps, {
      merchantId: team,
      role: team === null ? 'support' : 'read_only',
      email: `${name}@shop.example`,
      actor: 'a test',
    })
  await deps.database.engine.query(
    `insert into invitations (id, token_hash, merchant_id, role, email, expires_at)
      select gen_random_uuid(), decode(md5('a' || n) || md5('b' || n), 'hex'), $1, 'read_only',
        'guest-' || n || '@shop.example', statement_timestamp() + interval '1 hour'
      from generate_series(1, $2::int) n`,
    [merchantId, openInvitationsMax],
  )
  await assert.rejects(inviting('one-more'), { code: 'not_in_this_state' })
  await inviting('one-more', null)
  const again = await inviting('guest-7')
  await withdrawInvitation(deps, {
    merchantId,
    id: again.id,
    actor: { name: 'Ana', merchantId, userId: null, origin: null },
  })
  await inviting('one-more')
  await assert.rejects(inviting('two-more'), { code: 'not_in_this_state' })
})
