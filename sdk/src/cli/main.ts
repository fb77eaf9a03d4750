import { parseArgs } from 'node:util'
import { PasarelaError } from '../client/pasarela-error.ts'
import { listen, listenHelp, listenOptions } from './listen.ts'
import { CommandError, onOneLine, type Terminal } from './terminal.ts'
import { trigger, triggerHelp, triggerOptions } from './trigger.ts'

/** For `pasarela --help`. */
export const developerHelp = `For developers:

  pasarela listen   bring callbacks to a server on your machine
  pasarela trigger  make test payments that end in a certain way

Both have --help.`

/** Whether a command belongs to this package; all others are the operator's. */
export function isDeveloperCommand(name: string | undefined): boolean {
  return name === 'listen' || name === 'trigger'
}

/** Runs `listen` or `trigger` with its arguments. Returns the exit code: 0, 1 it did not work, 2 asked wrongly. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  try {
    if (rest.includes('--help')) {
      terminal.out(name === 'listen' ? listenHelp : triggerHelp)
      return 0
    }
    if (name === 'listen') {
      return await listen(parseArgs({ args: rest, options: listenOptions, strict: true }).values, terminal)
    }
    const { values, positionals } = parseArgs({ args: rest, options: triggerOptions, allowPositionals: true })
    return await trigger(positionals, values, terminal)
  } catch (error) {
    if (terminal.signal.aborted) return 130
    return report(error, terminal)
  }
}

function report(error: unknown, terminal: Terminal): number {
  if (error instanceof CommandError) {
    terminal.err(error.message)
    return error.exitCode
  }
  if (error instanceof PasarelaError) {
    const where = error.requestId === undefined ? '' : `, ${error.requestId}`
    terminal.err(onOneLine(`${error.message} (${error.code}${where})`))
    return 1
  }
  // parseArgs and the client speak of wrong options and addresses.
  if (error instanceof TypeError) {
    terminal.err(onOneLine(error.message))
    return 2
  }
  throw error
}
