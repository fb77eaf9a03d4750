import { randomUUID } from 'node:crypto'
import type {
  SimulatedAct,
  SimulatedResult,
  SimulatorControls,
} from '../../../core/connectors/simulated-bank/simulator-controls.ts'
import { applyOutcomes } from '../../../core/processing/apply-outcome.ts'
import type { TransactionRow } from '../../../core/processing/rules/transaction-row.ts'
import { Problem } from '../../../core/values/problem.ts'
import { matchNewLines } from '../../bank-accounts/match-lines.ts'
import { showBankAccounts } from '../../bank-accounts/set-bank-account.ts'
import type { SettleDeps } from '../../bank-accounts/settle-lines.ts'
import { StatementRefusal } from '../../bank-accounts/statements/statement.ts'
import { requireRow } from '../../operator-desk/list-for-operator.ts'
import { findTargetReference } from '../store/target-references.ts'
import type { BankEntry, SimulatedAccounts } from './simulated-accounts.ts'

/**
 * The simulator's controls for own accounts of test points. An act is an entry at the simulated bank; its line decides
 * about the order, as on a live account. A refusal, which no line shows, is told as a provider tells it.
 */
export function ownAccountControls(deps: SettleDeps, accounts: SimulatedAccounts): SimulatorControls {
  return {
    moveClock: async () => await Promise.resolve(true),
    simulate: async (key, act) => {
      // A further attempt has its number behind the id.
      const row = await requireRow(deps.database.engine, key.slice(0, 36))
      const plan = planOf(row, act)
      if ('why' in plan) return { kind: 'refused', why: plan.why }
      if (plan.entry === 'decline') return await decline(deps, row)
      const account = (await showBankAccounts(deps)).find(
        (each) => each.connector_account_id === row.connector_account_id,
      )
      if (!account) return { kind: 'unknown_order' }
      const entry = entryOf(row, {
        act,
        kind: plan.entry,
        reference: await findTargetReference(deps.database.engine, row.id),
      })
      for (const amountMinor of plan.amounts) {
        const booked = await accounts.book(account, { ...entry, key: randomUUID(), amountMinor })
        if (booked === 'unavailable') return { kind: 'unavailable' }
        if (booked !== 'done') return { kind: 'refused', why: booked.refused }
        try {
          await accounts.importNews(account)
        } catch (error) {
          if (error instanceof StatementRefusal || error instanceof Problem)
            return { kind: 'refused', why: error.message }
          throw error
        }
        // Of two payments the second comes when the first has paid.
        await matchNewLines(deps)
      }
      return { kind: 'done' }
    },
  }
}

type Plan =
  | { why: string }
  | { entry: 'decline' }
  | { entry: 'deposit' | 'debit' | 'return'; amounts: readonly bigint[] }

/** What the bank books for an act. The simulated bank refuses the same acts of its own orders in the same words. */
function planOf(row: TransactionRow, act: SimulatedAct): Plan {
  const { action, amountMinor } = act
  const { status, amount_minor: whole } = row
  if (action === 'decline') return status === 'PENDING' ? { entry: 'decline' } : { why: 'not_in_this_state' }
  const isBack = action === 'return' || action === 'reverse'
  if (row.pay_type === 'payin') return isBack ? { why: 'payouts_only' } : depositOf(row, act)
  if (isBack) {
    const rest = whole - row.reversed_minor
    if (status !== 'COMPLETED' || rest <= 0n) return { why: 'not_in_this_state' }
    return (amountMinor ?? rest) > rest
      ? { why: 'amount_too_large' }
      : { entry: 'return', amounts: [amountMinor ?? rest] }
  }
  if (status !== 'PENDING') return { why: 'not_in_this_state' }
  const isWhole = (action === 'pay' || action === 'approve') && (amountMinor ?? whole) === whole
  return isWhole ? { entry: 'debit', amounts: [whole] } : { why: 'payins_only' }
}

function depositOf(row: TransactionRow, { action, amountMinor }: SimulatedAct): Plan {
  const { status, amount_minor: whole, received_minor: received } = row
  const deposit = (...amounts: readonly bigint[]): Plan =>
    amounts.every((amount) => amount > 0n) ? { entry: 'deposit', amounts } : { why: 'not_in_this_state' }
  if (action === 'pay_late') return status === 'EXPIRED' ? deposit(amountMinor ?? whole) : { why: 'not_expired' }
  if (status === 'EXPIRED') return { why: 'expired' }
  if (status !== 'PENDING' && status !== 'COMPLETED') return { why: 'not_in_this_state' }
  const again = amountMinor ?? whole
  if (action === 'pay_twice') return status === 'PENDING' ? deposit(again, again) : deposit(again)
  if (action === 'pay' || action === 'approve') return deposit(amountMinor ?? whole - received)
  if (status === 'COMPLETED') return { why: 'not_in_this_state' }
  return deposit(amountMinor ?? (whole * (action === 'pay_less' ? 90n : 110n)) / 100n)
}

function entryOf(
  { id, details }: TransactionRow,
  { act, kind, reference }: { act: SimulatedAct; kind: BankEntry['kind']; reference: string },
): Pick<BankEntry, 'kind' | 'text' | 'party'> & { endToEndId?: string } {
  if (kind === 'deposit') {
    const { name = details['payer_name'], document = details['payer_doc_id'] } = act.sender ?? {}
    return { kind, text: `TRANSFERENCIA ${reference}`, party: { name, document } }
  }
  const party = { name: details['account_beneficiary'], account: details['account'] }
  if (kind === 'debit') return { kind, text: `PAGO ${reference}`, party }
  // The bank names what comes back by the id of the order, so that a part of it can come back.
  return { kind, text: `DEVOLUCION ${reference}`, party, endToEndId: id.replaceAll('-', '') }
}

async function decline(deps: SettleDeps, row: TransactionRow): Promise<SimulatedResult> {
  const update = { kind: 'rejected', reason: 'declined' } as const
  const item = { transactionId: row.id, update, source: 'connector', detail: 'simulated' } as const
  const [applied] = await applyOutcomes(deps, [item])
  return applied?.kind === 'moved' ? { kind: 'done' } : { kind: 'refused', why: 'not_in_this_state' }
}
