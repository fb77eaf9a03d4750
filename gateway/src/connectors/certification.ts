import type { CallContext } from './connector.ts'

/** One call of a certification, as its report names it. */
export interface CertificationCall {
  method: string
  /** Below the provider's address. */
  path: string
  /** HTTP status; 0: no answer. */
  status: number
  /** The provider's name of the request, where its answer has one. */
  requestId?: string
  /** Start, ISO 8601 in UTC. */
  at: string
  durationMs: number
}

/** `skipped`: the step could not be tried, and nothing is known. `detail` holds no secret. */
export interface CertificationResult {
  result: 'passed' | 'failed' | 'skipped'
  detail: string
}

/** One promise of the provider that the gateway relies on, tried at the provider. */
export interface CertificationStep {
  name: string
  /** What the provider must do, in English. */
  title: string
  run(): Promise<CertificationResult>
}

export interface CertificationContext {
  call: CallContext
  /** Of the payment that is made, in minor units. */
  amountMinor: bigint
  /** A key in the provider's format that was never used. */
  newKey(): string
  /** What a person must do now. */
  say(line: string): void
  /** How long a person has for it. 0: nobody is there. */
  waitMs: number
  /** Whether the gateway stored a notification of this account for the key. */
  wasNotified(key: string): Promise<boolean>
  record(call: CertificationCall): void
  now(): Date
  pause(ms: number): Promise<void>
}
