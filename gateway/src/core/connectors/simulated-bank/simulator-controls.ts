import { z } from 'zod'
import { providerHttp } from '../../net/provider-http.ts'
import type { CallContext } from '../connector.ts'
import { type Answer, bankCall, type SimulatedBankOptions } from './calls.ts'

/** A simulated act of a payer, issuer or clerk on an order. */
export interface SimulatedAct {
  action: 'pay' | 'approve' | 'pay_less' | 'pay_more' | 'pay_twice' | 'pay_late' | 'decline' | 'return' | 'reverse'
  amountMinor?: bigint
  sender?: { name?: string; document?: string }
}

export type SimulatedResult = { kind: 'done' | 'unknown_order' | 'unavailable' } | { kind: 'refused'; why: string }

/** What tests of merchants let the simulated bank do. No other connector has them. */
export interface SimulatorControls {
  /** Simulates an act on an order. `refused` holds the bank's reason. */
  simulate(key: string, act: SimulatedAct, context: CallContext): Promise<SimulatedResult>
  /** Moves the bank's clock. False when it could not be reached. */
  moveClock(offsetMs: number, context: CallContext): Promise<boolean>
}

/** The controls have their own connections, so they never wait behind the orders of a test. */
export function simulatorControls({ baseUrl, http = providerHttp() }: SimulatedBankOptions): SimulatorControls {
  const call = bankCall(baseUrl, http)
  return {
    simulate: async (key, act, context) =>
      readActResult(
        await answerOf(call(context, { method: 'POST', path: `/control/orders/${key}/act`, body: wireAct(act) })),
      ),
    moveClock: async (offsetMs, context) => {
      const body = { offset_ms: offsetMs }
      const answer = await answerOf(call(context, { method: 'POST', path: '/control/clock', body }))
      return answer?.kind === 'answer' && answer.status === 200
    },
  }
}

/** Undefined where the call threw, for example because the stored credentials cannot be read. */
async function answerOf(calling: Promise<Answer>): Promise<Answer | undefined> {
  return await calling.catch(() => undefined)
}

/** Maps an act to the bank's control API. */
function wireAct({ action, amountMinor, sender }: SimulatedAct): object {
  return {
    action,
    ...(amountMinor === undefined ? {} : { amount_minor: amountMinor.toString() }),
    ...(sender === undefined ? {} : { sender }),
  }
}

const refusal = z.object({ error: z.string().max(100) })

/** What the bank's control API answered to an act. */
export function readActResult(answer: Answer | undefined): SimulatedResult {
  if (answer === undefined || answer.kind === 'failed') return { kind: 'unavailable' }
  if (answer.status === 200) return { kind: 'done' }
  if (answer.status === 404) return { kind: 'unknown_order' }
  const read = refusal.safeParse(answer.body)
  return read.success ? { kind: 'refused', why: read.data.error } : { kind: 'unavailable' }
}
