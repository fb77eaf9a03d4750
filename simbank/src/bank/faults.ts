/** Faults on demand: what happens to the next calls of the provider API, whatever they ask for. */
export const FAULT_KINDS = ['hang', 'reset_after_processing', '503', 'garbage', 'slow', 'delayed'] as const

export type Fault = (typeof FAULT_KINDS)[number]

/** Faults waiting at once: enough for any test, and a mistyped count cannot break the bank for hours. */
export const FAULTS_MAX = 10_000

/** First in, first out: each call of the provider API takes one. */
export class FaultQueue {
  readonly #waiting: { kind: Fault; left: number }[] = []

  /** Returns false when that would be more than FAULTS_MAX. */
  add(kind: Fault, count: number): boolean {
    if (this.left() + count > FAULTS_MAX) return false
    this.#waiting.push({ kind, left: count })
    return true
  }

  take(): Fault | undefined {
    const first = this.#waiting[0]
    if (!first) return undefined
    first.left -= 1
    if (first.left === 0) this.#waiting.shift()
    return first.kind
  }

  clear(): void {
    this.#waiting.length = 0
  }

  left(): number {
    return this.#waiting.reduce((sum, { left }) => sum + left, 0)
  }
}
