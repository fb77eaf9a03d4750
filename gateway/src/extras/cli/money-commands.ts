import { fundedBalance } from '../../core/ledger/fund-point.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { formatAmount } from '../../core/values/money.ts'
import { findSharedReference, requireRow, type SharedReference } from '../operator-desk/list-for-operator.ts'
import { requirePoint } from '../point-settings/set-point-money.ts'
import { actionCommand } from './action-command.ts'
import type { Command, CommandOption, CommandResult } from './command.ts'
import type { CliDeps } from './deps.ts'
import type { Fields } from './people.ts'

const note: CommandOption = { value: 'TEXT', help: 'your evidence: the statement line, the receipt', required: true }

const confirmCommand = actionCommand({
  name: 'confirm',
  summary: 'Confirm that the money of a live transaction moved, as you saw it at the bank.',
  action: 'confirm',
  note,
  show: async (deps, fields) => {
    const shared = await findSharedReference(deps, String(fields['transaction_id']))
    return { ...(await stateNow(deps, fields)), notes: shared ? [`Look again: ${sharedText(shared)}`] : [] }
  },
})

/** A transaction as these commands show it. */
async function stateNow(deps: CliDeps, fields: Fields): Promise<CommandResult> {
  const { id, status, reason } = await requireRow(deps.database.engine, String(fields['transaction_id']))
  return { facts: { transaction_id: id, status, reason } }
}

const failCommand = actionCommand({
  name: 'fail',
  summary: 'Fail a live transaction of unknown outcome that was certainly not executed: ERROR.',
  ...{ action: 'fail', note, show: stateNow },
})

const acceptCommand = actionCommand({
  name: 'suspense accept',
  summary: 'Credit money in suspense to its pay-in.',
  ...{ action: 'suspense_accept', note, show: stateNow },
})

const returnCommand = actionCommand({
  name: 'suspense return',
  summary: 'Record that money in suspense was returned to its sender.',
  ...{ action: 'suspense_return', note, show: stateNow },
})

export const closeCommand = actionCommand({
  name: 'attention close',
  summary: 'Close the review of a transaction that needs no action. Moves no money.',
  action: 'close_attention',
  note: { ...note, help: 'your findings, and why no action is left' },
  show: stateNow,
})

const refundAccountCommand = actionCommand({
  name: 'refund account',
  summary: 'Give the account to which refunds of a pay-in go, where the bank does not name the one that paid.',
  action: 'refund_account',
  fieldNames: { account_doc_id: 'account-doc-id' },
  ...{ note, show: stateNow },
})

const fundCommand = actionCommand({
  name: 'point fund',
  summary: 'Prefund a point, or correct its balance (a negative amount lowers it).',
  action: 'fund',
  note,
  options: { correction: { help: 'book a correction instead of a prefunding' } },
  asked: (fields, { correction }) => [{ action: correction === undefined ? 'fund' : 'correction', fields }],
  show: async (deps, fields) => {
    const { point_id: pointId, environment } = await requirePoint(deps.database.engine, String(fields['point_id']))
    const currency = fields['currency'] as CurrencyCode
    const { availableMinor } = await fundedBalance(deps, { pointId, environment, currency })
    return { facts: { auth_point_id: pointId, currency, available: formatAmount(availableMinor, currency) } }
  },
})

export const moneyCommands: readonly Command[] = [
  confirmCommand,
  failCommand,
  acceptCommand,
  returnCommand,
  refundAccountCommand,
  fundCommand,
]

/** One receipt pays one order. This sentence warns the operator who decides. */
export function sharedText({ payer_reference, others }: SharedReference): string {
  return `the payer reference "${payer_reference}" stands on ${others.join(', ')} as well`
}
