/** Where a bank says what it does: lines for people, of one bank each. */
export interface Log {
  info(message: string): void
  /** Faults that end the bank or a request. */
  fault(message: string): void
}

/**
 * A log that prints its lines by these functions. Callers pass keys, ids and counts, never bodies; as a second safeguard
 * every run of 12 to 19 digits (also with spaces or dashes between them) is masked, because that is what a card number
 * looks like.
 */
export function createLog(print: (line: string) => void, printFault: (line: string) => void): Log {
  return {
    info: (message) => print(`simbank: ${maskDigits(message)}`),
    fault: (message) => printFault(`simbank: ${maskDigits(message)}`),
  }
}

/** A fault in words, with its stack, safe to print. */
export function describeFault(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}

function maskDigits(text: string): string {
  return text.replace(/\d(?:[ -]?\d){11,18}/g, '[digits]')
}
