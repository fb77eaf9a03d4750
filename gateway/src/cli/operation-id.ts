import { randomUUID } from 'node:crypto'
import { isDatabaseAway } from '../lib/database-away.ts'
import { isUuid } from '../lib/ids.ts'
import { doOnce, operationOf } from '../operations/do-once.ts'
import type { OperationId } from '../store/operation-ids.ts'
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
  const given = values['operation-id']
  if (given !== undefined && !isUuid(given)) throw new UsageError('--operation-id is a UUID')
  const asked = Object.entries(values).filter(([option]) => !asideOptions.has(option))
  const operation = operationOf(given ?? randomUUID(), { ...Object.fromEntries(asked), command: name })
  try {
    const { result, repeated } = await doOnce(deps, { operation, act: async () => await act(operation), again })
    const notes = [...(repeated ? ['This operation was done before: nothing was changed now.'] : [])]
    return {
      ...result,
      facts: { ...result.facts, operation_id: operation.id },
      notes: [...notes, ...(result.notes ?? [])],
    }
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    const message = `Nobody knows whether this was done: the database went away. Repeat the command with --operation-id ${operation.id}; it is done once.`
    throw new Error(message, { cause: error })
  }
}
