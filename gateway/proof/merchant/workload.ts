import { present } from '../../src/core/values/assert.ts'
import type { CurrencyCode } from '../../src/core/values/currency.ts'
import type { Desk } from '../operator/desk.ts'
import { createOwnBank, depositAndConfirm, drawDeposit, type OwnBank, sweepPayouts } from '../operator/own-bank.ts'
import {
  drawFunding,
  drawWatch,
  type EndedOrder,
  fund,
  type TruthOf,
  truthOfBooks,
  watchPayment,
  workOffQueue,
} from '../operator/rounds.ts'
import { type BankStatement, createStatement, drawStatement, payByStatement } from '../operator/statements.ts'
import type { Act, BankLine, BookedOrder, Chance, Exchange, Stage } from '../stages/virtual/parts.ts'
import type { PointFacts, PointName, TemplateFacts } from '../stages/virtual/world/points.ts'
import { isCard, type Size } from './bodies.ts'
import { drawFollowUp, followUp } from './follow-ups.ts'
import { chargeByLink, drawLink } from './links.ts'
import { createMemory, type Memory } from './memory.ts'
import { createMoments, type Moments } from './moments.ts'
import { askForAll, askTwice, drawPayment, type PaymentPlan } from './payments.ts'
import { drawRefunds, refund } from './refunds.ts'
import { changeSettings, type SettingsKind } from './settings.ts'
import { drawWithdrawals, withdraw } from './withdrawals.ts'

/** What a run is about. Half of all seeds are `mixed`. */
export const themes = [
  ...(['mixed', 'tight', 'payins', 'by_hand', 'approvals', 'callbacks', 'cards', 'unsure', 'refunds'] as const),
] as const
export type Theme = (typeof themes)[number]

/** What merchants and operators of one run do, and what they were told. */
export interface Workload {
  theme: Theme
  acts: readonly Act[]
  exchanges(): readonly Exchange[]
  bankLines(): readonly BankLine[]
  /** The book of the bank at which the operators have their own account. */
  ownOrders(): readonly BookedOrder[]
}

export interface WorkloadOptions {
  /** Draws by name; the seed's own. */
  chance(name: string): Chance
  facts: TemplateFacts
  /** How many payments, or other first steps, a run has at most; follow-ups and the operators' rounds come on top. */
  count: number
  /** Undefined: drawn. */
  theme?: Theme
  /** The providers' books: operators say nothing else. */
  providerOrders(): readonly EndedOrder[]
  /** Those of the providers; undefined: nobody meets them. */
  moments?: Moments
}

/** Draws what happens in one run. Every act's parameters depend on its own name only. */
export function drawWorkload(options: WorkloadOptions): Workload {
  const { chance, facts, count, moments = createMoments() } = options
  const isAboutRefunds = chance('about refunds').bool(aboutRefunds)
  const theme = options.theme ?? (isAboutRefunds ? 'refunds' : drawTheme(chance('theme')))
  const memory = createMemory()
  const bank = createOwnBank(moments)
  const statement = createStatement()
  const truthOf = truthOfBooks(() => [...bank.orders(), ...options.providerOrders()])
  const drawing: Drawing = {
    chance,
    facts,
    theme,
    memory,
    moments,
    bank,
    statement,
    truthOf,
    focus: focusOf(chance('focus'), facts, theme),
  }
  const number = drawNumber(chance('number'), count)
  const acts = Array.from({ length: number }, (_, place) => drawSlot(drawing, place)).flat()
  return {
    theme,
    acts: [...acts, ...drawExtras(drawing), ...drawRounds(drawing)],
    exchanges: () => memory.exchanges,
    ownOrders: () => bank.orders(),
    bankLines: () => statement.lines(),
  }
}

interface Drawing {
  chance(name: string): Chance
  facts: TemplateFacts
  theme: Theme
  memory: Memory
  moments: Moments
  bank: OwnBank
  statement: BankStatement
  truthOf: TruthOf
  /** What most payments are in, so that they meet at the same funds. */
  focus: readonly CurrencyCode[]
}

/** Drawn for itself, and first. */
const aboutRefunds = 0.12

/** How often each theme is drawn where a run is not mixed. */
const themeWeights = { tight: 4, payins: 5, by_hand: 5, approvals: 6, callbacks: 4, cards: 2, unsure: 4 } as const

function drawTheme(chance: Chance): Theme {
  return chance.bool(0.5) ? 'mixed' : pickWeighted(chance, themeWeights)
}

