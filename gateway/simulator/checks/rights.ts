import { keyIdOf } from '../outside/merchant-client.ts'
import type { Exchange, Violation } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { type KeyLines, keyLinesIn } from './exchanges.ts'
import { Findings, nameOf, type Story } from './story.ts'

export interface RightsContext {
  exchanges: readonly Exchange[]
  points: readonly PointFacts[]
}

/** What a key that is for settings only may not do. */
const paymentActs = /^\/api\/v1\/payments\/(payin_hth|payout_hth|[0-9a-f-]{36}\/(cancel|approve|reject))$/

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Nobody is served about a payment of another point, told of one, or served with a key that has not the right. */
export function checkRights(stories: readonly Story[], { exchanges, points }: RightsContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const byName = new Map<string, PointFacts>(points.map((point) => [point.name, point]))
  const settings = new Set(points.map(({ settingsKey }) => `Bearer ${settingsKey}`))
  const lines = keyLinesIn(exchanges)
  for (const { act, who, request, reply } of exchanges) {
    if (!('path' in request) || reply.kind !== 'reply') continue
    const story = byId.get(/^\/api\/v1\/payments\/([0-9a-f-]{36})/.exec(request.path)?.[1] ?? '')
    const authorization = request.headers['authorization'] ?? ''
    if (!settings.has(authorization)) {
      const isRight = mayBeDenied(reply, { keyId: keyIdOf(authorization), creator: story?.createdByKey ?? '', lines })
      found.check(isRight, 'right-denied', () => `${act}: ${who} was answered ${reply.body} by ${request.path}`)
    }
    if (reply.status >= 300) continue
    const point = byName.get(who)
    found.check(!story || !point || story.pointId === point.pointId, 'stranger-served', () => {
      return `${act}: ${who} was answered ${reply.status} by ${request.method} ${request.path}, which is ${story ? nameOf(story) : ''} of another point`
    })
    const told = [...new Set(reply.body.match(uuid))].flatMap((id) => byId.get(id) ?? [])
    const foreign = told.find(({ pointId }) => point && pointId !== point.pointId)
    found.check(!foreign, 'stranger-told', () => {
      return `${act}: ${who} was told by ${request.method} ${request.path} of ${foreign ? nameOf(foreign) : ''} of another point`
    })
    const isPaymentAct = request.method === 'POST' && paymentActs.test(request.path)
    found.check(!isPaymentAct || !settings.has(authorization), 'scope-exceeded', () => {
      return `${act}: a key for settings was answered ${reply.status} by ${request.path}`
    })
  }
  return found.list
}

/** A key may be unknown when it has a successor, and decides about no payment of its own line. Everything else is open to it. */
function mayBeDenied(
  { status, body }: { status: number; body: string },
  { keyId, creator, lines }: { keyId: string; creator: string; lines: KeyLines },
): boolean {
  if (status === 401) return !lines.isNewest(keyId)
  return status !== 403 || !body.includes('"scope_missing"') || lines.lineOf(keyId) === lines.lineOf(creator)
}
