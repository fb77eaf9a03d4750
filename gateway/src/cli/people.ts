import { createConnectors } from '../connectors/index.ts'
import { present } from '../lib/assert.ts'
import { isUuid } from '../lib/ids.ts'
import type { Deps } from '../operations/deps.ts'
import { hasOnlyTestMoney } from '../operations/has-only-test-money.ts'
import { aboutWhat, propose } from '../operations/proposals/propose.ts'
import type { ProposedAction } from '../operations/proposals/proposed-action.ts'
import { proveOperator } from '../operations/prove-operator.ts'
import { requireEvidence, requireOperator } from '../operations/two-operators.ts'
import { type CommandOption, type CommandResult, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { machineActor } from './machine.ts'

export const transactionOption: CommandOption = { value: 'UUID', help: 'the transaction_id', required: true }
export const evidenceOption: CommandOption = {
  value: 'TEXT',
  help: 'what you saw: the line of the statement, the receipt',
  required: true,
}
export const byOption: CommandOption = { value: 'NAME', help: 'who decides', required: true }

/** Who acts: where real money can move, an operator proves it, and another one decides in the dashboard. */
export const makerOptions = {
  by: {
    value: 'NAME',
    help: 'who you are; where real money can move: the e-mail address you sign in with',
    required: true,
  },
  code: { value: 'CODE', help: 'where real money can move: a code of your authenticator app' },
  'break-glass': { help: 'do it at once, alone, although real money can move: all operators are told' },
} as const satisfies Record<string, CommandOption>

/** Why, where real money can move. */
export const reasonOption: CommandOption = { value: 'TEXT', help: 'why; needed where real money can move' }

/** Who stands behind a command, for the audit log. Throws `validation_failed` where the name is none. */
export function operatorOf(values: CommandValues): string {
  return requireOperator(present(values['by'], 'by'))
}

/** Who does something alone: test money, or the glass is broken. */
export interface Alone {
  operator: string
  evidence: string
  /** Who is at the machine. */
  breakGlass?: string
}

export type Acting = { kind: 'alone'; by: Alone } | { kind: 'proposed'; result: CommandResult }

/**
 * Real money is moved, and its safeguards are set, by two people: the command proposes, and another operator decides in
 * the dashboard. Test money, and whoever breaks the glass, needs nobody else. Throws `validation_failed`, `not_found`,
 * `wrong_credentials`, and what `propose` throws.
 */
export async function actOrPropose(
  deps: CliDeps,
  values: CommandValues,
  ...proposed: readonly [ProposedAction, ...ProposedAction[]]
): Promise<Acting> {
  const note = values['note'] ?? ''
  if (await movesTestMoney(deps, proposed[0])) {
    return { kind: 'alone', by: { operator: operatorOf(values), evidence: note } }
  }
  const evidence = requireEvidence(note)
  if (values['break-glass'] !== undefined) {
    return { kind: 'alone', by: { operator: operatorOf(values), evidence, breakGlass: machineActor() } }
  }
  const by = await proveOperator(deps, { email: present(values['by'], 'by'), code: values['code'] ?? '' })
  const operationId = values['operation-id']
  if (operationId !== undefined && !isUuid(operationId)) throw new UsageError('--operation-id is a UUID')
  const ids: string[] = []
  for (const [place, each] of proposed.entries()) {
    const once = place === 0 && operationId !== undefined ? { operationId } : {}
    const proposing = { proposed: each, evidence, by, ...once }
    ids.push((await propose({ ...deps, connectors: connectorsOfCommand() }, proposing)).id)
  }
  return {
    kind: 'proposed',
    result: {
      facts: { proposal_id: ids.join(','), state: 'open' },
      notes: ['Another operator decides about it in the dashboard, under proposals. Until then nothing is changed.'],
    },
  }
}

/** A command calls none of them: it asks what they support. */
export function connectorsOfCommand(): Deps['connectors'] {
  return createConnectors({ simulatedBankUrl: undefined, tellThrown: () => undefined })
}

async function movesTestMoney(deps: CliDeps, proposed: ProposedAction): Promise<boolean> {
  if (proposed.action === 'deposit_account' || proposed.action === 'second_factor_reset') {
    return await hasOnlyTestMoney(deps)
  }
  return (await aboutWhat(deps, proposed)).environment === 'test'
}
