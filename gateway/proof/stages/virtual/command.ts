import { parseArgs } from 'node:util'

/** What was asked for cannot be done. The message is a sentence for whoever asked. */
export class WishesError extends Error {}

/** What a process ends with whose simulator is at fault. */
export const setUpFault = 70

/** What a command was asked for. */
export interface Wishes {
  flag(name: string): boolean
  text(name: string): string | undefined
  /** A whole number from `least` on. */
  number(name: string, least: number): number | undefined
}

export function readWishes(
  given: readonly string[],
  names: { flags: readonly string[]; texts: readonly string[] },
): Wishes {
  const options = [
    ...names.flags.map((name) => [name, { type: 'boolean' }] as const),
    ...names.texts.map((name) => [name, { type: 'string' }] as const),
  ]
  const values = read(given, Object.fromEntries(options))
  const text = (name: string) => values[name]?.toString()
  return {
    flag: (name) => values[name] === true,
    text,
    number: (name, least) => {
      const wanted = text(name)
      if (wanted === undefined) return undefined
      const value = Number(wanted)
      if (wanted.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value
      throw new WishesError(`--${name} is a whole number from ${least} on.`)
    },
  }
}

function read(given: readonly string[], options: Record<string, { type: 'boolean' | 'string' }>) {
  try {
    return parseArgs({ args: [...given], options }).values
  } catch (error) {
    throw new WishesError(error instanceof Error ? error.message : String(error))
  }
}

/** Runs a command of the simulator; this process then ends with the code that `work` resolves with. */
export async function endWith(work: () => Promise<number>): Promise<void> {
  try {
    if (process.platform === 'win32')
      throw new WishesError('The simulator stops sessions of its database server by signals: run it on Linux or macOS.')
    process.exitCode = await work()
  } catch (error) {
    const isWish = error instanceof WishesError
    console.error(isWish ? `${error.message}\nnpm run simulate -- --help says what can be asked for` : error)
    process.exitCode = isWish ? 2 : setUpFault
  }
}
