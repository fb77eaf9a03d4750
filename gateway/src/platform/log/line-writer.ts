/** Lines that wait for the end of the turn; beyond it they are written at once. */
const linesMax = 1_000

export interface LineWriter {
  write(line: string): void
  /** Writes what waits. */
  flush(): void
}

/**
 * Gathers lines of the log until the end of the event loop's turn and writes them at once: under load a turn answers many
 * requests, and each write is a call of the system. What `isUrgent` is written immediately, with all that stands before it.
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
