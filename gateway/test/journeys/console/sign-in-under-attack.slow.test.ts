import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld } from '../../support/world.ts'

/** Connections of strangers that are open at the same time. */
const unknownCount = 120

/** The gateway's only proxy is the test, so that each caller has an address of its own. */
const proxied = { TRUSTED_PROXIES: '127.0.0.1' }

describe('signing in while strangers hammer it', () => {
  const world = openWorld({ ownProcess: true, env: proxied })
  let person: { email: string; password: string }
  before(async () => {
    person = world.demo.people.operations
  })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  /** Calls again while a machine without a free moment lets nobody to its database; a queue for hashes has another message. */
  const whenServed = async (call: () => ReturnType<ConsoleClient['call']>) => {
    for (let tries = 0; ; tries++) {
      const answer = await call()
      if (tries === 100 || answer.status !== 503 || answer.body.error?.message !== 'The gateway is full at the moment.')
        return answer
      await sleep(100)
    }
  }
  const wrong = async (address: string) =>
    await world.visitor().call('POST', '/console/session', {
      body: { ...person, password: 'not the right one' },
      headers: from(address),
    })
  /** A browser that the person signed in with before: what it keeps. */
  const knownBrowser = async () => {
    const client = world.visitor()
    const answer = await client.call('POST', '/console/session', { body: person, headers: from('203.0.113.1') })
    assert.equal(answer.status, 200)
    const cookie = /known=[^;]*/.exec(answer.headers.getSetCookie().join('\n'))?.[0] ?? ''
    return { client, cookie }
  }
  const signInAs = async (cookie: string, address: string) =>
    await whenServed(
      async () =>
        await world.visitor().call('POST', '/console/session', {
          body: person,
          headers: { ...from(address), cookie },
        }),
    )
  const stepUp = async (client: ConsoleClient, password = person.password) =>
    await whenServed(async () => await client.call('POST', '/console/session/step-up', { body: { password } }))

  it(`with ${unknownCount} connections, no known browser, step-up or change of a password is told to come again`, async () => {
    const { client, cookie } = await knownBrowser()
    const strangers = hammer(world.url, person.email)
    try {
      await strangers.untilRefused()
      for (let turn = 0; turn < 6; turn++) {
        const signedIn = await signInAs(cookie, '203.0.113.1')
        assert.equal(signedIn.status, 200, `known browser, turn ${turn}: ${JSON.stringify(signedIn.body)}`)
        const proven = await stepUp(client)
        assert.equal(proven.status, 200, `step-up, turn ${turn}: ${JSON.stringify(proven.body)}`)
      }
      const password = 'a password made under attack'
      const changed = await whenServed(
        async () => await client.call('PUT', '/console/me/password', { body: { password } }),
      )
      assert.equal(changed.status, 200)
      person = { ...person, password }
      assert.ok(strangers.answers.get(503), 'strangers still wait for places')
      await eventually(
        async () => await Promise.resolve(strangers.connections() >= unknownCount || undefined),
        'each stranger has a connection',
      )
      assert.ok(strangers.connections() - strangers.replaced() <= unknownCount, 'each keeps its connection')
    } finally {
      await strangers.stop()
    }
  })

  it('a lock of strangers shuts out neither a session without the browser’s cookie nor a known browser', async () => {
    await world.db.query('update users set locked_until = null, failed_sign_ins = 0')
    const { client, cookie } = await knownBrowser()
    for (let tries = 0; tries < 12; tries++) await wrong(`198.51.100.${tries}`)
    const locked = await world.visitor().call('POST', '/console/session', { body: person })
    assert.equal(locked.body.error?.code, 'account_locked')
    assert.equal((await stepUp(client)).status, 200)
    assert.equal((await signInAs(cookie, '203.0.113.1')).status, 200)
    // The session has ten tries of its own, and they lock that session alone.
    for (let tries = 0; tries < 10; tries++) {
      assert.equal((await stepUp(client, 'not the right one')).body.error?.code, 'wrong_credentials')
    }
    assert.equal((await stepUp(client)).body.error?.code, 'account_locked')
    assert.equal((await signInAs(cookie, '203.0.113.1')).status, 200)
  })

  it('failures of others behind the same address shut out strangers there, and no known browser or session', async () => {
    await world.db.query('update users set locked_until = null, failed_sign_ins = 0')
    const { client, cookie } = await knownBrowser()
    const office = '203.0.113.77'
    const codes = new Set<string | undefined>()
    // More than a window takes, because the window moves on while a busy machine answers.
    for (let tries = 0; tries < 400 && !codes.has('rate_limited'); tries++) {
      const body = { email: `person${tries}@shop.example`, password: 'not the right one' }
      const answer = await world.visitor().call('POST', '/console/session', { body, headers: from(office) })
      codes.add(answer.body.error?.code)
    }
    assert.ok(codes.has('rate_limited'))
    assert.equal((await signInAs('', office)).body.error?.code, 'rate_limited')
    assert.equal((await signInAs(`known=${'A'.repeat(22)}.${'A'.repeat(43)}`, office)).body.error?.code, 'rate_limited')
    assert.equal((await signInAs(cookie, office)).status, 200)
    const proven = { body: { password: person.password }, headers: from(office) }
    assert.equal((await client.call('POST', '/console/session/step-up', proven)).status, 200)
  })

  it('writes one row for each lock and sums of the rest, however many tries there were', async () => {
    const rows = await world.db.query(
      `select action, count(*)::int as n from audit_log where action in ('account.lock', 'session.sign_in')
        and (result = 'refused' or action = 'account.lock') and user_id = (select id from users where email = $1)
        group by 1`,
      [person.email],
    )
    // Of the hammering, of the strangers, and of the session.
    assert.equal(rows.rows.length, 1)
    assert.equal(rows.rows[0].action, 'account.lock')
    assert.ok(rows.rows[0].n <= 3, JSON.stringify(rows.rows))
  })
})

/** Strangers who try wrong passwords for this address as fast as they are answered, each over a connection of its own. */
function hammer(url: string, email: string) {
  const answers = new Map<number, number>()
  const agents = Array.from({ length: unknownCount }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const opened = new Set<string>()
  let going = true
  let replaced = 0
  const once = async (agent: Agent, turn: number): Promise<void> =>
    await new Promise((resolve, reject) => {
      const body = JSON.stringify({ email: `${turn}-${email}`, password: 'not the right one' })
      const address = `2001:db8:${(turn % 65_536).toString(16)}::1`
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
      const sent = request(`${url}/console/session`, { method: 'POST', agent, headers }, (response) => {
        answers.set(response.statusCode ?? 0, (answers.get(response.statusCode ?? 0) ?? 0) + 1)
        opened.add(String(response.socket.localPort))
        response.resume().once('end', resolve)
      })
      sent
        .once('error', (error) => {
          if (!sent.reusedSocket) return reject(error)
          // The gateway may close an idle connection just when it is used again: the next turn opens another one.
          replaced += 1
          resolve()
        })
        .end(body)
    })
  let turns = 0
  const running = agents.map(async (agent) => {
    while (going) await once(agent, turns++)
  })
  // A stranger that is not answered fails the test at its end, when all have stopped.
  for (const one of running) one.catch(() => undefined)
  return {
    answers,
    connections: () => opened.size,
    replaced: () => replaced,
    untilRefused: async () => {
      await eventually(() => answers.has(503) || undefined, 'a stranger is refused')
    },
    stop: async () => {
      going = false
      const ends = await Promise.allSettled(running)
      for (const agent of agents) agent.destroy()
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
      assert.deepEqual(failed, [], 'every stranger is answered')
    },
  }
}
