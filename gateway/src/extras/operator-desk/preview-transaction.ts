import { type Balance, balancesOfPoint } from '../../core/ledger/get-balances.ts'
import { readPointRules } from '../../core/merchants/store/point-terms.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { bookTransition } from '../../core/processing/book-transition.ts'
import { amountsOfRow } from '../../core/processing/outcome-change.ts'
import { isOtherPayer } from '../../core/processing/rules/arrivals.ts'
import type { StatusUpdate } from '../../core/processing/rules/state.ts'
import { transition } from '../../core/processing/rules/status.ts'
import type { TransactionRow } from '../../core/processing/rules/transaction-row.ts'
import { present } from '../../core/values/assert.ts'
import { formatAmount } from '../../core/values/money.ts'
import { stillOpen } from './close-review.ts'
import { otherMoneyWaits } from './decide-suspense.ts'
import { requireRow } from './list-for-operator.ts'
import { type BalanceChange, emptyPreview, type Movement, type Preview } from './preview.ts'
import { minorOf, type TransactionAction } from './proposed-action.ts'
import { readIsUnderWay } from './store/reads/operator.ts'

/** Previews a decision about a transaction with the state table. */
export async function previewTransaction(
  deps: Pick<PlatformDeps, 'database'>,
  proposed: TransactionAction,
): Promise<Preview> {
  const { engine } = deps.database
  const row = await requireRow(engine, proposed.transactionId)
  const nothing = { ...emptyPreview, currency: row.currency }
  const open = blockedBy(proposed, row) ?? ((await readIsUnderWay(engine, row.id)) ? underWay : undefined)
  const rules = present((await readPointRules(engine, [row.point_id])).get(row.point_id), 'the rules of a point')
  const terms = rules.terms(row.pay_type, row.service_code)
  const change = transition(
    {
      payType: row.pay_type,
      status: row.status,
      reason: row.reason,
      amountMinor: row.amount_minor,
      ...amountsOfRow(row),
      policies: rules.policies(row.card_bin !== null),
      terms: terms.fee,
    },
    updateOf(proposed, row),
  )
  if (change.kind === 'contradiction') return { ...nothing, blocked: open ?? change.why }
  if (change.kind === 'same') return { ...nothing, blocked: open ?? 'This would change nothing.' }
  const status = change.kind === 'move' ? change.status : row.status
  const after = { ...row, status, reason: change.reason }
  const { transfers } = bookTransition(after, { postings: change.effects.postings, previousStatus: row.status, terms })
  const movements = transfers.map(({ kind, debit, credit, amountMinor }) => ({
    kind,
    from: debit.kind,
    to: credit.kind,
    amountMinor,
  }))
  return {
    ...nothing,
    blocked: open,
    status: { before: row.status, after: status, reasonBefore: row.reason, reasonAfter: change.reason },
    sendsCallback: change.kind === 'move',
    movements,
    balances: [
      ...(await balancesOf(deps, row, movements)),
      ...suspenseOf(row.suspense_minor, change.effects.suspenseMinor),
    ],
  }
}

const underWay = 'The bank is being called about this transaction, or will be in a moment.'

/** Checks that the use cases make before they ask the state table. */
function blockedBy(proposed: TransactionAction, row: TransactionRow): string | undefined {
  const { action } = proposed
  if ((action === 'confirm' || action === 'fail') && row.environment === 'test') {
    return 'Test transactions are decided by the simulated bank, not by an operator.'
  }
  if (action === 'close_attention') {
    return row.needs_operator === null ? 'This transaction asks for nobody.' : stillOpen(row)
  }
  if (action !== 'suspense_accept' && action !== 'suspense_return') return undefined
  if (row.suspense_minor === 0n) return 'No money of this transaction waits in suspense.'
  const { amount } = proposed
  return amount === undefined || amount === formatAmount(row.suspense_minor, row.currency) ? undefined : otherMoneyWaits
}

function updateOf(proposed: TransactionAction, row: TransactionRow): StatusUpdate {
  switch (proposed.action) {
    case 'confirm': {
      const creditedMinor = minorOf(proposed.amount, row.currency, { param: 'amount' })
      if (row.status === 'ERROR') return { kind: 'operator_completed', creditedMinor }
      const payerMismatch =
        row.pay_type === 'payin' && isOtherPayer(row.details['payer_doc_id'], proposed.senderDocument)
      return { kind: 'completed', creditedMinor, payerMismatch }
    }
    case 'fail':
      return { kind: 'rejected', reason: 'not_executed' }
    case 'suspense_accept':
      return { kind: 'accept_suspense' }
    case 'suspense_return':
      return { kind: 'return_suspense' }
    default:
      return { kind: 'close_attention', why: row.needs_operator ?? '' }
  }
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
