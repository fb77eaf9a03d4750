/** What a command has of the world around it. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  /** The working directory. */
  cwd: string
  out(line: string): void
  err(line: string): void
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

/** Ends a command with a sentence and an exit code: 1 it did not work, 2 it was asked wrongly. */
export class CommandError extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Text from elsewhere on one line, so that nothing in it can drive the terminal. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').slice(0, 300)
}

/** Resolves after `ms`, or at once when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) {
      done()
      return
    }
    const finish = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      done()
    }
    const timer = setTimeout(finish, ms)
    signal.addEventListener('abort', finish)
  })
}
