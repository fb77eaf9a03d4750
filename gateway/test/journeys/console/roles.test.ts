import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildServer } from '../../../src/core/api/server.ts'
import { siteAt } from '../../../src/core/platform/deps.ts'
import { processSlots } from '../../../src/core/platform/limits/slots.ts'
import { createLog } from '../../../src/core/platform/log/log.ts'
import { createMetrics } from '../../../src/core/platform/log/metrics.ts'
import { type SecretBox, secretBox } from '../../../src/core/platform/secret-box.ts'
import type { Deps } from '../../../src/extras/deps.ts'
import { sessionHash } from '../../../src/extras/identity/authenticate-person.ts'
import { serverExtras } from '../../../src/extras/index.ts'
import {
  type ConsolePerson,
  consolePeople,
  consoleRights,
  mayOpen,
  provenRoutes,
} from '../../support/console-rights.ts'
import { type Answer, openWorld } from '../../support/world.ts'

interface Route {
  method: string
  url: string
}

/** Every route that the gateway registers, as Fastify itself says it. */
async function allRoutes(): Promise<Route[]> {
  const routes: Route[] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url })
    })
  }
  subscribe('fastify.initialization', listen)
  // No request is made, so nothing else of the dependencies is looked at.
  const metrics = createMetrics()
  const slots = processSlots(metrics)
  const known = { metrics, slots, log: createLog('silent'), site: siteAt('https://pay.example'), database: {} }
  const deps = known as unknown as Deps
  const app = await buildServer(
    deps,
    {
      trustedProxies: [],
      docs: false,
      isReady: async () => true,
      isShuttingDown: () => false,
      version: '0',
    },
    serverExtras(deps, { database: deps.database, forLoops: (more) => more }),
  )
  await app.close()
  unsubscribe('fastify.initialization', listen)
  return routes
}

/** Requests at once: enough to be quick, few enough for the connections of the database. */
const atOnce = 4

/** A machine that does much else may answer 503: what the wall says shows when it is asked again. */
const triesMax = 4

