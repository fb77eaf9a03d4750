import { setTimeout as sleep } from 'node:timers/promises'
import type {
  CertificationOrder,
  CertificationRun,
  CertificationStep,
  StepResult,
} from '../../core/connectors/connector.ts'
import { stopwatch } from '../../core/platform/clock/clock.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { findCertificationKeys, insertCertificationKey } from '../../core/processing/store/certification-keys.ts'
import type { NotFound, Outcome } from '../../core/values/outcome.ts'
import { say } from './messages/en.ts'

const firstPauseMs = 200
const pauseMaxMs = 4_000

interface RunGiven extends Pick<CertificationRun, 'connector' | 'context' | 'aheadMs' | 'personMs'> {
  tell(line: string): void
}

/** What the steps of one run share. Their orders are kept in the table of certification keys, and nowhere else. */
export function startRun(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  { tell, ...given }: RunGiven,
): CertificationRun {
  const { engine } = database
  const { id: accountId } = given.context.account
  const orders = new Map<string, CertificationOrder>()
  const keep = async (key: string) => await insertCertificationKey(engine, accountId, key)
  return {
    ...given,
    orders,
    keep,
    now: () => clock.now(),
    begin: async (name, order) => {
      const key = given.connector.keyFor(order.transactionId, 1)
      const refundKey = given.connector.keyFor(uuidV7(clock.now()), 1)
      await keep(key)
      await keep(refundKey)
      const made = { order, key, refundKey }
      orders.set(name, made)
      return made
    },
    waitFor,
    refundWhole: async (made) => await refundWhole(given, made),
    askPerson: tell,
    isTold: async (key) => (await findCertificationKeys(engine, accountId, [key])).get(key)?.isTold === true,
  }
}

async function waitFor<Found>(look: () => Promise<Found | undefined>, limitMs: number): Promise<Found | undefined> {
  const passedMs = stopwatch()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, pauseMaxMs)) {
    const found = await look()
    if (found !== undefined || passedMs() >= limitMs) return found
    await sleep(Math.max(1, Math.min(pauseMs, limitMs - passedMs())))
  }
}

/** A refund is under way for seconds. Longer is what an operator has to know. */
const refundMs = 120_000

/** Sends the refund, which its key never sends twice, and waits for its end. */
async function refundWhole(
  { connector, context }: Pick<CertificationRun, 'connector' | 'context'>,
  { order, refundKey: key, paidMinor }: CertificationOrder,
): Promise<Outcome | NotFound> {
  const refund = { key, amountMinor: paidMinor ?? order.amountMinor, executeBefore: null }
  const sent = (await connector.refund?.(order, refund, context)) ?? ({ kind: 'unknown', why: 'unmapped' } as const)
  if (sent.kind !== 'pending') return sent
  const ended = await waitFor(async () => {
    const now = await connector.inquireRefund?.(key, context, order.transactionId)
    return now && now.kind !== 'pending' ? now : undefined
  }, refundMs)
  return ended ?? sent
}

/** The last step of every certification: nobody can pay its orders any more, and what was paid goes back. */
export const endStep: CertificationStep = {
  name: 'orders_ended',
  label: say('provider.step_orders_ended'),
  expected: 'each order of the run is cancelled or was never made; what was paid is refunded whole',
  run: endOrders,
}

async function endOrders(run: CertificationRun): Promise<StepResult> {
  const ends = await Promise.all([...run.orders].map(async ([name, made]) => ({ name, end: await endOf(run, made) })))
  const isOpen = ends.some(({ end }) => !overWords.has(end))
  const came = ends.map(({ name, end }) => `${name} ${end}`).join(', ')
  return { state: isOpen ? 'failed' : 'passed', came: came === '' ? 'no order was made' : came }
}

const overWords: ReadonlySet<string> = new Set(['cancelled', 'not_found', 'refunded'])

/** Cancels an order. One that was paid is refunded, by the key that an earlier step may have used: it goes back once. */
async function endOf(run: CertificationRun, made: CertificationOrder): Promise<string> {
  const { connector, context } = run
  const { key } = made
  const cancelled = (await connector.cancel?.(key, context)) ?? 'unknown'
  if (cancelled !== 'too_late') return cancelled
  const known = await connector.inquire(key, context)
  const paidMinor = made.paidMinor ?? (known.kind === 'completed' ? known.creditedMinor : undefined)
  if (paidMinor === undefined) return `paid, and the inquiry says ${known.kind}`
  const back = await run.refundWhole({ ...made, paidMinor })
  return back.kind === 'completed' ? 'refunded' : `paid, and its refund is ${back.kind}`
}
