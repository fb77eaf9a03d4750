import type { CallContext, Connector, LateExecutionGuarantee } from '../../connectors/connector.ts'
import { callStartsWithinMs } from '../call-connector.ts'
import type { StatusUpdate } from '../rules/status.ts'

/** What is known of an order that its provider does not know. */
export interface MissingOrder {
  attempt_key: string
  /** Since a process last had the right to send it, in milliseconds of the gateway's time. */
  since_sent_ms: number
  /** Since its deadline, negative before it; null where it carries none. */
  past_deadline_ms: number | null
}

export interface AskedProvider {
  connector: Connector
  context: CallContext
}

/**
 * What "not found" means: the order failed only where it can no longer be executed. Where the provider keeps tombstones,
 * this leaves one. Where nothing bars a late execution, a person must decide.
 */
export async function concludeNotFound(missing: MissingOrder, asked: AskedProvider): Promise<StatusUpdate> {
  const { manifest } = asked.connector
  const open = { kind: 'not_found', conclusive: false } as const
  if (missing.since_sent_ms <= callStartsWithinMs + manifest.visibilityWindowMs) return open
  const guarantees = guaranteesOf(missing, manifest.lateExecution)
  if (guarantees.length === 0) return { ...open, unguaranteed: true }
  if (guarantees.some((each) => isFinalByItself(each, missing, manifest.visibilityWindowMs))) {
    return { kind: 'not_found', conclusive: true }
  }
  if (guarantees.some(({ kind }) => kind === 'tombstone')) {
    const cancelled = (await asked.connector.cancel?.(missing.attempt_key, asked.context)) ?? 'unknown'
    if (cancelled === 'cancelled') return { kind: 'not_found', conclusive: true }
    // It arrived in between, or nobody knows: the next inquiry tells.
    return { kind: 'unknown', why: 'timeout' }
  }
  return open
}

/** An order that was made before its connector sent deadlines carries none, so that guarantee is not its own. */
function guaranteesOf(missing: MissingOrder, promised: readonly LateExecutionGuarantee[]) {
  return promised.filter(({ kind }) => kind !== 'deadline' || missing.past_deadline_ms !== null)
}

function isFinalByItself(guarantee: LateExecutionGuarantee, missing: MissingOrder, windowMs: number): boolean {
  switch (guarantee.kind) {
    case 'not_found_is_final':
    case 'nothing_is_sent':
      return true
    case 'deadline':
      // What arrived just before the deadline may be invisible for the provider's window.
      return (missing.past_deadline_ms ?? 0) > guarantee.clockMarginMs + windowMs
    case 'tombstone':
      return false
  }
}
