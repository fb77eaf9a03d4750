import { createHash, randomUUID } from 'node:crypto'
import { doOnce } from '../../audit/do-once.ts'
import type { OperationId } from '../../audit/rules/operation-id.ts'
import { operationOf } from '../../audit/rules/operation-id.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { isUuid } from '../../platform/ids.ts'
import { type CommandOption, type CommandResult, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'

export const operationIdOption: CommandOption = {
  value: 'UUID',
  help: 'repeat an earlier call whose outcome is unknown: it is done once',
}

/** What is not part of the operation: another wording or name is the same one. */
const asideOptions: ReadonlySet<string> = new Set(['operation-id', 'note', 'by', 'code'])

interface OnceByCommand {
  /** The command's name. */
  name: string
  values: CommandValues
  /** Does it, with the operation written in its commit; the facts to show. */
  act(operation: OperationId): Promise<CommandResult>
  /** The facts as they are now, where it was done before. */
  again(): Promise<CommandResult>
}

/**
 * Runs a command under an operation id: the one that was given, or a new one. Its result shows the id. Where the database
 * goes away the error names it, because nobody knows then whether it was done. Throws `UsageError` where it is no UUID.
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

/** The operation id that was given, or a new one. Throws `UsageError` where it is no UUID. */
export function operationIdFrom(values: CommandValues): string {
  const given = values['operation-id']
  if (given !== undefined && !isUuid(given)) throw new UsageError('--operation-id is a UUID')
  return given?.toLowerCase() ?? randomUUID()
}

/** The id of one of several things that a command does under one id: the first has the command's own. */
export function operationIdAt(id: string, place: number): string {
  if (place === 0) return id
  const hex = createHash('sha256').update(`${id} ${place}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What a shell shows for a program that was interrupted. */
const interruptedCode = 130

/**
 * Runs `work`; where the database goes away, or somebody ends the command meanwhile, the operation is named, because nobody
 * knows whether it was done.
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
