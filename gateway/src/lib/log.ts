import { type Logger, pino } from 'pino'

export type Log = Logger

/** Digits with optional separators, 13 to 19 of them: what a card number looks like in a text. */
const cardShape = /(?<![\d])(?:\d[ -]?){12,18}\d(?![\d])/g

/**
 * Structured log to standard output, one JSON line each. Every line passes a last guard: a run of digits that passes
 * the Luhn check is masked, whatever field it stands in (PCI DSS 4.0.1, requirement 3.5.1). A CLABE may be masked too.
 */
export function createLog(level: string, write: (line: string) => void = (line) => process.stdout.write(line)): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError, error: safeError } },
    { write: (line: string) => write(maskCardNumbers(line)) },
  )
}

/** Replaces every Luhn-valid run of 13 to 19 digits by its first six and last four. */
export function maskCardNumbers(text: string): string {
  return text.replace(cardShape, (found) => {
    const digits = found.replace(/\D/g, '')
    return passesLuhn(digits) ? `${digits.slice(0, 6)}******${digits.slice(-4)}` : found
  })
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Driver errors carry row values in detail, where, query and parameters: only what names the fault is kept. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const cause = error.cause === undefined ? {} : { cause: safeError(error.cause) }
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack, ...cause }
}
