import { createHash, randomUUID } from 'node:crypto'
import { isDatabaseAway } from '../../core/platform/database/database-away.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { type CommandValues, UsageError } from './command.ts'

export const repeatedNote = 'This operation was done before: nothing was changed now.'

/** The given operation id, or a new one. Throws `UsageError` if it is no UUID. */
export function operationIdFrom(values: CommandValues): string {
  const given = values['operation-id']
  if (given !== undefined && !isUuid(given)) throw new UsageError('--operation-id is a UUID')
  return given?.toLowerCase() ?? randomUUID()
}

/** Operation id of one of several changes in a command. The first change has the command's own id. */
export function operationIdAt(id: string, place: number): string {
  if (place === 0) return id
  const hex = createHash('sha256').update(`${id} ${place}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Exit code for an interrupted program. */
const interruptedCode = 130

/**
 * Runs `work`. If the database becomes unavailable or the command is interrupted, names the operation, because its
 * outcome is unknown.
 */
export async function naming<T>(operationId: string, work: () => Promise<T>): Promise<T> {
  const unknown = (why: string) =>
    `Nobody knows whether this was done: ${why}. Repeat the command with --operation-id ${operationId}; it is done once.`
  const interrupted = () => {
    process.stderr.write(`${unknown('the command was interrupted')}\n`)
    process.exit(interruptedCode)
  }
  for (const signal of endings) process.once(signal, interrupted)
  try {
    return await work()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    throw new Error(unknown('the database went away'), { cause: error })
  } finally {
    for (const signal of endings) process.off(signal, interrupted)
  }
}
