/**
 * Writes one line to standard output. Callers pass keys, ids and counts, never bodies; as a second safeguard every run of
 * 12 to 19 digits (also with spaces or dashes between them) is masked, because that is what a card number looks like.
 */
export function log(message: string): void {
  console.log(`simbank: ${maskDigits(message)}`)
}

/** The same for standard error: faults that end the process or a request. */
export function logFault(message: string): void {
  console.error(`simbank: ${maskDigits(message)}`)
}

/** A fault in words, with its stack, safe to print. */
export function describeFault(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}

function maskDigits(text: string): string {
  return text.replace(/\d(?:[ -]?\d){11,18}/g, '[digits]')
}
