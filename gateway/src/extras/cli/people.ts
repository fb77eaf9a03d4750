import type { DoneOnce } from '../../core/audit/do-once.ts'
import { requireOperator } from '../../core/audit/dual-approval.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import type { OnAnswer } from '../../core/net/provider-http.ts'
import { present } from '../../core/values/assert.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { actAtMachine } from '../approvals/act-at-machine.ts'
import type { ApprovalsDeps } from '../approvals/proposable.ts'
import { propose } from '../approvals/propose.ts'
import type { ProposalRow } from '../approvals/rules/proposal.ts'
import { proveOperator } from '../identity/prove-operator.ts'
import {
  type ActionName,
  aboutWhat,
  operatorActions,
  type ProposedAction,
  readAction,
} from '../operator-desk/actions.ts'
import { connectorsOfExtras } from '../providers/connectors.ts'
import type { CommandOption, CommandResult, CommandValues } from './command.ts'
import type { CliDeps } from './deps.ts'
import { machineActor } from './machine.ts'
import { naming, operationIdAt, operationIdFrom, repeatedNote } from './operation-id.ts'

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
  'operation-id': { value: 'UUID', help: 'repeat an earlier call whose outcome is unknown; it is done once' },
} as const satisfies Record<string, CommandOption>

/** Reason; required on a deployment with live points. */
export const reasonOption: CommandOption = { value: 'TEXT', help: 'reason; required where real money can move' }

/** The operator of a command, for the audit log. Throws `validation_failed` if the name is invalid. */
export function operatorOf(values: CommandValues): string {
  return requireOperator(present(values['by'], 'by'))
}

/** Fields of an action as a page sends them. */
export type Fields = Readonly<Record<string, unknown>>

export interface Asked {
  action: ActionName
  fields: Fields
}

export interface Act {
  /** One by one, each in a commit of its own. */
  asked: readonly [Asked, ...Asked[]]
  /** What is shown of what was done at once: what each action returned, undefined if it was done before. */
  show(done: readonly unknown[]): Promise<CommandResult>
}

/**
 * Reads actions as a page would, and proposes them: another operator decides in the dashboard. In the test environment,
 * and with `--break-glass`, they are executed at once without a proposal. The operation id makes each idempotent: the
 * result shows it, and so does the error if the database becomes unavailable. Throws `validation_failed`, `not_found`,
 * `wrong_credentials`, and what the actions throw.
 */
export async function act(deps: CliDeps, values: CommandValues, { asked, show }: Act): Promise<CommandResult> {
  const actions = readAll(asked)
  const [first, ...others] = actions
  const operationId = operationIdFrom(values)
  const connected = { ...deps, connectors: connectorsOfCommand(deps) }
  const acting = { ...connected, actions: operatorActions(connected) }
  const { environment } = await aboutWhat(acting, present(first, 'an action'))
  const isGlassBroken = values['break-glass'] !== undefined
  const mustPropose = environment === 'live' && !isGlassBroken
  // A refused command has no partial effect and uses up no code. What was done before would be refused.
  if (values['operation-id'] === undefined) {
    for (const each of mustPropose ? actions : others) await acting.actions.prepare(each, values['note'])
  }
  if (mustPropose) return await proposeAll(acting, values, { actions, operationId })
  const by = { environment, isGlassBroken, evidence: values['note'], operator: present(values['by'], 'by') }
  return await naming(operationId, async () => {
    const done: DoneOnce<unknown>[] = []
    for (const [place, each] of actions.entries()) {
      const once = { asked: each, operationId: operationIdAt(operationId, place) }
      done.push(await actAtMachine(acting, { ...by, ...once, machine: machineActor() }))
    }
    const { facts, notes = [], ...more } = await show(done.map(({ result }) => result))
    const before = done.every(({ repeated }) => repeated) ? [repeatedNote] : []
    return { ...more, facts: { ...facts, operation_id: operationId }, notes: [...before, ...notes] }
  })
}

/** Throws `validation_failed` with every wrong field of all. */
function readAll(asked: Act['asked']): readonly ProposedAction[] {
  const faults = new Map<string, FieldProblem>()
  const read = asked.flatMap(({ action, fields }) => {
    try {
      return [readAction(action, fields)]
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const fault of error.fields) faults.set(`${fault.param} ${fault.message}`, fault)
      return []
    }
  })
  refuseFaults([...faults.values()])
  return read
}

async function proposeAll(
  deps: CliDeps & ApprovalsDeps<ProposedAction>,
  values: CommandValues,
  { actions: proposed, operationId }: { actions: readonly ProposedAction[]; operationId: string },
): Promise<CommandResult> {
  const by = await proveOperator(deps, { email: present(values['by'], 'by'), code: values['code'] ?? '' })
  return await naming(operationId, async () => {
    const made: DoneOnce<ProposalRow>[] = []
    for (const [place, each] of proposed.entries()) {
      const proposing = {
        proposed: each,
        evidence: values['note'] ?? '',
        by,
        operationId: operationIdAt(operationId, place),
      }
      made.push(await propose(deps, proposing))
    }
    return proposedResult(made, operationId)
  })
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

/**
 * Connectors for questions about supported codes, for the trial of credentials and for certification: no command sends an order
 * of a merchant. `onAnswer` hears what providers answer.
 */
export function connectorsOfCommand(
  { callbackAllowCidrs: allowCidrs }: Pick<CliDeps, 'callbackAllowCidrs'>,
  onAnswer?: OnAnswer,
) {
  const further = connectorsOfExtras({ allowCidrs, onAnswer })
  return createConnectors({ simulatedBankUrl: undefined, further, onThrown: () => undefined })
}
