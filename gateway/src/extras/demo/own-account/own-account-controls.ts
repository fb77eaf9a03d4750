import type {
  SimulatedAct,
  SimulatedResult,
  SimulatorControls,
} from '../../../core/connectors/simulated-bank/simulator-controls.ts'
import { uuidV7 } from '../../../core/platform/ids.ts'
import { applyOutcomes } from '../../../core/processing/apply-outcome.ts'
import type { TransactionRow } from '../../../core/processing/rules/transaction.ts'
import { matchNewLines } from '../../bank-accounts/match-lines.ts'
import { showBankAccounts } from '../../bank-accounts/set-bank-account.ts'
import type { SettleDeps } from '../../bank-accounts/settle-lines.ts'
import { requireRow } from '../../operator-desk/list-for-operator.ts'
import { findTargetReference } from '../store/target-references.ts'
import type { BankEntry, SimulatedAccounts } from './simulated-accounts.ts'

/**
 * The simulator's controls for own accounts of test points. An act is an entry at the simulated bank; its line decides
 * about the order, as on a live account. A refusal, which no line shows, is told as a provider tells it.
 */
export function ownAccountControls(deps: SettleDeps, accounts: SimulatedAccounts): SimulatorControls {
  const { engine } = deps.database
  return {
    moveClock: async () => await Promise.resolve(true),
    simulate: async (key, act) => {
      // A further attempt has its number behind the id.
      const row = await requireRow(engine, key.slice(0, 36))
      if (act.action === 'decline') return await decline(deps, row)
      const amounts = amountsOf(row, act)
      if (typeof amounts === 'string') return { kind: 'refused', why: amounts }
      const found = await showBankAccounts(deps)
      const account = found.find((each) => each.connector_account_id === row.connector_account_id)
      if (!account) return { kind: 'unknown_order' }
      const entry = entryOf(row, act, await findTargetReference(engine, row.id))
      for (const amountMinor of amounts) {
        const booked = await accounts.book(account, uuidV7(deps.clock.now()), {
          ...entry,
          amount_minor: String(amountMinor),
        })
        if (booked.kind !== 'done') return booked
        await accounts.importStatements(account)
        // Of two payments the second comes when the first has paid.
        await matchNewLines(deps)
      }
      return { kind: 'done' }
    },
  }
}

function isBack({ action }: SimulatedAct): boolean {
  return action === 'return' || action === 'reverse'
}

function isWhole({ action }: SimulatedAct): boolean {
  return action === 'pay' || action === 'approve'
}

/** What the bank books for an act, or why not. The simulated bank refuses the same acts of its own orders in the same words. */
function amountsOf(row: TransactionRow, act: SimulatedAct): readonly bigint[] | string {
  const { status, amount_minor: whole } = row
  const { action, amountMinor: given } = act
  if (row.pay_type !== 'payin') {
    const rest = whole - row.reversed_minor
    if (status !== (isBack(act) ? 'COMPLETED' : 'PENDING')) return 'not_in_this_state'
    if (isBack(act)) return (given ?? rest) > rest ? 'amount_too_large' : [given ?? rest]
    return isWhole(act) && (given ?? whole) === whole ? [whole] : 'payins_only'
  }
  if (isBack(act)) return 'payouts_only'
  if (action === 'pay_late') return status === 'EXPIRED' ? [given ?? whole] : 'not_expired'
  if (status === 'EXPIRED') return 'expired'
  const isAgain = status === 'COMPLETED' && (action === 'pay_twice' || (isWhole(act) && given !== undefined))
  if (status !== 'PENDING' && !isAgain) return 'not_in_this_state'
  if (action === 'pay_twice') return Array.from({ length: isAgain ? 1 : 2 }, () => given ?? whole)
  if (isWhole(act)) return [given ?? whole - row.received_minor]
  return [given ?? (whole * (action === 'pay_less' ? 90n : 110n)) / 100n]
}

/** What the bank would refuse of the other side is left out. */
function entryOf(row: TransactionRow, act: SimulatedAct, reference: string): Omit<BankEntry, 'amount_minor'> {
  const { payer_name: payer, payer_doc_id: payerDocument, account_beneficiary: payee, account: number } = row.details
  if (row.pay_type === 'payin') {
    const { name = payer, document = payerDocument } = act.sender ?? {}
    const party = { name: name?.slice(0, 54), document: document?.slice(0, 35) }
    return { kind: 'deposit', text: `TRANSFERENCIA ${reference}`, party }
  }
  const party = { name: payee?.slice(0, 54), account: /^[A-Za-z0-9]{1,34}$/.exec(number ?? '')?.[0] }
  if (!isBack(act)) return { kind: 'debit', text: `PAGO ${reference}`, party }
  // The bank names what comes back by the id of the order, so that a part of it can come back.
  return { kind: 'return', text: `DEVOLUCION ${reference}`, party, end_to_end_id: row.id.replaceAll('-', '') }
}

async function decline(deps: SettleDeps, { id: transactionId, status }: TransactionRow): Promise<SimulatedResult> {
  const update = { kind: 'rejected', reason: 'declined' } as const
  const item = { transactionId, update, source: 'connector', detail: 'simulated' } as const
  const [applied] = status === 'PENDING' ? await applyOutcomes(deps, [item]) : []
  return applied?.kind === 'moved' ? { kind: 'done' } : { kind: 'refused', why: 'not_in_this_state' }
}
