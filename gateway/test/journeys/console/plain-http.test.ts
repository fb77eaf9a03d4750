import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openWorld } from '../../support/world.ts'

/** What a proxy adds that this gateway does not trust. */
const throughProxy = { 'x-forwarded-for': '203.0.113.7' }

describe('signing in over plain HTTP', () => {
  const world = openWorld()

  const signIn = async (headers: Record<string, string>) =>
    await world.visitor().call('POST', '/console/session', { body: world.demo.people.owner, headers })

  it('gives a cookie that browsers send over TLS only, except on this machine', async () => {
    const local = (await signIn({})).headers.get('set-cookie') ?? ''
    assert.match(local, /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict(,|$)/)
    assert.doesNotMatch(local, /Secure/)
    assert.match(
      (await signIn(throughProxy)).headers.get('set-cookie') ?? '',
      /^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure/,
    )
  })

  it('is refused once there is a live point, and so is a session, except on this machine', async () => {
    const client = await world.signIn('owner')
    await world.makePeopleReal()
    await world.facts('point', 'create', '--merchant', 'Live', '--environment', 'live', '--name', 'L')
    for (const answer of [
      await signIn(throughProxy),
      await client.call('GET', '/console/me', { headers: throughProxy }),
      await client.call('GET', `/console/points/${world.demo.auth_point_id}/payments`, { headers: throughProxy }),
    ]) {
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'tls_required'])
    }
    assert.equal((await client.call('GET', '/console/me')).status, 200)
    assert.equal((await signIn({})).status, 200)
  })
})
