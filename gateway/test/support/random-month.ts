import { auditOf } from '../../src/core/audit/write-audit.ts'
import { fundPoint } from '../../src/core/ledger/fund-point.ts'
import { releaseDue } from '../../src/core/ledger/release-due.ts'
import { reservePayouts } from '../../src/core/payouts/reserve-payouts.ts'
import { type ApplyDeps, applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import type { NewTransaction } from '../../src/core/processing/rules/new-transaction.ts'
import { insertNewTransactions } from '../../src/core/processing/store/creations.ts'
import type { CurrencyCode } from '../../src/core/values/currency.ts'
import type { Outcome } from '../../src/core/values/outcome.ts'
import { aConnectorAccount, aProcess, aTransaction } from './a-transaction.ts'
import { aPoint, type SetUp } from './set-up.ts'

/** A service code of each currency; one has no decimals. */
const services = [
  { service_code: 'BT_AR', currency: 'ARS' },
  { service_code: 'PIX_BR', currency: 'BRL' },
  { service_code: 'BT_CL', currency: 'CLP' },
] as const satisfies readonly { service_code: string; currency: CurrencyCode }[]

export const monthCurrencies = services.map(({ currency }) => currency)

/** Where clocks are changed in the month that is played. */
export const monthZone = 'America/Santiago'

/** The month; daylight saving ends in it, so that one of its days has 25 hours. */
export const month = { first: '2026-04-01', last: '2026-04-30', begins: '2026-04-01T03:00:00.000Z', days: 30 } as const

/** The gateway does its work of some hours at once, and never at the same time of day. */
const stepsPerDay = 5
const dayMs = 86_400_000

/** Payments per database transaction: groups of the gateway have up to 32. */
const groupSize = 100

export interface Month {
  pointId: string
  merchantId: string
  /** Another merchant, whose payments are of the same connector account. */
  other: { pointId: string; merchantId: string }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Plays a month of random payments through the gateway's own writers, with the clock moved along: pay-ins that are paid,
 * paid in part, declined, taken back; payouts that are paid, refused, returned; fees, releases over midnight, funding. Leaves
 * the clock a little behind the end of the month.
 */
export async function playMonth(world: SetUp, { payments, seed }: { payments: number; seed: number }): Promise<Month> {
  const random = randomFrom(seed)
  const point = await aPoint(world)
  const other = await aPoint(world)
  const connectorAccountId = await aConnectorAccount(world)
  const process = aProcess(world)
  await world.database.owner.query('update points set time_zone = $1', [monthZone])
  for (const { pointId } of [point, other]) await agreeTerms(world, pointId)
  const startMs = Date.parse(month.begins)
  const steps = month.days * stepsPerDay
  const open: NewTransaction[] = []
  const paid: NewTransaction[] = []
  for (let step = 0; step < steps; step++) {
    // The last step stays within the month: the gateway's clock only goes on.
    const atMs = startMs + ((step + random() * 0.9) * dayMs) / stepsPerDay
    await world.moveClockTo(Math.round(atMs - Date.now()))
    const count = Math.round((payments * (step + 1)) / steps) - Math.round((payments * step) / steps)
    const made = Array.from({ length: count }, () => {
      const owner = random() < 0.9 ? point : other
      return aRandomPayment(world, { pointId: owner.pointId, connectorAccountId }, random)
    })
    await createAll(process, world, made)
    open.push(...made)
    await decideSome(process, { open, paid }, random)
    await releaseDue(process)
    if (random() < 0.1) await fundSome(process, world, point.pointId, random)
  }
  await world.moveClockTo(Math.round(startMs + (month.days + 1) * dayMs - Date.now()))
  await releaseDue(process)
  return { ...point, other }
}

async function agreeTerms({ database }: SetUp, pointId: string): Promise<void> {
  await database.owner.query(
    `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
      values ($1, 'BT_AR', 'payin', 15000, 30, 90000), ($1, 'BT_AR', 'payout', 1234, 7, null),
        ($1, 'PIX_BR', 'payin', 9900, 0, 0), ($1, 'BT_CL', 'payin', 33333, 50, 200000), ($1, 'BT_CL', 'payout', 0, 99, null)`,
    [pointId],
  )
  await database.owner.query(
    `update points set returned_fee_policy = 'give_back', reversal_policy = 'error' where id = $1`,
    [pointId],
  )
}

function aRandomPayment(
  world: SetUp,
  owner: { pointId: string; connectorAccountId: string },
  random: () => number,
): NewTransaction {
  const service = services[Math.floor(random() * services.length)] ?? services[0]
  const amountMinor = BigInt(1 + Math.floor(random() ** 3 * 5_000_000))
  const payType = random() < 0.7 ? 'payin' : 'payout'
  return aTransaction(world, owner, { ...service, pay_type: payType, amount_minor: amountMinor })
}

async function createAll(process: ApplyDeps, { database }: SetUp, made: readonly NewTransaction[]): Promise<void> {
  const payins = made.filter(({ pay_type: payType }) => payType === 'payin')
  const payouts = made.filter(({ pay_type: payType }) => payType === 'payout')
  for (const group of groupsOf(payins)) await insertNewTransactions(database.engine, group)
  for (const group of groupsOf(payouts)) await reservePayouts(process, group)
}

interface Books {
  /** Created and not decided. */
  open: NewTransaction[]
  /** Completed at some time. */
  paid: NewTransaction[]
}

async function decideSome(process: ApplyDeps, { open, paid }: Books, random: () => number): Promise<void> {
  const decided = take(open, () => random() < 0.8)
  const reversed = take(paid, () => random() < 0.002)
  const updates = [
    ...decided.map((item) => ({ item, update: firstOutcome(item, random()) })),
    ...reversed.map((item) => ({ item, update: takenBack(item, random()) })),
  ]
  for (const group of groupsOf(updates)) {
    await applyOutcomes(
      process,
      group.map(({ item, update }) => ({ transactionId: item.id, update, source: 'notification' as const })),
    )
  }
  paid.push(...updates.flatMap(({ item, update }) => (update.kind === 'completed' ? [item] : [])))
}

function firstOutcome({ pay_type: payType, amount_minor: amountMinor }: NewTransaction, chance: number): Outcome {
  if (chance < 0.12) return { kind: 'rejected', reason: 'declined' }
  if (payType === 'payout' || chance < 0.9) return { kind: 'completed' }
  if (chance < 0.95) return { kind: 'completed', creditedMinor: amountMinor + 777n }
  return { kind: 'completed', creditedMinor: amountMinor / 2n + 1n }
}

function takenBack({ amount_minor: amountMinor }: NewTransaction, chance: number): Outcome {
  return { kind: 'reversed', amountMinor: chance < 0.5 ? amountMinor : amountMinor / 3n + 1n }
}

async function fundSome(process: ApplyDeps, world: SetUp, pointId: string, random: () => number): Promise<void> {
  await fundPoint(
    { ...process, clock: world.clock },
    {
      pointId,
      environment: 'test',
      currency: monthCurrencies[Math.floor(random() * monthCurrencies.length)] ?? 'ARS',
      kind: random() < 0.5 ? 'funding' : 'correction',
      change: { by: BigInt(Math.floor((random() - 0.4) * 1_000_000)) },
      note: 'of the random month',
      audit: auditOf('test', 'point.fund', { pointId }),
    },
  )
}

/** Takes out of a list what is chosen, in its order. */
function take<T>(list: T[], isChosen: (each: T) => boolean): T[] {
  const chosen: T[] = []
  const left: T[] = []
  for (const each of list) (isChosen(each) ? chosen : left).push(each)
  list.splice(0, list.length, ...left)
  return chosen
}

function groupsOf<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / groupSize) }, (_, place) =>
    list.slice(place * groupSize, (place + 1) * groupSize),
  )
}
