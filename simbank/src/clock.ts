/**
 * The bank's two clocks, both in milliseconds since 1970 (UTC). Bank time can be shifted by the control API and
 * stands in everything that the bank reports: when orders are paid and expire, and the time stamps of notifications. Real time
 * runs the machinery: journal stamps, retries of notifications.
 */
export class Clock {
  #offsetMs = 0

  /** Time by the machine, never shifted. */
  realMs(): number {
    return Date.now()
  }

  /** The bank's time: the machine's plus the offset. */
  nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  offsetMs(): number {
    return this.#offsetMs
  }

  setOffset(offsetMs: number): void {
    this.#offsetMs = offsetMs
  }
}

/** `2026-01-02T03:04:05.678Z` for an instant in milliseconds. */
export function toIso(instantMs: number): string {
  return new Date(instantMs).toISOString()
}
