import type { Exchange, Violation } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { Findings, nameOf, type Story } from './story.ts'

export interface RightsContext {
  exchanges: readonly Exchange[]
  points: readonly PointFacts[]
}

/** What a key that is for settings only may not do. */
const paymentActs = /^\/api\/v1\/payments\/(payin_hth|payout_hth|[0-9a-f-]{36}\/(cancel|approve|reject))$/

/** Nobody is served about a payment of another point, or with a key that has not the right. */
export function checkRights(stories: readonly Story[], { exchanges, points }: RightsContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const byName = new Map<string, PointFacts>(points.map((point) => [point.name, point]))
  const settings = new Set(points.map(({ settingsKey }) => `Bearer ${settingsKey}`))
  for (const { act, who, request, reply } of exchanges) {
    if (!('path' in request) || reply.kind !== 'reply' || reply.status >= 300) continue
    const story = byId.get(/^\/api\/v1\/payments\/([0-9a-f-]{36})/.exec(request.path)?.[1] ?? '')
    const point = byName.get(who)
    found.check(!story || !point || story.pointId === point.pointId, 'stranger-served', () => {
      return `${act}: ${who} was answered ${reply.status} by ${request.method} ${request.path}, which is ${story ? nameOf(story) : ''} of another point`
    })
    const isPaymentAct = request.method === 'POST' && paymentActs.test(request.path)
    found.check(!isPaymentAct || !settings.has(request.headers['authorization'] ?? ''), 'scope-exceeded', () => {
      return `${act}: a key for settings was answered ${reply.status} by ${request.path}`
    })
  }
  return found.list
}
