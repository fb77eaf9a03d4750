import { createHash, randomUUID } from 'node:crypto'
import { doOnce } from '../../core/audit/do-once.ts'
import { type OperationId, operationOf } from '../../core/audit/rules/operation-id.ts'
import { isDatabaseAway } from '../../core/platform/database/database-away.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { type CommandOption, type CommandResult, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'

export const operationIdOption: CommandOption = {
  value: 'UUID',
  help: 'repeat an earlier call whose outcome is unknown; the operation runs once',
}

/** Options that do not identify the operation. A repetition may have another note or operator. */
const asideOptions: ReadonlySet<string> = new Set(['operation-id', 'note', 'by', 'code'])

interface OnceByCommand {
  /** The command's name. */
  name: string
  values: CommandValues
  /** Executes the command and writes the operation id in the same commit. Returns the facts to show. */
  act(operation: OperationId): Promise<CommandResult>
  /** The current facts, if the operation was executed before. */
  again(): Promise<CommandResult>
}

/**
 * Runs a command under the given operation id, or a new one. The result shows the id. If the database becomes
 * unavailable, the error names the id, because the outcome is unknown. Throws `UsageError` if the id is no UUID.
 */
export async function onceByCommand(deps: CliDeps, once: OnceByCommand): Promise<CommandResult> {
  const { name, values, act, again } = once
  const asked = Object.entries(values).filter(([option]) => !asideOptions.has(option))
  const operation = operationOf(operationIdFrom(values), { ...Object.fromEntries(asked), command: name })
  return await naming(operation.id, async () => {
    const { result, repeated } = await doOnce(deps, { operation, act: async () => await act(operation), again })
    return {
      ...result,
      facts: { ...result.facts, operation_id: operation.id },
      notes: [...(repeated ? [repeatedNote] : []), ...(result.notes ?? [])],
    }
  })
}

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
