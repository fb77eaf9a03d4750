import type { CallContext, Connector, LateExecutionGuarantee } from '../../connectors/connector.ts'
import type { TransactionType } from '../../values/status.ts'
import { callStartsWithinMs } from '../call-connector.ts'
import type { StatusUpdate } from '../rules/state.ts'

/** An order that its provider does not find. */
export interface MissingOrder {
  pay_type: TransactionType
  attempt_key: string
  /** Milliseconds of the gateway's clock since a process last could send the order. */
  since_sent_ms: number
  /** Milliseconds since the order's deadline, negative before it; null without deadline. */
  past_deadline_ms: number | null
}

export interface AskedProvider {
  connector: Connector
  context: CallContext
}

/**
 * Classifies "not found". The order failed only where it can no longer be executed. Leaves a tombstone where the
 * provider keeps them. Without a guarantee against late execution, an operator must decide.
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
    // The order arrived meanwhile, or the answer is missing: the next inquiry decides.
    return { kind: 'unknown', why: 'timeout' }
  }
  return open
}

/** Those that cover this order. One created before its connector sent deadlines has none. */
function guaranteesOf(missing: MissingOrder, promised: readonly LateExecutionGuarantee[]) {
  return promised.filter((each) => {
    if (each.kind === 'not_found_is_final') return each.only === undefined || each.only === missing.pay_type
    return each.kind !== 'deadline' || missing.past_deadline_ms !== null
  })
}

function isFinalByItself(guarantee: LateExecutionGuarantee, missing: MissingOrder, windowMs: number): boolean {
  switch (guarantee.kind) {
    case 'not_found_is_final':
    case 'nothing_is_sent':
      return true
    case 'deadline':
      // An order that arrived just before the deadline may be invisible during the provider's visibility window.
      return (missing.past_deadline_ms ?? 0) > guarantee.clockMarginMs + windowMs
    case 'tombstone':
      return false
  }
}
