import type { ConnectorAccount } from '../../core/connectors/connector.ts'
import type { SimulatedAct, SimulatorControls } from '../../core/connectors/simulated-bank/simulator-controls.ts'
import type { CoreDeps } from '../../core/deps.ts'
import { callTimeoutMs, endingLeaseMs, notifyUrl } from '../../core/processing/call-connector.ts'
import { endUnpaid } from '../../core/processing/expire-overdue.ts'
import { findTransaction } from '../../core/processing/find-transaction.ts'
import { type Transaction, type TransactionRow, toTransaction } from '../../core/processing/rules/transaction.ts'
import { claimOverduePayins } from '../../core/processing/store/attempts.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseCardNumber } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { bringExpiryForward, findAttemptKey, isStillToBeSent } from './store/simulated.ts'

/** Events of a test payment, with the simulated bank's name for each. The gateway itself does `expire`. */
export const simulatedEvents = {
  paid: 'pay',
  paid_partly: 'pay_less',
  paid_more: 'pay_more',
  paid_twice: 'pay_twice',
  paid_late: 'pay_late',
  approved: 'approve',
  declined: 'decline',
  expire: undefined,
  return: 'return',
  return_partly: 'return',
  reversed: 'reverse',
} as const satisfies Record<string, SimulatedAct['action'] | undefined>

export type SimulatedEvent = keyof typeof simulatedEvents

export interface Simulation {
  transactionId: string
  event: SimulatedEvent
  amountMinor?: bigint
  senderDocument?: string
}

/** How long the answer waits for the update; then it shows the current state. */
const updateMaxMs = 5_000
/** How long to wait for the registration of a new order, which takes half a second. */
const registerMaxMs = 3_000
const lookPauseMs = 50

/** Simulates an event of a test payment at the simulated bank. Throws `not_found` or `not_in_this_state`. */
export async function simulateEvent(deps: SimulatorDeps, caller: Caller, simulation: Simulation): Promise<Transaction> {
  refuseCardNumber(simulation.senderDocument, 'sender_document')
  const row = await requireTestRow(deps, caller, simulation.transactionId)
  if (simulation.event === 'expire') return await expireNow(deps, row)
  const account = await deps.routes.account(row.connector_account_id)
  const controls = account && deps.simulatorControls.get(account.connector)
  if (!account || !controls) throw unavailable()
  await act(deps, { account, controls, row }, actOf(simulation))
  return toTransaction(await afterUpdate(deps, row))
}

async function requireTestRow(deps: SimulatorDeps, caller: Caller, transactionId: string): Promise<TransactionRow> {
  const { point } = caller
  const row =
    point.environment === 'test' ? await findTransaction(deps.database.engine, point.pointId, transactionId) : undefined
  if (row) return row
  throw new Problem('not_found', { message: say('simulator.unknown_transaction') })
}

function actOf({ event, amountMinor, senderDocument }: Simulation): SimulatedAct {
  return {
    action: simulatedEvents[event] ?? 'pay',
    ...(amountMinor === undefined ? {} : { amountMinor }),
    ...(senderDocument === undefined ? {} : { sender: { document: senderDocument } }),
  }
}

interface At {
  account: ConnectorAccount
  controls: SimulatorControls
  row: TransactionRow
}

async function act(deps: SimulatorDeps, { account, controls, row }: At, wanted: SimulatedAct): Promise<void> {
  const context = { account, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, account) }
  const until = performance.now() + registerMaxMs
  for (;;) {
    // Nothing is sent of a pay-in to an own account: its id takes the place of a key.
    const key = (await findAttemptKey(deps.database.engine, row.id)) ?? row.id
    const result = await controls.simulate(key, wanted, context)
    if (result.kind === 'done') return
    if (result.kind === 'refused') {
      throw new Problem('not_in_this_state', {
        message: `The simulated bank refuses: ${result.why.replaceAll('_', ' ')}.`,
      })
    }
    if (result.kind !== 'unknown_order') throw unavailable()
    if (performance.now() > until) {
      throw new Problem('not_in_this_state', { message: say('simulator.unknown_to_bank') })
    }
    await sleep(lookPauseMs)
  }
}

/** Expires a pay-in now, as if the clock had moved for it alone. The bank is asked to cancel first, as always. */
async function expireNow(deps: SimulatorDeps, row: TransactionRow): Promise<Transaction> {
  const { engine } = deps.database
  if (row.pay_type !== 'payin' || row.status !== 'PENDING') {
    throw new Problem('not_in_this_state', { message: say('simulator.only_pending', { status: row.status }) })
  }
  await untilSent(deps, row)
  await bringExpiryForward(engine, row.point_id, row.id)
  const until = performance.now() + updateMaxMs
  while (performance.now() < until) {
    const [claimed] = await claimOverduePayins(engine, {
      owner: deps.processName,
      leaseMs: endingLeaseMs,
      limit: 1,
      transactionId: row.id,
    })
    if (claimed) await endUnpaid(deps, claimed, { kind: 'expire' })
    const after = await findTransaction(engine, row.point_id, row.id)
    if (after && after.status !== 'PENDING') return toTransaction(after)
    await sleep(lookPauseMs)
  }
  return toTransaction((await findTransaction(engine, row.point_id, row.id)) ?? row)
}

/** Waits for the registration: the bank cannot simulate later events of a pay-in that it does not know. */
async function untilSent(deps: SimulatorDeps, row: TransactionRow): Promise<void> {
  const until = performance.now() + registerMaxMs
  while ((await isStillToBeSent(deps.database.engine, row.id)) && performance.now() < until) await sleep(lookPauseMs)
}

async function afterUpdate(deps: SimulatorDeps, before: TransactionRow): Promise<TransactionRow> {
  const until = performance.now() + updateMaxMs
  for (;;) {
    const now = (await findTransaction(deps.database.engine, before.point_id, before.id)) ?? before
    if (fingerprint(now) !== fingerprint(before) || performance.now() > until) return now
    await sleep(lookPauseMs)
  }
}

/** The fields that an update about money changes. The payer's page, which a registration adds, is not one of them. */
function fingerprint(row: TransactionRow): string {
  const { status, reason, received_minor: received, reversed_minor: reversed } = row
  return `${status} ${reason} ${received} ${reversed}`
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

function unavailable(): Problem {
  return new Problem('unavailable', { message: say('simulator.no_answer'), retryAfterSeconds: 5 })
}

export interface SimulatorDeps extends CoreDeps {
  /** Controls of simulated banks by the name of their connector. */
  simulatorControls: ReadonlyMap<string, SimulatorControls>
  /** Keys may move the clock although it is the clock of other merchants too (`TEST_CLOCK`). */
  isTestClockShared: boolean
}
