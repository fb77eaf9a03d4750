import type { z } from 'zod'
import { present } from '../values/assert.ts'
import { accountSettingsAction } from './accounts/account-settings.ts'
import { type BankAction, readFields } from './bank-action.ts'
import { paymentBatchAction, paymentCancelAction, paymentRejectAction } from './batches/batch-actions.ts'
import { paymentPaidAction } from './batches/pay-by-line.ts'
import { payoutTemplateAction } from './batches/payout-template.ts'
import { acceptStatementAction } from './days/accept-statement.ts'
import { closeDayAction } from './days/close-day.ts'
import { openingBalanceAction } from './days/open-ledger.ts'
import { classLineAction } from './judgements/class-line.ts'
import { lineRuleAction } from './judgements/line-rules.ts'
import { linkLineAction } from './judgements/link-line.ts'
import { reopenLineAction } from './judgements/reopen-line.ts'
import { keepLineAction, returnLineAction } from './judgements/return-line.ts'
import { csvProfileAction } from './profiles/csv-profile-action.ts'
import type { BankActionName } from './rules/bank-action-names.ts'

/**
 * The actions on own bank accounts. A further one is a name in `rules/bank-action-names.ts` and an entry here. The
 * compiler then asks for its words in the dashboard.
 */
const bankActions = {
  link_line: linkLineAction,
  class_line: classLineAction,
  return_line: returnLineAction,
  keep_line: keepLineAction,
  reopen_line: reopenLineAction,
  line_rule: lineRuleAction,
  opening_balance: openingBalanceAction,
  accept_statement: acceptStatementAction,
  close_day: closeDayAction,
  bank_account_settings: accountSettingsAction,
  payment_batch: paymentBatchAction,
  payment_cancel: paymentCancelAction,
  payment_reject: paymentRejectAction,
  payment_paid: paymentPaidAction,
  payout_template: payoutTemplateAction,
  csv_profile: csvProfileAction,
} as const satisfies Record<BankActionName, BankAction>

/** A proposed action with its fields, by their API names. */
export type BankProposal = {
  [Name in BankActionName]: { action: Name } & z.output<(typeof bankActions)[Name]['fields']>
}[BankActionName]

export const bankActionNames = Object.keys(bankActions) as readonly BankActionName[]

export function isBankProposal(proposed: { action: string }): proposed is BankProposal {
  return Object.hasOwn(bankActions, proposed.action)
}

export function bankActionOf(name: BankActionName): BankAction {
  return present<BankAction>(bankActions[name], 'a bank action')
}

/** A proposal of the action from a body. Throws `validation_failed` with every wrong field. */
export function readBankProposal(action: BankActionName, fields: unknown): BankProposal {
  return { action, ...readFields(bankActions[action].fields, fields) } as BankProposal
}