describe('the routes of the dashboard', () => {
  const world = openWorld()
  let box: SecretBox
  let routes: Route[]
  const points: Record<'test' | 'live', string> = { test: '', live: '' }
  const users = new Map<ConsolePerson, string>()
  before(async () => {
    box = secretBox(Buffer.from(readFileSync(join(world.folder, 'master.key'), 'utf8').trim(), 'base64'))
    routes = (await allRoutes()).filter(({ url }) => url.startsWith('/console/'))
    await makePeople()
  })

  async function makePeople(): Promise<void> {
    const make = async (environment: string, merchant: string) =>
      await world.facts('point', 'create', '--merchant', merchant, '--environment', environment, '--name', 'P')
    const [own, other] = [await make('test', 'Mine'), await make('test', 'Theirs')]
    points.test = own['auth_point_id'] ?? ''
    points.live = (await make('live', 'Mine'))['auth_point_id'] ?? ''
    for (const person of consolePeople.filter((each) => each !== 'signed_out')) {
      const isOperator = person.startsWith('operator_')
      const role = person === 'stranger' ? 'owner' : person.replace('operator_', '')
      const merchant = isOperator ? null : (person === 'stranger' ? other : own)['merchant_id']
      const id = randomUUID()
      // Everybody has a second factor: that its lack is refused has a journey of its own.
      await world.db.query(
        `insert into users (id, merchant_id, role, email, name, password_hash, totp_box, totp_confirmed_at)
          values ($1, $2, $3, $4, $5, $6, 'x', statement_timestamp())`,
        [id, merchant, role, `${person}@roles.example`, person, 'x'.repeat(60)],
      )
      users.set(person, id)
    }
  }

  /** A browser of somebody, in a session of its own, so that no request ends another's and no limit is met. */
  async function browserOf(person: ConsolePerson) {
    const userId = users.get(person)
    if (userId === undefined) return world.visitor()
    const cookie = randomBytes(32).toString('base64url')
    await world.db.query(
      `insert into sessions (id_hash, public_id, user_id, stage) values ($1, gen_random_uuid(), $2, 'signed_in')`,
      [sessionHash({ secretBox: box }, cookie), userId],
    )
    const browser = world.visitor(cookie)
    assert.equal((await browser.call('GET', '/console/session')).body.data.stage, 'signed_in')
    return browser
  }

  /** What the wall said; `open`: whatever the route itself says. */
  function verdictOf({ status, body }: Answer, place: 'test' | 'live' | undefined): string {
    const code = body?.error?.code
    if (status === 401 && code === 'not_signed_in') return 'not signed in'
    if (status === 403 && code === 'role_missing') return 'role missing'
    if (place !== undefined && status === 404 && body.message === 'There is no such point.') return 'no such point'
    if (['csrf_refused', 'second_factor_required', 'rate_limited', 'internal_error'].includes(code)) return code
    return status < 500 ? 'open' : `${status}`
  }

  function expected(route: Route, person: ConsolePerson, place: 'test' | 'live' | undefined): string {
    const right = consoleRights[`${route.method} ${route.url.replace('/console', '')}`]
    assert.ok(right, `${route.method} ${route.url} stands in no table of rights`)
    if (mayOpen(right, person, place)) return 'open'
    if (person === 'signed_out' || right === 'nobody') return 'not signed in'
    const isOurs = ['owner', 'developer', 'operations', 'read_only'].includes(person)
    return place !== undefined && !isOurs ? 'no such point' : 'role missing'
  }

  it('stand in the table of rights, all of them and no other', () => {
    const found = routes.filter(({ method }) => method !== 'HEAD').map(({ method, url }) => `${method} ${url}`)
    const known = Object.keys(consoleRights).map((key) => key.replace(' /', ' /console/'))
    assert.deepEqual(found.toSorted(), known.toSorted())
    for (const { url } of routes.filter(({ method }) => method === 'HEAD')) {
      assert.ok(
        routes.some((each) => each.method === 'GET' && each.url === url),
        `HEAD ${url} has its GET`,
      )
    }
  })

  it('open to whom the table says, and to nobody else: by role, by merchant, and not signed in', async () => {
    const places = ({ url }: Route) => (url.includes('/points/:pointId') ? (['test', 'live'] as const) : [undefined])
    const asked = routes
      .filter(({ method }) => method !== 'HEAD')
      .map((route) => places(route).flatMap((place) => consolePeople.map((person) => ({ route, place, person }))))
    const wrong: string[] = []
    const opened = new Set<string>()
    const ask = async ({ route, place, person }: (typeof asked)[number][number]) => {
      const browser = await browserOf(person)
      const path = route.url
        .replace(':pointId', place === undefined ? '' : points[place])
        .replace(/:\w+/g, () => randomUUID())
      const body = route.method === 'GET' || route.method === 'DELETE' ? {} : { body: {} }
      let answer = await browser.call(route.method, path, body)
      for (let tries = 1; tries < triesMax && answer.status === 503; tries++) {
        answer = await browser.call(route.method, path, body)
      }
      const verdict = verdictOf(answer, place)
      const wanted = expected(route, person, place)
      if (verdict === 'open') opened.add(`${route.method} ${route.url}`)
      if (verdict !== wanted) {
        wrong.push(`${person} at ${route.method} ${route.url} (${place ?? 'no point'}): ${verdict}, not ${wanted}`)
      }
    }
    const waiting = [...asked]
    // One after another at one route, because some routes serve few at once: the proof of the audit log two.
    const worker = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) for (const each of next) await ask(each)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    assert.deepEqual(wrong.toSorted(), [])
    assert.ok(asked.flat().length > 500 && opened.size > 40, `${asked.flat().length} asked, ${opened.size} opened`)
  })

  it('that change something refuse a signed-in person without the token, whatever their role', async () => {
    for (const { method, url } of routes) {
      if (method === 'GET' || method === 'HEAD' || url === '/console/session') continue
      // For people who are not signed in: there is no session that another site could use.
      if (url.includes('/invitations/:token') || url.startsWith('/console/password-recoveries')) continue
      if (url === '/console/session/second-factor') continue
      const browser = await browserOf('owner')
      const path = url.replace(':pointId', points.test).replace(/:\w+/g, () => randomUUID())
      const answer = await browser.call(method, path, { headers: { 'x-csrf-token': undefined } })
      assert.deepEqual([answer.status, answer.body.error.code], [403, 'csrf_refused'], `${method} ${url}`)
    }
  })

  it('that show or change secrets, people or where money goes ask for a fresh proof, and no others do', async () => {
    const asking: string[] = []
    for (const { method, url } of routes.filter((route) => route.method !== 'HEAD' && route.method !== 'GET')) {
      if (url === '/console/session') continue
      const name = `${method} ${url.replace('/console', '')}`
      for (const place of url.includes('/points/:pointId') ? (['test', 'live'] as const) : (['any'] as const)) {
        const browser = await browserOf(url.includes('/operator/') ? 'operator_admin' : 'owner')
        const point = place === 'any' ? '' : points[place]
        const path = url.replace(':pointId', point).replace(/:\w+/g, () => randomUUID())
        const answer = await browser.call(method, path, method === 'DELETE' ? {} : { body: {} })
        if (answer.body?.error?.code === 'step_up_required') asking.push(`${name} ${place}`)
      }
    }
    const wanted = Object.entries(provenRoutes).flatMap(([name, when]) => {
      if (!name.includes('/points/:pointId')) return [`${name} any`]
      return when === 'live' ? [`${name} live`] : [`${name} test`, `${name} live`]
    })
    assert.deepEqual(asking.toSorted(), wanted.toSorted())
  })
})
