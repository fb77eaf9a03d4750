import type { Life } from './deliverers.ts'
import type { Crash } from './havoc.ts'
import type { Handled } from './merchants.ts'
import type { Truth, TruthEvent } from './truth.ts'

export interface Evidence {
  truth: Truth
  handled: readonly Handled[]
  lives: ReadonlyMap<string, Life>
  crashes: readonly Crash[]
}

export interface Verdict {
  violations: string[]
  requests: number
  transactions: number
  events: number
  /** Events that the queue says were delivered. */
  delivered: number
  /** Events whose merchant said 200 more than once. */
  duplicates: number
  /** Why the first 200 counted for nothing, with how many repeats it explains. */
  reasons: Readonly<Record<string, number>>
  outOfOrder: number
  /** Sent by a process that stood still beyond its lease between claim and request: nobody but the merchant can know. */
  sentAfterPause: number
  /** Transactions whose last status their merchant never said 200 to. */
  lost: number
}

/** What merchants saw, against what the gateway's tables say happened. */
export function judge(evidence: Evidence): Verdict {
  const requests = new Map<string, Handled[]>()
  for (const each of evidence.handled) {
    const known = requests.get(each.webhookId)
    if (known) known.push(each)
    else requests.set(each.webhookId, [each])
  }
  const verdict = {
    violations: [] as string[],
    requests: evidence.handled.length,
    transactions: evidence.truth.transactions.size,
    events: 0,
    delivered: 0,
    duplicates: 0,
    reasons: {} as Record<string, number>,
    outOfOrder: 0,
    sentAfterPause: 0,
    lost: 0,
  }
  const of = (event: TruthEvent) => requests.get(event.webhookId) ?? []
  for (const [transactionId, events] of evidence.truth.transactions) {
    const last = events.at(-1)
    if (!last || !of(last).some(({ deed }) => deed === 'ok')) {
      verdict.lost++
      verdict.violations.push(`lost: the last status of ${transactionId} (${last?.status}, ${last?.state})`)
    }
    checkOrder(evidence, verdict, events.map(of))
    for (const event of events) {
      checkEvent(evidence, verdict, { event, requests: of(event) })
      requests.delete(event.webhookId)
    }
  }
  for (const id of requests.keys()) verdict.violations.push(`nobody wrote the event ${id}`)
  return verdict
}

type Draft = { -readonly [Key in keyof Verdict]: Verdict[Key] } & { reasons: Record<string, number> }

/** `lists` are the requests of a transaction's events, in the order of the events. */
function checkOrder(evidence: Evidence, verdict: Draft, lists: readonly (readonly Handled[])[]): void {
  for (const [seq, list] of lists.entries()) {
    const newer = lists.slice(seq + 1).flat()
    const acknowledged = Math.min(...newer.filter(({ deed }) => deed === 'ok').map(({ place }) => place))
    for (const late of list.filter(({ place }) => place > acknowledged)) {
      if (wokeShortlyBefore(evidence, late)) {
        verdict.sentAfterPause++
        continue
      }
      verdict.outOfOrder++
      verdict.violations.push(
        `out of order: ${late.transactionId} ${late.status} by ${late.life}, attempt ${late.attempt}, ` +
          `${list[0] === late ? 'for the first time, ' : ''}after a newer status was acknowledged`,
      )
    }
  }
}

function checkEvent(
  evidence: Evidence,
  verdict: Draft,
  { event, requests }: { event: TruthEvent; requests: readonly Handled[] },
): void {
  verdict.events++
  if (event.state === 'delivered') verdict.delivered++
  else if (event.state !== 'superseded') verdict.violations.push(`left ${event.state}: ${event.webhookId}`)
  const acknowledged = requests.filter(({ deed }) => deed === 'ok')
  if (event.state === 'delivered' && acknowledged.length === 0) {
    verdict.violations.push(`said to be delivered, but no merchant said 200: ${event.webhookId}`)
  }
  if (acknowledged.length > 1) verdict.duplicates++
  for (const [index, request] of requests.entries()) {
    const next = requests[index + 1]
    if (request.deed !== 'ok' || !next) continue
    const reason = whyAgain(evidence, event, { request, next })
    if (reason) verdict.reasons[reason] = (verdict.reasons[reason] ?? 0) + 1
    else {
      verdict.violations.push(
        `sent again for no reason: ${request.webhookId}, attempt ${request.attempt} by ${request.life} was answered, ` +
          `then attempt ${next.attempt} by ${next.life} ${Math.round(next.atMs - request.atMs)} ms later; ` +
          `its log: ${JSON.stringify(event.attempts)}`,
      )
    }
  }
}

/** A process ends a little before or after what it sent is seen. */
const slackMs = 1_000

/** What came between a merchant's 200 and the gateway's knowledge of it; undefined where nothing did. */
function whyAgain(
  evidence: Evidence,
  event: TruthEvent,
  { request, next }: { request: Handled; next: Handled },
): string | undefined {
  const { lives, crashes } = evidence
  // It was about to send when it was stopped: another process had the claim when it went on.
  if (wokeShortlyBefore(evidence, next)) return 'woke'
  const life = lives.get(request.life)
  const between = (fromMs: number, toMs: number) => fromMs <= next.atMs && toMs >= request.atMs - slackMs
  if (life?.killedMs !== undefined && between(life.killedMs, life.killedMs)) return 'killed'
  if (life?.pauses.some(({ fromMs, toMs }) => between(fromMs, toMs))) return 'paused'
  if (crashes.some(({ fromMs, toMs }) => between(fromMs, toMs))) return 'database crash'
  const noted = event.attempts.filter(({ number }) => number === request.attempt)
  return noted.find(({ error }) => error === 'timeout' || error === 'reset')?.error ?? undefined
}

function wokeShortlyBefore({ lives }: Evidence, late: Handled): boolean {
  const pauses = lives.get(late.life)?.pauses ?? []
  return pauses.some(({ toMs }) => late.atMs >= toMs - slackMs && late.atMs <= toMs + slackMs)
}
