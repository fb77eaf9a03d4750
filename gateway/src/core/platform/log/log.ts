import { type Logger, pino } from 'pino'
import { maskCardNumbers } from '../../values/card-numbers.ts'
import { readableLine } from './readable-line.ts'

export type Log = Logger

/**
 * Structured log to standard output, one JSON object per line; a terminal gets readable lines. Every possible card number in a line is masked (PCI DSS
 * 4.0.1, requirement 3.5.1). Digits inside a CLABE or CBU may be masked too.
 */
export function createLog(level: string, write: (line: string) => void = toStandardOutput): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: safeError, error: safeError } },
    { write: (line: string) => write(masked(line)) },
  )
}

/** Lines of `info` (30) and below are buffered. Warnings and errors are written at once. */
const isUrgent = (line: string) => !/^\{"level":[123]0/.test(line)

const standardOutput = lineWriter((lines) => process.stdout.write(lines), isUrgent)
process.on('exit', standardOutput.flush)
const toStandardOutput = process.stdout.isTTY
  ? (line: string) => void process.stdout.write(readableLine(line))
  : standardOutput.write

/** Asterisks would make an unquoted number invalid JSON. The line is then masked with zeros. */
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

/**
 * Driver errors contain row values in detail, where, query and parameters. Only the properties that identify the fault
 * are kept.
 */
function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  const cause = error.cause === undefined ? {} : { cause: safeError(error.cause) }
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack, ...cause }
}

/** Buffered lines. Beyond this number they are written at once. */
const linesMax = 1_000

interface LineWriter {
  write(line: string): void
  /** Writes the buffered lines. */
  flush(): void
}

/**
 * Buffers log lines until the end of the event loop's turn and writes them together. Under load a turn answers many
 * requests, and each write is a system call. An urgent line is written at once, with all lines before it.
 */
export function lineWriter(write: (lines: string) => void, isUrgent: (line: string) => boolean): LineWriter {
  let waiting: string[] = []
  const flush = () => {
    if (waiting.length === 0) return
    const lines = waiting.join('')
    waiting = []
    write(lines)
  }
  return {
    write: (line) => {
      waiting.push(line)
      if (waiting.length >= linesMax || isUrgent(line)) flush()
      else if (waiting.length === 1) setImmediate(flush)
    },
    flush,
  }
}
