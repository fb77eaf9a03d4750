/** What happens to a call instead of its answer, or beside it. */
export const faultKinds = [
  'lose_answer',
  'reset_before',
  'delay',
  'status',
  'html',
  'truncate',
  'too_many',
  'no_copia_e_cola',
  'no_code',
  'another_txid',
  'another_amount',
  'another_webhook',
] as const

export interface Fault {
  kind: (typeof faultKinds)[number]
  /** Beginning of `METHOD /path` of the calls that it meets; without it any call of the Pix API, but none for a token. */
  call?: string
  /** How many calls it meets. */
  count: number
  /** `delay` waits so long, after the booking where `booked` is true; else before. */
  delay_ms: number
  /** Of `status`. */
  status: number
  /** Whether `status`, `html`, `too_many` and `delay` come after the booking. */
  booked: boolean
}

/** Faults that wait for their calls, oldest first. */
export class Faults {
  #waiting: Fault[] = []

  add(fault: Fault): void {
    this.#waiting.push(fault)
  }

  /** The fault of this call, which has used up one of its count. */
  take(call: string): Fault | undefined {
    const meets = ({ call: beginning }: Fault) =>
      beginning === undefined ? !call.startsWith('POST /oauth/') : call.startsWith(beginning)
    const found = this.#waiting.find(meets)
    if (found) found.count -= 1
    this.#waiting = this.#waiting.filter(({ count }) => count > 0)
    return found
  }

  left(): readonly Fault[] {
    return this.#waiting
  }

  clear(): void {
    this.#waiting = []
  }
}