/** Few first steps leave more of a run's events for what follows from each of them. */
function drawNumber(chance: Chance, count: number): number {
  return chance.bool(0.5) ? count : 1 + chance.int(count)
}

function focusOf(chance: Chance, { points }: TemplateFacts, theme: Theme): readonly CurrencyCode[] {
  const limited = points.flatMap(({ limitsCurrency }) => (limitsCurrency === null ? [] : [limitsCurrency]))
  if (theme === 'approvals') return limited
  const all = [...new Set(points.flatMap(({ services }) => services.map(({ currency }) => currency)))]
  const shared = all.filter((currency) => points.every((point) => point.services.some((s) => s.currency === currency)))
  const from = shared.length > 0 ? shared : all
  return theme === 'tight' ? [chance.pick(from)] : [chance.pick(from), chance.pick(from)]
}

/** How many runs have payment links, and how many withdrawals. Drawn for themselves, so that the others stay as they were. */
const withLinks = 0.15
const withWithdrawals = 0.15

/** What merchants do beside the specification's payments. */
function drawExtras({ chance, facts, memory }: Drawing): Act[] {
  const draw = <Plan>(
    { kind, share }: { kind: string; share: number },
    {
      plan,
      run,
    }: {
      plan(chance: Chance, point: PointFacts): Plan | undefined
      run(...given: [Stage, Memory, string, Plan]): Promise<void>
    },
  ): Act[] => {
    const drawn = chance(`with ${kind}s`)
    const number = drawn.bool(share) ? 1 + drawn.int(3) : 0
    return Array.from({ length: number }, (_, place) => `${kind}-${place + 1}`).flatMap((name) => {
      const own = chance(name)
      const [point, atMs] = [own.pick(facts.points), own.pick([...wavesMs, own.int(spreadMs)])]
      const wanted = plan(own, point)
      return wanted ? [act(name, atMs, async (stage) => await run(stage, memory, name, wanted))] : []
    })
  }
  return [
    ...draw({ kind: 'link', share: withLinks }, { plan: drawLink, run: chargeByLink }),
    ...draw({ kind: 'withdrawal', share: withWithdrawals }, { plan: drawWithdrawals, run: withdraw }),
  ]
}

type Kind = 'payout' | 'payin' | 'card' | 'burst' | 'twin' | 'fund' | SettingsKind

interface Rules {
  /** How often each kind of first step is drawn. */
  kinds: Readonly<Partial<Record<Kind, number>>>
  points: readonly PointName[]
  sizes: readonly Size[]
  shortExpiry: number
  /** Follow-ups of a payment, at most. */
  followUpsMax: number
  /** How likely a payment is in a currency of the focus. */
  focused: number
  /** How likely a pay-in is given back; undefined: seldom. */
  refunded?: number
}

const rulesOf: Readonly<Record<Theme, Rules>> = {
  mixed: {
    kinds: { ...{ payout: 34, payin: 28, card: 4, burst: 10, twin: 8 }, fund: 9, rotate_key: 3, list: 5, events: 4 },
    points: ['plain', 'plain', 'fees', 'fees', 'strict', 'byhand', 'inboxed'],
    sizes: ['small', 'third', 'third', 'most', 'too_much', 'approval', 'edge'],
    ...{ shortExpiry: 0.4, followUpsMax: 2, focused: 0.7 },
  },
  tight: {
    kinds: { payout: 40, burst: 35, twin: 12, fund: 10 },
    points: ['plain', 'plain', 'plain', 'strict', 'fees', 'byhand'],
    sizes: ['third', 'third', 'most', 'too_much', 'small', 'edge'],
    ...{ shortExpiry: 0, followUpsMax: 1, focused: 1 },
  },
  payins: {
    kinds: { payin: 72, twin: 10, burst: 5, list: 5, events: 5 },
    points: ['plain', 'plain', 'fees', 'fees', 'strict', 'inboxed'],
    sizes: ['small', 'third'],
    ...{ shortExpiry: 0.8, followUpsMax: 2, focused: 0.6 },
  },
  by_hand: {
    kinds: { payin: 45, payout: 33, burst: 5, twin: 5, fund: 12 },
    points: ['byhand'],
    sizes: ['small', 'third', 'third', 'most'],
    ...{ shortExpiry: 0.3, followUpsMax: 1, focused: 0.8 },
  },
  approvals: {
    kinds: { payout: 50, burst: 30, twin: 5, fund: 5, rotate_key: 5 },
    points: ['fees'],
    sizes: ['approval', 'approval', 'approval', 'small', 'edge'],
    ...{ shortExpiry: 0, followUpsMax: 2, focused: 1 },
  },
  callbacks: {
    kinds: { payout: 38, payin: 38, events: 8 },
    points: ['plain', 'plain', 'fees', 'strict', 'inboxed'],
    sizes: ['small', 'third'],
    ...{ shortExpiry: 0.5, followUpsMax: 2, focused: 0.6 },
  },
  cards: {
    kinds: { card: 80, twin: 10, payout: 5, list: 5 },
    points: ['plain'],
    sizes: ['small', 'third'],
    ...{ shortExpiry: 0.3, followUpsMax: 2, focused: 0.6 },
  },
  unsure: {
    kinds: { payout: 70, payin: 10, twin: 10, burst: 7, fund: 3 },
    points: ['strict'],
    sizes: ['small', 'small', 'third', 'edge'],
    ...{ shortExpiry: 0.5, followUpsMax: 1, focused: 0.7 },
  },
  refunds: {
    kinds: { payin: 70, card: 8, burst: 6, payout: 8, fund: 5, events: 3 },
    points: ['plain', 'plain', 'fees', 'fees', 'strict', 'inboxed', 'byhand'],
    sizes: ['small', 'third'],
    ...{ shortExpiry: 0, followUpsMax: 1, focused: 0.8, refunded: 0.9 },
  },
}

