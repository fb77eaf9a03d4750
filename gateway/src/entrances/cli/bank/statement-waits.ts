import type { StatementWait } from '../../../bank-accounts/rules/statement-soundness.ts'

/** Why a statement takes no effect by itself, in words of the commands. */
export const statementWaitTexts: Readonly<Record<StatementWait, string>> = {
  future: 'statement of days that have not come',
  contradiction: 'statement waits: balances, lines or the statement before contradict it',
  uploaded_report: 'report or notice that a person uploaded: waits to be accepted, nothing proves it',
  no_balances: 'statement waits to be accepted: no balances prove its lines',
  first: 'statement waits to be accepted: none that people vouch for stands before it',
}
