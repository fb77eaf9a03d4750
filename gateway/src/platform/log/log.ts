import { type Logger, pino } from 'pino'
import { maskCardNumbers } from '../../values/card-numbers.ts'
import { lineWriter } from './line-writer.ts'

export type Log = Logger

/**
 * Structured log to standard output, one JSON line each. Every line passes a last guard: what could be a card
 * number is masked, wherever it stands (PCI DSS 4.0.1, requirement 3.5.1). Digits inside a CLABE or CBU may be masked too.
 */
export function createLog(level: string, write: (line: string) => void = standardOutput.write): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError, error: safeError } },
    { write: (line: string) => write(masked(line)) },
  )
}

/** Lines of `info` (30) and below wait for the end of their turn; what went wrong is written at once. */
const isUrgent = (line: string) => !/^\{"level":[123]0/.test(line)

const standardOutput = lineWriter((lines) => process.stdout.write(lines), isUrgent)
process.on('exit', standardOutput.flush)

/** Stars make a bare number unreadable as JSON; then zeros stand in its middle. */
function masked(line: string): string {
  const starred = maskCardNumbers(line)
  return starred === line || isJson(starred) ? starred : maskCardNumbers(line, '0')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Driver errors carry row values in detail, where, query and parameters: only what names the fault is kept. */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const cause = error.cause === undefined ? {} : { cause: safeError(error.cause) }
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack, ...cause }
}
