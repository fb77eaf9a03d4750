import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { readPayin, readPayout } from '../../../core/payment-methods/read-request.ts'
import { createPayin } from '../../../core/payments/create-payin.ts'
import { createPayout } from '../../../core/payouts/create-payout.ts'
import type { PayoutsDeps } from '../../../core/payouts/deps.ts'
import { findFact, insertFactOnce } from '../../../core/platform/database/deployment-facts.ts'
import type { BankAccount } from '../../bank-accounts/set-bank-account.ts'
import { demoCaller } from '../create-demo.ts'
import { findTargetReference } from '../store/target-references.ts'
import { demoOwnAccount } from './ensure-own-account.ts'
import type { BankEntry, SimulatedAccounts } from './simulated-accounts.ts'

/** At most one statement of the demo's account in this time. */
const statementEveryMs = 60_000

type PlayDeps = PayoutsDeps

/**
 * One round of the demo's own account: after the first start some orders and what pays them, or does not; then a statement
 * whenever something happened. Returns 0.
 */
export function ownAccountPlayer(deps: PlayDeps, accounts: SimulatedAccounts): () => Promise<number> {
  let [isPlayed, nextMs] = [false, 0]
  return async () => {
    const account = await demoOwnAccount(deps)
    if (!account || !(await hasOnlyTestMoney(deps))) return 0
    isPlayed ||= (await findFact(deps.database.engine, 'demo_own_entries')) !== undefined
    if (!isPlayed) await play(deps, accounts, account)
    if (performance.now() < nextMs) return 0
    nextMs = performance.now() + statementEveryMs
    await accounts.importNews(account)
    return 0
  }
}

const ana = { name: 'Ana Paz', document: '20-26756539-3' }
const bruno = { name: 'Bruno Sosa', document: '27-23456789-1' }
const payee = { account_type: 'CBU', account: '2850590940090418135201', account_beneficiary: 'Carla Ruiz' }

/**
 * Orders by their references and entries by their keys are made once, however often this is repeated. The last entry
 * comes when the line before it has paid.
 */
async function play(deps: PlayDeps, accounts: SimulatedAccounts, account: BankAccount): Promise<void> {
  const { engine } = deps.database
  const caller = await demoCaller(engine, 'demo_own_account')
  const order = async (name: string, amount: number, payer?: typeof ana) => {
    const basics = { service_code: 'BT_AR', amount, reference: `demo-${name}` }
    const options = { checks: 'lenient', now: deps.clock.now() } as const
    const read = payer
      ? readPayin({ ...basics, payer_doc_id: payer.document, payer_name: payer.name }, options)
      : readPayout({ ...basics, ...payee }, options)
    if (!read.ok) throw new Error(read.problems.map(({ message }) => message).join(' '))
    const { transaction } =
      read.request.operation === 'payin'
        ? await createPayin(deps, caller, read.request)
        : await createPayout(deps, caller, read.request)
    return { status: transaction.status, reference: await findTargetReference(engine, transaction.id) }
  }
  const twice = await order('paid-twice', 1_200, ana)
  const typo = await order('typing-error', 980, bruno)
  const paid = await order('paid-out', 450)
  const returned = await order('sent-back', 700)
  await order('no-reference', 2_300, bruno)
  const beneficiary = { name: payee.account_beneficiary, account: payee.account }
  const entries: readonly Omit<BankEntry, 'key'>[] = [
    deposit(150_050n, (await order('right', 1_500.5, ana)).reference, ana),
    deposit(120_000n, twice.reference, ana),
    deposit(98_000n, mistyped(typo.reference), bruno),
    deposit(230_000n, 'SIN REFERENCIA', bruno),
    deposit(31_025n, 'ALQUILER', { name: 'Diego Luna', document: '20-11111111-2' }),
    { kind: 'fee', amountMinor: 8_500n, text: 'COMISION DE MANTENIMIENTO' },
    { kind: 'debit', amountMinor: 45_000n, text: `PAGO ${paid.reference}`, party: beneficiary },
    { kind: 'debit', amountMinor: 70_000n, text: `PAGO ${returned.reference}`, party: beneficiary },
    { kind: 'return', amountMinor: 70_000n, text: `DEVOLUCION ${returned.reference}`, party: beneficiary },
    ...(twice.status === 'PENDING' ? [] : [deposit(120_000n, twice.reference, ana)]),
  ]
  for (const [index, entry] of entries.entries()) {
    if ((await accounts.book(account, { ...entry, key: `demo-${index}` })) !== 'done') return
  }
  if (twice.status !== 'PENDING') await insertFactOnce(engine, 'demo_own_entries', Buffer.from('booked'))
}

function deposit(amountMinor: bigint, text: string, party: typeof ana): Omit<BankEntry, 'key'> {
  return { kind: 'deposit', amountMinor, text: `TRANSFERENCIA ${text}`, party }
}

/** One wrong character. */
function mistyped(reference: string): string {
  return `${reference.slice(0, 3)}${reference[3] === '7' ? '8' : '7'}${reference.slice(4)}`
}
