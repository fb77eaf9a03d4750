import type { Exchange } from '../run/exchange.ts'

/** A call of the gateway, authenticated like those of the checks unless `key` names another key. */
export type Call = (method: string, path: string, options?: { body?: unknown; key?: string }) => Promise<Exchange>

/** What a test can make happen to a transaction; the specification gives no means for it. */
export type Outcome = 'paid' | 'declined' | 'expired' | 'taken back'

/** Whether the gateway sends callbacks to the receiver now; where it refuses the receiver's address, the reason. */
export interface Prepared {
  sendsCallbacks: boolean
  refusal?: string
}

/** A gateway's own means, beyond the specification. Whatever throws an error makes rules "not checked". */
export interface Adapter {
  name: string
  /** The gateway follows Pasarela's decisions where the specification is silent. */
  followsDecisions: boolean
  /** Before the first check. */
  prepare(): Promise<Prepared>
  /** After the last check: puts back what `prepare` and the checks set. */
  restore(): Promise<void>
  /** An amount of this service code for which nothing happens by itself. */
  heldAmount(serviceCode: string): number
  /** An amount of this service code with which a payout surely fails. */
  failingPayoutAmount(serviceCode: string): number
  /** An amount of this service code with which a payout stays undecided for some seconds. */
  slowPayoutAmount(serviceCode: string): number
  make(transactionId: string, outcome: Outcome): Promise<void>
  /** Whether the gateway takes the address for callbacks. */
  takesCallbackUrl(url: string): Promise<boolean>
  /** Whether callbacks carry the additional fields from now on. */
  sendExtraFields(on: boolean): Promise<void>
}
