import type { Observations, Violation } from '../stages/virtual/parts.ts'

/** So long after the last fault gateways may still be starting again, and connections be given up. */
const recoveryMs = 3_600_000

/**
 * Nobody hears of a fault of the gateway's own. Once nothing fails any more, everybody is served: no request is dropped, put off
 * or answered by a fault.
 */
export function checkAvailability({
  exchanges,
  lastFaultAtMs,
}: Pick<Observations, 'exchanges' | 'lastFaultAtMs'>): Violation[] {
  return exchanges.flatMap(({ act, sentAtMs, reply }) => {
    if (reply.kind === 'reply' && reply.status === 500) return [{ rule: 'answer-fault', what: `${act}: ${reply.body}` }]
    if (sentAtMs <= lastFaultAtMs + recoveryMs) return []
    if (reply.kind === 'broken')
      return [{ rule: 'not-served', what: `${act} got no answer, long after the last fault` }]
    if (reply.kind !== 'reply' || (reply.status < 500 && reply.status !== 429)) return []
    return [
      { rule: 'not-served', what: `${act} was answered ${reply.status}, long after the last fault: ${reply.body}` },
    ]
  })
}
