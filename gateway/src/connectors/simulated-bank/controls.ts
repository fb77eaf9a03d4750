import { z } from 'zod'
import type { ProviderHttp } from '../../net/provider-http.ts'
import type { SimulatedAct, SimulatedResult } from '../connector.ts'

type Answer = Awaited<ReturnType<ProviderHttp['call']>>

const refusal = z.object({ error: z.string().max(100) })

/** Maps an act to the bank's control API. */
export function wireAct({ action, amountMinor, sender }: SimulatedAct): object {
  return {
    action,
    ...(amountMinor === undefined ? {} : { amount_minor: amountMinor.toString() }),
    ...(sender === undefined ? {} : { sender }),
  }
}

export function readActResult(answer: Answer): SimulatedResult {
  if (answer.kind === 'failed') return { kind: 'unavailable' }
  if (answer.status === 200) return { kind: 'done' }
  if (answer.status === 404) return { kind: 'unknown_order' }
  const read = refusal.safeParse(answer.body)
  return read.success ? { kind: 'refused', why: read.data.error } : { kind: 'unavailable' }
}