/** Most first steps begin together with others; some come later. Virtual milliseconds. */
const wavesMs = [0, 0, 2_000, 20_000] as const
const spreadMs = 180_000

/** One first step with what follows from it. */
function drawSlot(drawing: Drawing, place: number): Act[] {
  const rules = rulesOf[drawing.theme]
  const chance = drawing.chance(`slot-${place}`)
  const kind = pickWeighted(chance, rules.kinds)
  const name = `${kind}-${place}`
  const waveMs = chance.pick(wavesMs)
  const spread = chance.int(spreadMs)
  const atMs = chance.bool(0.65) ? waveMs : spread
  const point = drawPoint(drawing, chance, kind)
  switch (kind) {
    case 'payout':
    case 'payin':
    case 'card':
    case 'burst':
    case 'twin':
      return drawPayments(drawing, { name, atMs, point, kind })
    case 'fund':
      return drawFundAct(drawing, { name, atMs, point })
    default:
      return [act(name, atMs, async (stage) => await changeSettings(stage, drawing.memory, name, { kind, point }))]
  }
}

function drawPoint({ facts, theme }: Drawing, chance: Chance, kind: Kind): PointFacts {
  const usual = chance.pick(rulesOf[theme].points)
  // Money for a live point takes two people.
  const wanted = kind === 'fund' && chance.bool(0.6) ? chance.pick(['strict', 'byhand'] as const) : usual
  const takesCards = ({ services }: PointFacts) => services.some(isCard)
  const fits = facts.points.filter((point) => kind !== 'card' || takesCards(point))
  const found = fits.find(({ name }) => name === wanted) ?? fits[0] ?? facts.points[0]
  return present(found, 'a point of the template')
}

function act(name: string, atMs: number, run: (stage: Stage) => Promise<void>): Act {
  return { name, atMs, run }
}

interface Slot {
  name: string
  atMs: number
  point: PointFacts
  /** Instead of the theme's own. */
  sizes?: readonly Size[]
  /** The only one; null and undefined: any. */
  currency?: CurrencyCode | null
}

/** Whatever is asked for at one gateway at once is written in groups, by two or three of them from four on. */
const burstMore: Readonly<Partial<Record<Theme, number>>> = { tight: 6, approvals: 6 }

/** How many bursts are of payouts that wait for a second key. */
const aboveLimit = 0.35

function aboveLimitOf<S extends Slot>({ facts }: Drawing, slot: S): S & Pick<Slot, 'sizes' | 'currency'> {
  const point = facts.points.find(({ approvalAboveMinor }) => approvalAboveMinor !== null)
  if (!point) return slot
  return { ...slot, point, kind: 'payout', sizes: ['approval', 'approval', 'small'], currency: point.limitsCurrency }
}

