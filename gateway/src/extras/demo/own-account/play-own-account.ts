import type { CoreDeps } from '../../../core/deps.ts'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { readPayin, readPayout } from '../../../core/payment-methods/read-request.ts'
import { createPayin } from '../../../core/payments/create-payin.ts'
import { createPayout } from '../../../core/payouts/create-payout.ts'
import { findFact, insertFactOnce } from '../../../core/platform/database/deployment-facts.ts'
import { assert } from '../../../core/values/assert.ts'
import type { BankAccount } from '../../bank-accounts/set-bank-account.ts'
import { demoCaller } from '../create-demo.ts'
import { findTargetReference } from '../store/target-references.ts'
import { demoOwnAccount } from './ensure-own-account.ts'
import type { BankEntry, SimulatedAccounts } from './simulated-accounts.ts'

/**
 * One round of the demo's own account: after the first start some orders and what pays them, or does not; then a statement
 * whenever something happened. Returns 0.
 */
export function ownAccountPlayer(deps: CoreDeps, accounts: SimulatedAccounts): () => Promise<number> {
  let isPlayed = false
  return async () => {
    const account = await demoOwnAccount(deps)
    if (!account || !(await hasOnlyTestMoney(deps))) return 0
    isPlayed ||= (await findFact(deps.database.engine, 'own_entries')) !== undefined
    if (!isPlayed) await play(deps, accounts, account)
    await accounts.importStatements(account)
    return 0
  }
}

const ana = { name: 'Ana Paz', document: '20-26756539-3' }
const bruno = { name: 'Bruno Sosa', document: '27-23456789-1' }
const diego = { name: 'Diego Luna', document: '20-11111111-2' }
const carla = { name: 'Carla Ruiz', account: '2850590940090418135201' }

/**
 * Orders by their references and entries by their keys are made once, however often this is repeated. The last entry
 * comes when the line before it has paid.
 */
async function play(deps: CoreDeps, accounts: SimulatedAccounts, account: BankAccount): Promise<void> {
  const { engine } = deps.database
  const caller = await demoCaller(engine, 'own_account')
  const options = { checks: 'lenient', now: deps.clock.now() } as const
  const order = async (name: string, amount: number, payer?: typeof ana) => {
    const body = { service_code: 'BT_AR', amount, reference: `demo-${name}` }
    const payee = { account_type: 'CBU', account: carla.account, account_beneficiary: carla.name }
    const read = payer
      ? readPayin({ ...body, payer_doc_id: payer.document, payer_name: payer.name }, options)
      : readPayout({ ...body, ...payee }, options)
    assert(read.ok, `an order of the demo: ${name}`)
    const { request } = read
    const isPayin = request.operation === 'payin'
    const made = isPayin ? await createPayin(deps, caller, request) : await createPayout(deps, caller, request)
    const { id, status } = made.transaction
    return { status, reference: await findTargetReference(engine, id) }
  }
  const right = await order('right', 1_500.5, ana)
  const twice = await order('paid-twice', 1_200, ana)
  const typo = await order('typing-error', 980, bruno)
  await order('no-reference', 2_300, bruno)
  const [paid, returned] = [await order('paid-out', 450), await order('sent-back', 700)]
  const entries: [BankEntry['kind'], string, string, BankEntry['party']?][] = [
    ['deposit', '150050', `TRANSFERENCIA ${right.reference}`, ana],
    ['deposit', '120000', `TRANSFERENCIA ${twice.reference}`, ana],
    ['deposit', '98000', `TRANSFERENCIA ${mistyped(typo.reference)}`, bruno],
    ['deposit', '230000', 'TRANSFERENCIA SIN REFERENCIA', bruno],
    ['deposit', '31025', 'TRANSFERENCIA ALQUILER', diego],
    ['fee', '8500', 'COMISION DE MANTENIMIENTO'],
    ['debit', '45000', `PAGO ${paid.reference}`, carla],
    ['debit', '70000', `PAGO ${returned.reference}`, carla],
    ['return', '70000', `DEVOLUCION ${returned.reference}`, carla],
  ]
  const isPaid = twice.status !== 'PENDING'
  if (isPaid) entries.push(['deposit', '120000', `TRANSFERENCIA ${twice.reference}`, ana])
  for (const [index, [kind, amount_minor, text, party = {}]] of entries.entries()) {
    const booked = await accounts.book(account, `demo-${index}`, { kind, amount_minor, text, party })
    if (booked.kind !== 'done') return
  }
  if (isPaid) await insertFactOnce(engine, 'own_entries', Buffer.from('booked'))
}

/** One wrong character. */
function mistyped(reference: string): string {
  return `${reference.slice(0, 3)}${reference[3] === '7' ? '8' : '7'}${reference.slice(4)}`
}
