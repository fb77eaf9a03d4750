import type { DoneOnce } from '../../core/audit/do-once.ts'
import { requireEvidence, requireOperator } from '../../core/audit/dual-approval.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { present } from '../../core/values/assert.ts'
import { propose } from '../approvals/propose.ts'
import type { ProposalRow } from '../approvals/rules/proposal.ts'
import { ownAccount } from '../bank-accounts/connector/connector.ts'
import type { EntranceDeps } from '../deps.ts'
import { proveOperator } from '../identity/prove-operator.ts'
import { isOnceAlone, movesTestMoney, operatorActions, type ProposedAction } from '../operator-desk/actions.ts'
import { type CommandOption, type CommandResult, type CommandValues, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { machineActor } from './machine.ts'
import { naming, operationIdAt, operationIdFrom, repeatedNote } from './operation-id.ts'

export const transactionOption: CommandOption = { value: 'UUID', help: 'the transaction_id', required: true }
export const evidenceOption: CommandOption = {
  value: 'TEXT',
  help: 'your evidence: the statement line, the receipt',
  required: true,
}
/**
 * Options that identify the operator. On a deployment with live points the operator proves it, and another operator
 * decides in the dashboard.
 */
export const creatorOptions = {
  by: {
    value: 'NAME',
    help: 'your name; where real money can move: your sign-in e-mail address',
    required: true,
  },
  code: { value: 'CODE', help: 'where real money can move: a code of your authenticator app' },
  'break-glass': { help: 'act alone and at once although real money can move; all operators get an alert' },
  'operation-id': { value: 'UUID', help: 'repeat an earlier proposal whose outcome is unknown; it is made once' },
} as const satisfies Record<string, CommandOption>

/** Reason; required on a deployment with live points. */
export const reasonOption: CommandOption = { value: 'TEXT', help: 'reason; required where real money can move' }

/** The operator of a command, for the audit log. Throws `validation_failed` if the name is invalid. */
export function operatorOf(values: CommandValues): string {
  return requireOperator(present(values['by'], 'by'))
}

/** One operator acts alone: for test money, or with `--break-glass`. */
export interface Alone {
  operator: string
  evidence: string
  /** The person at the machine. */
  breakGlass?: string
}

export type Acting = { kind: 'alone'; by: Alone } | { kind: 'proposed'; result: CommandResult }

/**
 * Actions on real money and its safeguards need dual approval: the command proposes, another operator decides in the
 * dashboard. Actions on test money, or with `--break-glass`, are executed at once. The operation id makes the proposal
 * idempotent: the result shows the id, and so does the error if the database becomes unavailable. Throws
 * `validation_failed`, `not_found`, `wrong_credentials`, and what `propose` throws.
 */
export async function actOrPropose(
  deps: CliDeps,
  values: CommandValues,
  ...proposed: readonly [ProposedAction, ...ProposedAction[]]
): Promise<Acting> {
  const note = values['note'] ?? ''
  const operationId = operationIdFrom(values)
  if (await movesTestMoney(deps, proposed[0])) {
    refuseIdAlone(values, proposed[0])
    return { kind: 'alone', by: { operator: operatorOf(values), evidence: note } }
  }
  const evidence = requireEvidence(note)
  if (values['break-glass'] !== undefined) {
    refuseIdAlone(values, proposed[0])
    return { kind: 'alone', by: { operator: operatorOf(values), evidence, breakGlass: machineActor() } }
  }
  const by = await proveOperator(deps, { email: present(values['by'], 'by'), code: values['code'] ?? '' })
  const actions = operatorActions({ ...deps, connectors: connectorsOfCommand() })
  const made = await naming(operationId, async () => {
    const done: DoneOnce<ProposalRow>[] = []
    for (const [place, each] of proposed.entries()) {
      const proposing = { proposed: each, evidence, by, operationId: operationIdAt(operationId, place) }
      done.push(await propose({ ...deps, actions }, proposing))
    }
    return done
  })
  return { kind: 'proposed', result: proposedResult(made, operationId) }
}

function proposedResult(made: readonly DoneOnce<ProposalRow>[], operationId: string): CommandResult {
  const rows = made.map(({ result }) => result)
  return {
    facts: {
      proposal_id: rows.map(({ id }) => id).join(','),
      state: [...new Set(rows.map(({ state }) => state))].join(','),
      operation_id: operationId,
    },
    notes: [
      ...(made.every(({ repeated }) => repeated) ? [repeatedNote] : []),
      ...(rows.some(({ state }) => state === 'open')
        ? ['Another operator decides about it in the dashboard, under proposals. Until then nothing is changed.']
        : []),
    ],
  }
}

function refuseIdAlone(values: CommandValues, proposed: ProposedAction): void {
  if (values['operation-id'] === undefined || isOnceAlone(proposed)) return
  throw new UsageError(
    '--operation-id repeats a proposal. This command acts at once: check the current settings instead.',
  )
}

/** Connectors for questions about supported codes. A command calls no provider. */
export function connectorsOfCommand(): EntranceDeps['connectors'] {
  return createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined })
}