function drawPayments(drawing: Drawing, slot: Slot & { kind: Kind }): Act[] {
  const { name, atMs, kind } = slot
  const chance = drawing.chance(name)
  const isAbove = kind === 'burst' && chance.bool(aboveLimit)
  const size = kind === 'burst' ? 2 + chance.int(isAbove ? 6 : (burstMore[drawing.theme] ?? 3)) : 1
  const first = drawOne(drawing, isAbove ? aboveLimitOf(drawing, slot) : slot, kind === 'burst' ? `${name}-1` : name)
  if (!first) return []
  const plans = [first]
  // All of a burst ask for the same service: they meet at the same funds.
  for (let place = 2; place <= size; place++) {
    const other = drawOne(drawing, isAbove ? aboveLimitOf(drawing, slot) : slot, `${name}-${place}`, first)
    if (other) plans.push(other)
  }
  const twins = { plan: first, changed: chance.bool(0.25), otherKey: chance.bool(0.3) }
  const run = async (stage: Stage) => {
    if (kind === 'twin') await askTwice(stage, drawing.memory, name, twins)
    else await askForAll(stage, drawing.memory, name, plans)
  }
  return [act(name, atMs, run), ...plans.flatMap((plan) => drawNext(drawing, plan, atMs))]
}

/** One payment; `like`: of the same service and key as that one. */
function drawOne(drawing: Drawing, slot: Slot & { kind: Kind }, name: string, like?: PaymentPlan) {
  const chance = drawing.chance(`${name}/payment`)
  const rules = rulesOf[drawing.theme]
  const onlyPayins = drawing.theme === 'payins'
  const usual = onlyPayins || chance.bool(slot.kind === 'burst' ? 0.15 : 0.4) ? 'payin' : 'payout'
  const drawn = slot.kind === 'payin' || slot.kind === 'card' ? 'payin' : slot.kind === 'payout' ? 'payout' : usual
  const payType = like?.service.payType ?? drawn
  const usualServices = focused(drawing, slot.point, chance.bool(rules.focused))
  const wanted = slot.currency && slot.point.services.filter(({ currency }) => currency === slot.currency)
  const services = like ? [like.service] : wanted || usualServices
  const plan = drawPayment(chance, {
    ...{ name, payType, sizes: slot.sizes ?? rules.sizes, shortExpiry: rules.shortExpiry, cards: slot.kind === 'card' },
    point: { ...slot.point, services },
  })
  return plan && { ...plan, point: slot.point }
}

function focused({ focus }: Drawing, { services }: PointFacts, isFocused: boolean) {
  const found = services.filter((service) => isCard(service) || focus.includes(service.currency))
  const isUsable = found.some((service) => !isCard(service))
  return isFocused && isUsable ? found : services
}

/** What the merchant, and the operators where they move the money themselves, do about a payment later. */
function drawNext(drawing: Drawing, plan: PaymentPlan, atMs: number): Act[] {
  const { memory, theme, moments } = drawing
  const chance = drawing.chance(`${plan.name}/next`)
  const number = chance.int(rulesOf[theme].followUpsMax + 1)
  const acts = Array.from({ length: number }, (_, place) => {
    const wanted = drawFollowUp(drawing.chance(`${plan.name}/next-${place}`), plan)
    const name = `${plan.name}-${wanted.kind}-${place}`
    return act(name, atMs + wanted.afterMs, async (stage) => {
      await followUp({ stage, memory, moments }, name, wanted)
    })
  })
  acts.push(...drawWatched(drawing, plan, atMs), ...drawRefunded(drawing, plan, atMs))
  return plan.point.connector === 'own-account' ? [...acts, ...drawManual(drawing, plan, atMs)] : acts
}

/** Some pay-ins are watched by operators, who decide about what waits while more comes. */
const watched = 0.25

function drawWatched(drawing: Drawing, plan: PaymentPlan, atMs: number): Act[] {
  const chance = drawing.chance(`${plan.name}/watch`)
  if (plan.service.payType !== 'payin' || !chance.bool(watched)) return []
  const meeting = drawWatch(chance)
  const name = `${plan.name}-watch`
  const { truthOf, moments } = drawing
  const queue = { truthOf, ownAccountId: ownAccountOf(drawing), payment: plan.name, meeting }
  return [act(name, atMs + 1, async (stage) => await watchPayment(deskOf(drawing, stage, name), moments, queue))]
}

const seldomRefunded = 0.15

