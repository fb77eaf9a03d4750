import { constants } from 'node:os'
import { WishesError } from './arguments.ts'

/** What a process ends with whose simulator is at fault. */
export const setUpFault = 70

/** Runs a command of the simulator; this process then ends with the code that `work` resolves with. */
export async function endWith(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work()
  } catch (error) {
    const isWish = error instanceof WishesError
    console.error(isWish ? `${error.message}\nnpm run simulate -- --help says what can be asked for` : error)
    process.exitCode = isWish ? 2 : setUpFault
  }
}

/** What shells expect of a process that a signal ended. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}
