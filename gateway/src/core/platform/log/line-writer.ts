/** Buffered lines. Beyond this number they are written at once. */
const linesMax = 1_000

export interface LineWriter {
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