function drawRefunded({ memory, moments, theme, chance }: Drawing, plan: PaymentPlan, atMs: number): Act[] {
  const drawn = chance(`${plan.name}/refunds`)
  if (plan.service.payType !== 'payin' || !drawn.bool(rulesOf[theme].refunded ?? seldomRefunded)) return []
  const name = `${plan.name}-refunds`
  const wanted = drawRefunds(drawn, plan.name)
  return [act(name, atMs + 1, async (stage) => await refund({ stage, memory, moments }, name, wanted))]
}

function ownAccountOf({ facts }: Drawing): string | undefined {
  return facts.points.find(({ connector }) => connector === 'own-account')?.connectorAccountId
}

/** When the payer's money, or the clerk, comes. Virtual milliseconds after the payment was asked for. */
const manualTimesMs = [100, 5_000, 60_000, 1_200_000, 10_800_000, 93_600_000] as const

/** So many of the deposits are told by the bank's statement; people confirm the others. */
const paidByStatement = 0.4

/** Payouts are handled by the clerks' sweeps. */
function drawManual(drawing: Drawing, plan: PaymentPlan, atMs: number): Act[] {
  const { bank, statement } = drawing
  const chance = drawing.chance(`${plan.name}/by-hand`)
  const at = atMs + chance.pick(manualTimesMs)
  // Some payers never pay.
  if (plan.service.payType !== 'payin' || chance.bool(0.15)) return []
  const byStatement = drawing.chance(`${plan.name}/statement`)
  if (byStatement.bool(paidByStatement)) {
    const name = `${plan.name}-statement`
    const wanted = drawStatement(byStatement, plan.name)
    return [
      act(name, at, async (stage) => await payByStatement(deskOf(drawing, stage, name), { bank, statement }, wanted)),
    ]
  }
  const deposit = drawDeposit(chance, plan.name)
  const name = `${plan.name}-deposit`
  const acts = [act(name, at, async (stage) => await depositAndConfirm(deskOf(drawing, stage, name), bank, deposit))]
  // A merchant who loses patience just when a part comes.
  const isPart = deposit.deposit === 'in_parts' || deposit.deposit === 'part'
  if (isPart && chance.bool(0.7)) acts.push(drawImpatience(drawing, plan, atMs))
  return acts
}

function drawImpatience({ memory, moments, chance }: Drawing, plan: PaymentPlan, atMs: number): Act {
  const name = `${plan.name}-impatience`
  const meeting = { afterMs: chance(name).pick([0, 0, 0, 2, 5, 600_000]), withinMs: 4 * hourMs }
  const wanted = { kind: 'cancel_often', payment: plan.name, afterMs: 1, meeting } as const
  return act(name, atMs + 1, async (stage) => {
    await followUp({ stage, memory, moments }, name, wanted)
  })
}

function deskOf({ memory, facts }: Drawing, stage: Stage, name: string): Desk {
  return { stage, memory, act: name, operators: facts.operators }
}

function drawFundAct(drawing: Drawing, { name, atMs, point }: Slot): Act[] {
  const plan = drawFunding(drawing.chance(name), point)
  return plan ? [act(name, atMs, async (stage) => await fund(deskOf(drawing, stage, name), plan))] : []
}

const hourMs = 3_600_000

/** When operators look at what waits for a person. The first time merchants are still at it. */
const roundsMs = [90_000, 3 * hourMs, 26 * hourMs, 50 * hourMs, 80 * hourMs] as const
const sweepsMs = [30_000, 240_000, 28 * hourMs, 76 * hourMs] as const

function drawRounds(drawing: Drawing): Act[] {
  const { truthOf, bank } = drawing
  const ownAccountId = ownAccountOf(drawing)
  const rounds = roundsMs.map((atMs, place) => {
    const name = `round-${place + 1}`
    return act(name, atMs, async (stage) => {
      await workOffQueue(deskOf(drawing, stage, name), { truthOf, ownAccountId })
    })
  })
  if (ownAccountId === undefined) return rounds
  const sweeps = sweepsMs.map((atMs, place) => {
    const name = `sweep-${place + 1}`
    return act(name, atMs, async (stage) => await sweepPayouts(deskOf(drawing, stage, name), bank, ownAccountId))
  })
  return [...rounds, ...sweeps]
}

function pickWeighted<Name extends string>(chance: Chance, weights: Readonly<Partial<Record<Name, number>>>): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = chance.int(entries.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  throw new Error('Bug! weights without a sum')
}
