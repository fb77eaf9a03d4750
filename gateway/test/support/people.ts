import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretBox } from '../../src/core/platform/secret-box.ts'
import { type ConsoleClient, consoleClient } from './console-client.ts'
import type { Answer, Wire, World } from './world.ts'

/** Who a world has: each of these is somebody's browser at the dashboard's API. */
export interface People {
  /** Somebody who is signed out, or whose browser holds this session's cookie. */
  visitor(cookie?: string): ConsoleClient
  /** One of the demo's people, signed in by password. */
  signIn(who: keyof World['demo']['people']): Promise<ConsoleClient>
  /**
   * Somebody of the demo's merchant with the second factor set up; written straight into the tables, so that no test waits
   * for a password.
   */
  person(wishes?: PersonWishes): Promise<ConsoleClient>
  /** One more person of the demo's merchant, who signs in by the password of its owner. */
  member(wish: MemberWish): Promise<ConsoleClient>
  /** The two operators; their second factors are set up before a live point asks for them. */
  operators(): Promise<Operators>
  /**
   * Lets the world forget that its first start made a demonstration: its people then are like any others, whom a live
   * point does not shut out.
   */
  makePeopleReal(): Promise<void>
}

export interface PersonWishes {
  /** Of whose merchant they are. Default: the demo's. */
  pointId?: string
  /** Default: owner. */
  role?: string
  /** Default: en. */
  language?: string
  steppedUp?: boolean
}

export interface MemberWish {
  role: string
  name?: string
  email?: string
  /** Sets one up, which live points need. */
  secondFactor?: boolean
}

/** The two operators of the demo, signed in with a second factor and freshly proved. */
export interface Operators {
  /** The demo's admin. */
  ana: ConsoleClient
  /** The demo's operator. */
  luis: ConsoleClient
  /** A code of luis' authenticator app that nobody used. */
  codeOfLuis(): string
  /** Proposes as `ana`; must succeed. */
  propose(proposal: object): Promise<Wire>
  /** Decides as `luis`. */
  decide(proposalId: string, decision: 'do' | 'refuse', note?: string): Promise<Answer>
}

type Place = Pick<World, 'url' | 'db' | 'folder' | 'demo'>

/** `world` may still be in the making: nothing of it is read before somebody is asked for. */
export function peopleOf(world: Place): People {
  const signIn: People['signIn'] = async (who) => {
    const client = consoleClient(world.url)
    await client.signIn(world.demo.people[who])
    return client
  }
  const makePeopleReal = async () => {
    await world.db.query(`delete from deployment_facts where name = 'demo_point'`)
  }
  return {
    visitor: (cookie) => consoleClient(world.url, cookie),
    signIn,
    person: async (wishes = {}) => await writePerson(world, wishes),
    member: async (wish) => await addMember(world, wish),
    makePeopleReal,
    operators: async () => {
      await makePeopleReal()
      const { admin, operator } = world.demo.people
      const [ana, luis] = [await signIn('admin'), await signIn('operator')]
      await ana.setUpSecondFactor(admin.password)
      const { secret } = await luis.setUpSecondFactor(operator.password)
      return { ana, luis, codeOfLuis: () => luis.nextCode(secret), ...proposalsOf(ana, luis) }
    },
  }
}

function proposalsOf(ana: ConsoleClient, luis: ConsoleClient): Pick<Operators, 'propose' | 'decide'> {
  return {
    propose: async (proposal) => {
      const answer = await ana.call('POST', '/console/operator/proposals', { body: proposal })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      return answer.body.data
    },
    decide: async (proposalId, decision, note) =>
      await luis.call('POST', `/console/operator/proposals/${proposalId}/decide`, {
        body: { decision, ...(note === undefined ? {} : { note }) },
      }),
  }
}

async function addMember(world: Place, wish: MemberWish): Promise<ConsoleClient> {
  const { owner } = world.demo.people
  const email = wish.email ?? `${wish.role}-${randomUUID()}@pasarela.example`
  await world.db.query(
    `insert into users (id, merchant_id, role, email, name, password_hash)
      select gen_random_uuid(), merchant_id, $2, $3, $4, password_hash from users where email = $1`,
    [owner.email, wish.role, email, wish.name ?? `A ${wish.role}`],
  )
  const client = consoleClient(world.url)
  await client.signIn({ email, password: owner.password })
  if (wish.secondFactor) await client.setUpSecondFactor(owner.password)
  return client
}

async function writePerson(world: Place, wishes: PersonWishes): Promise<ConsoleClient> {
  const keyFile = readFileSync(join(world.folder, 'master.key'), 'utf8')
  const box = secretBox(Buffer.from(keyFile.trim(), 'base64'))
  const cookie = randomBytes(32).toString('base64url')
  const userId = randomUUID()
  const pointId = wishes.pointId ?? world.demo.auth_point_id
  await world.db.query(
    `insert into users (id, merchant_id, role, email, name, language, password_hash, totp_box, totp_confirmed_at)
      select $1, merchant_id, $2, $3, 'Test Person', $5, repeat('x', 40), '\\x00', statement_timestamp()
      from points where id = $4`,
    [userId, wishes.role ?? 'owner', `person-${userId}@example.com`, pointId, wishes.language ?? 'en'],
  )
  await world.db.query(
    `insert into sessions (id_hash, public_id, user_id, stage, stepped_up_at)
      values ($1, $2, $3, 'signed_in', case when $4 then statement_timestamp() end)`,
    [box.keyedHash('session', cookie), randomUUID(), userId, wishes.steppedUp ?? false],
  )
  return consoleClient(world.url, cookie, box.keyedHash('csrf', cookie).toString('base64url'))
}
