import type { Body } from './bodies.ts'
import type { Exchange } from './exchange.ts'
import { demand } from './expect.ts'
import { isAccepted, type Subject } from './subject.ts'

/**
 * What a check needs beside the address and a key: a `receiver` of callbacks with the point's credentials; an `adapter`
 * that makes things happen; its `settings` key; or a gateway that follows Pasarela's `decisions` where the specification
 * is silent.
 */
export type Need = 'receiver' | 'adapter' | 'settings' | 'decisions'

/** Proves one rule from outside. */
export interface Check {
  needs?: readonly Need[]
  /** It changes settings of the point: it runs after all others, by itself. */
  alone?: boolean
  /** Throws RuleBroken where the rule does not hold, NotChecked where it could not look. */
  run(subject: Subject): Promise<void>
}

export type Checks = Readonly<Record<string, Check>>

/** The request must be refused, whatever words and codes the gateway has for that. A crash is no refusal. */
export async function demandRefused(
  subject: Subject,
  { path, body, because }: { path: string; body: Body; because: string },
): Promise<Exchange> {
  const exchange = await subject.send(path, body)
  demandSentRefused({ exchange }, because)
  return exchange
}

export async function demandAccepted(
  subject: Subject,
  { path, body, because }: { path: string; body: Body; because: string },
): Promise<Exchange> {
  const exchange = await subject.send(path, body)
  demandSentAccepted({ exchange }, because)
  return exchange
}

export function demandSentRefused({ exchange }: { exchange: Exchange }, because: string): void {
  const expected = `the request to be refused, because ${because}`
  const refused = exchange.status < 500 && !isAccepted(exchange)
  demand(refused, outcomeOf(exchange), { expected, evidence: exchange })
}

export function demandSentAccepted({ exchange }: { exchange: Exchange }, because: string): void {
  const expected = `the request to be accepted, because ${because}`
  demand(isAccepted(exchange), outcomeOf(exchange), { expected, evidence: exchange })
}

function outcomeOf({ status, json }: Exchange): string {
  return `HTTP ${status} with the status ${String(json?.status)}`
}
