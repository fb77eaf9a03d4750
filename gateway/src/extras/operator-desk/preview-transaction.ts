import { type Balance, balancesOfPoint } from '../../core/ledger/get-balances.ts'
import type { NewTransfer } from '../../core/ledger/rules/ledger.ts'
import { transfersByLine } from '../../core/ledger/rules/line-transfers.ts'
import { readPointRules } from '../../core/merchants/store/point-terms.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { totalOf } from '../../core/processing/apply-outcome.ts'
import { bookTransition } from '../../core/processing/book-transition.ts'
import { isTold } from '../../core/processing/callback-facts.ts'
import { overRefundMinor } from '../../core/processing/order-from-row.ts'
import { amountsOfRow } from '../../core/processing/outcome-change.ts'
import { isOtherPayer } from '../../core/processing/rules/arrivals.ts'
import type { State, StatusUpdate } from '../../core/processing/rules/state.ts'
import { transition } from '../../core/processing/rules/status.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction.ts'
import type { StatementEvidence } from '../../core/processing/status-update.ts'
import type { Text } from '../../core/texts/messages/say.ts'
import { present } from '../../core/values/assert.ts'
import { formatAmount } from '../../core/values/money.ts'
import { nothingChanged } from './apply-manually.ts'
import { say } from './messages/en.ts'
import { type BalanceChange, emptyPreview, type Movement, type Preview } from './preview.ts'
import { readIsUnderWay } from './store/reads/operator.ts'
import { readPayee } from './store/reads/to-pay.ts'

/**
 * Previews an operator's update of a transaction with the state table. `blocked`: why it is not possible at all. `line`: of
 * a bank statement, which brings the money.
 */
export async function previewUpdate(
  deps: Pick<PlatformDeps, 'database'>,
  row: TransactionRow,
  { blocked, update, line }: { blocked: Text | undefined; update: StatusUpdate; line?: StatementEvidence | undefined },
): Promise<Preview> {
  const { engine } = deps.database
  const payee = await readPayee(engine, row.id)
  const nothing = { ...emptyPreview, currency: row.currency, ...(payee && { payee }) }
  const open = blocked ?? ((await readIsUnderWay(engine, row.id)) ? underWay : undefined)
  const rules = present((await readPointRules(engine, [row.point_id])).get(row.point_id), 'the rules of a point')
  const terms = rules.terms(row.pay_type === 'payout' ? 'payout' : 'payin', row.service_code)
  const state = stateOf(row, { policies: rules.policies(row.card_bin !== null), terms: terms.fee })
  const change = transition(state, line ? byLine(row, update, line) : update)
  if (change.kind === 'contradiction') return { ...nothing, blocked: open ?? change.why }
  if (change.kind === 'same')
    return { ...nothing, blocked: open ?? nothingChanged({ ...row, creditedMinor: row.credited_minor }) }
  const status = change.kind === 'move' ? change.status : row.status
  const after = { ...row, status, reason: change.reason }
  const { transfers } = bookTransition(after, { postings: change.effects.postings, previousStatus: row.status, terms })
  const order = { transactionId: row.id, connectorAccountId: row.connector_account_id }
  const isReturn = update.kind === 'reversed'
  const booked = line ? transfersByLine(transfers, line, { ...order, isReturn }) : transfers
  const movements = booked.map(movementOf)
  return {
    ...nothing,
    blocked: open,
    status: { before: row.status, after: status, reasonBefore: row.reason, reasonAfter: change.reason },
    sendsCallback: change.kind === 'move' && isTold(row, rules.callbacks),
    warnings: status === 'COMPLETED' ? await warningsOf(deps, row) : [],
    movements,
    balances: [
      ...(await balancesOf(deps, row, movements)),
      ...suspenseOf(row.suspense_minor, change.effects.suspenseMinor),
    ],
  }
}

export function movementOf({ kind, debit, credit, amountMinor }: NewTransfer): Movement {
  return { kind, from: debit.kind, to: credit.kind, amountMinor }
}

/** The update as the commit completes it: the line is one more arrival, and its sender may be another one. */
function byLine(row: TransactionRow, given: StatusUpdate, line: StatementEvidence): StatusUpdate {
  const update = totalOf({ update: given, line }, row)
  if (update.kind !== 'completed' || row.pay_type !== 'payin') return update
  return { ...update, payerMismatch: isOtherPayer(row.details['payer_doc_id'], update.sender?.document) }
}

/** A refund that is completed after all may be one too many. */
async function warningsOf({ database }: Pick<PlatformDeps, 'database'>, row: TransactionRow): Promise<Text[]> {
  const overMinor = row.status === 'COMPLETED' ? 0n : await overRefundMinor(database.engine, row)
  if (overMinor === 0n) return []
  const { currency } = row
  return [say('operator.over_refund', { amount: formatAmount(overMinor, currency), currency })]
}

const underWay = say('operator.bank_busy_soon')

/** The state of a transaction, for the state table. */
export function stateOf(row: TransactionRow, { policies, terms }: Pick<State, 'policies' | 'terms'>): State {
  const { pay_type: payType, status, reason, amount_minor: amountMinor } = row
  return { payType, status, reason, amountMinor, ...amountsOfRow(row), policies, terms }
}

function suspenseOf(beforeMinor: bigint, afterMinor: bigint): BalanceChange[] {
  return beforeMinor === afterMinor ? [] : [{ account: 'suspense', beforeMinor, afterMinor }]
}

const noBalance = { availableMinor: 0n, pendingMinor: 0n, reservedMinor: 0n }

/** The point's own balances that would change. */
async function balancesOf(
  deps: Pick<PlatformDeps, 'database'>,
  row: TransactionRow,
  movements: readonly Movement[],
): Promise<BalanceChange[]> {
  const balances = await balancesOfPoint(deps, row.point_id)
  const own = balances.find(({ currency }) => currency === row.currency)
  const before: Pick<Balance, 'availableMinor' | 'pendingMinor' | 'reservedMinor'> = own ?? noBalance
  return (['available', 'pending', 'reserved'] as const).flatMap((account) => {
    const delta = movements.reduce((sum, { from, to, amountMinor }) => {
      if (to === account) return sum + amountMinor
      return from === account ? sum - amountMinor : sum
    }, 0n)
    const beforeMinor = before[`${account}Minor`]
    return delta === 0n ? [] : [{ account, beforeMinor, afterMinor: beforeMinor + delta }]
  })
}
