import type { Exchange, Violation } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import { Findings, nameOf, type Story } from './story.ts'

export interface RefusalContext {
  points: readonly PointFacts[]
  exchanges: readonly Exchange[]
}

/** Nobody hears of a fault of the gateway's own, or that a payment of theirs does not exist. */
export function checkRefusals(stories: readonly Story[], context: RefusalContext): Violation[] {
  const found = new Findings()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const points = new Map<string, PointFacts>(context.points.map((point) => [point.name, point]))
  for (const { act, who, sentAtMs, request, reply } of context.exchanges) {
    if (!('path' in request) || reply.kind !== 'reply') continue
    found.check(
      reply.status !== 500,
      'answer-fault',
      () => `${act} heard of a fault of the gateway's own: ${request.path}`,
    )
    const story = byId.get(/^\/api\/v1\/payments\/([0-9a-f-]{36})/.exec(request.path)?.[1] ?? '')
    const isOwn = story && points.get(who)?.pointId === story.pointId && story.createdAtMs < sentAtMs - commitMs
    found.check(reply.status !== 404 || !isOwn, 'answer-not-found', () => {
      return `${act} was told that there is no ${story ? nameOf(story) : ''}`
    })
  }
  return found.list
}

/** No commit takes longer: what was written before that is seen by everybody. Virtual milliseconds. */
export const commitMs = 600_000
