import type { CardRule } from './cards.ts'
import type { Reason } from './reasons.ts'

/** Something that happens to an order later, by itself. */
export type Act =
  | { do: 'pay'; percent?: number; late?: true; again?: true; shuffled?: true }
  | { do: 'reject'; reason: Reason }
  | { do: 'reverse' }
  | { do: 'forge' }

/** When: within the answer itself, so many milliseconds after receipt, or so many after the order's expiry. */
export interface Step {
  when: 'at_once' | { afterMs: number } | { afterExpiryMs: number }
  act: Act
  /** No notification: the caller has to find out by asking. */
  quiet?: true
}

/** What the bank will do with an order. */
export interface Plan {
  /** `ordinary`, `777.NN` or `card_…`; kept in the book. */
  scenario: string
  state: 'pending' | 'held'
  steps: Step[]
  /** `hang`: executed but not answered until the socket is destroyed; `reset`: the socket is destroyed at once. */
  answer: 'given' | 'hang' | 'reset'
  /** The first call with this key is refused with this HTTP status and nothing is kept. */
  firstRefusal?: 503 | 429
  /** Nothing is kept and nothing is answered, each time. */
  forgotten?: true
  /** Delayed on the way: the order arrives later, and its caller never gets an answer. */
  delayed?: true
  /** A card whose payer must decide on the challenge page, and what an approval brings. */
  challenge?: 'pay' | 'refuse'
}

/** Waiting times in milliseconds, named by what is waited for. */
export interface Delays {
  /** Until an ordinary pay-in is paid, and until the true notification after a forged one. */
  payMs: number
  /** Until a slow payout completes or is rejected, and until a late decline. */
  settleMs: number
  /** From the payment until its reversal or return. */
  returnMs: number
  /** How long compliance holds an order. */
  holdMs: number
  /** From expiry until the late payment. */
  lateMs: number
  /** From the first until the second payment. */
  againMs: number
  /** How long an order of scenario 16 is delayed on the way to the bank. */
  arrivalMs: number
}

export interface PlanInput {
  direction: 'in' | 'out'
  kind: string
  /** Integer text in minor units. */
  amountMinor: string
  decimals: number
  expires: boolean
  card: CardRule | undefined
  /** A batch registers orders whose answer no caller waits for: the scenarios of a lost answer do not apply there. */
  channel: 'single' | 'batch'
}

/** Kinds where the payer's instructions come in the answer, so that a lost answer matters. */
const IN_REQUEST_KINDS: ReadonlySet<string> = new Set(['pull', 'wallet', 'card'])

/** Chooses what happens to an order: special test cards first, then the amount's scenario, then the ordinary course. */
export function planFor(input: PlanInput, delays: Delays): Plan {
  const fromCard = input.card && planForCard(input.card)
  if (fromCard) return fromCard
  const scenario = scenarioOf(input)
  const ordinary = ordinaryPlan(input, delays)
  if (scenario === undefined) return ordinary
  const make = input.direction === 'in' ? PAYIN_PLANS[scenario] : PAYOUT_PLANS[scenario]
  return { ...ordinary, ...make?.(input, delays), scenario: `777.${scenario}` }
}

/**
 * The two digits after a major part that ends in 777: the minor digits of a currency with two decimals (777.05), the
 * last two digits of one without (77705). Other numbers of decimals have no scenarios.
 */
function scenarioOf({ amountMinor, decimals }: PlanInput): string | undefined {
  if (decimals !== 0 && decimals !== 2) return undefined
  const digits = /777(\d\d)$/.exec(amountMinor)?.[1]
  return digits && (digits in PAYIN_PLANS || digits in PAYOUT_PLANS) ? digits : undefined
}

function planForCard(rule: CardRule): Plan | undefined {
  const plan = { state: 'pending', answer: 'given', steps: [] } as const
  switch (rule.kind) {
    case 'frictionless':
      return undefined
    case 'challenge':
      return { ...plan, steps: [], scenario: `card_challenge_${rule.onApproval}`, challenge: rule.onApproval }
    case 'refused':
      return { ...plan, scenario: `card_${rule.reason}`, steps: [rejection(rule.reason)] }
    case 'broken':
      return {
        ...plan,
        scenario: 'card_broken',
        answer: 'reset',
        steps: [{ ...rejection('processing_error'), quiet: true }],
      }
  }
}

/** Refused at once, whatever the amount's scenario says. */
export function refusedPlan(reason: Reason): Plan {
  return { scenario: 'refused', state: 'pending', steps: [rejection(reason)], answer: 'given' }
}

function ordinaryPlan(input: PlanInput, delays: Delays): Plan {
  const step: Step = { when: input.direction === 'in' ? { afterMs: delays.payMs } : 'at_once', act: { do: 'pay' } }
  return { scenario: 'ordinary', state: 'pending', steps: [step], answer: 'given' }
}

type Make = (input: PlanInput, delays: Delays) => Partial<Plan>

const PAYIN_PLANS: Record<string, Make> = {
  '01': (input) => (input.kind === 'card' ? { steps: [], challenge: 'pay' } : { steps: [] }),
  '02': () => ({ steps: [rejection('insufficient_funds')] }),
  '03': () => ({ steps: [rejection('invalid_account')] }),
  '04': (_input, delays) => ({
    steps: [{ when: { afterMs: delays.settleMs }, act: { do: 'reject', reason: 'declined' } }],
  }),
  '05': (input) => (answerMatters(input) ? { steps: [quietPayment()], answer: 'hang' } : {}),
  '06': (input) => (answerMatters(input) ? { steps: [], forgotten: true } : {}),
  '07': () => ({ firstRefusal: 503 }),
  '08': (_input, delays) => ({ steps: [payment(delays.payMs), reversal(delays.payMs + delays.returnMs)] }),
  '09': (_input, delays) => ({ steps: [payment(delays.payMs, { shuffled: true })] }),
  '10': (_input, delays) => ({ steps: [payment(delays.payMs, { percent: 90 })] }),
  '11': (_input, delays) => ({ steps: [payment(delays.payMs, { percent: 110 })] }),
  '12': (input, delays) =>
    input.expires ? { steps: [{ when: { afterExpiryMs: delays.lateMs }, act: { do: 'pay', late: true } }] } : {},
  '13': (_input, delays) => ({ steps: [forgery(), payment(delays.payMs)] }),
  '14': (_input, delays) => ({ state: 'held', steps: [payment(delays.holdMs)] }),
  '15': (_input, delays) => ({
    steps: [payment(delays.payMs), payment(delays.payMs + delays.againMs, { again: true })],
  }),
  // A card is never delayed: its number and security code would have to wait in memory.
  '16': (input) => (answerMatters(input) && !input.card ? { steps: [quietPayment()], delayed: true } : {}),
}

const PAYOUT_PLANS: Record<string, Make> = {
  '01': (_input, delays) => ({ steps: [payment(delays.settleMs)] }),
  '02': () => ({ steps: [rejection('insufficient_funds')] }),
  '03': () => ({ steps: [rejection('invalid_account')] }),
  '04': (_input, delays) => ({
    steps: [{ when: { afterMs: delays.settleMs }, act: { do: 'reject', reason: 'declined' } }],
  }),
  '05': () => ({ steps: [quietPayment()], answer: 'hang' }),
  '06': () => ({ steps: [], forgotten: true }),
  '07': () => ({ firstRefusal: 503 }),
  '08': (_input, delays) => ({ steps: [{ when: 'at_once', act: { do: 'pay' } }, reversal(delays.returnMs)] }),
  '09': (_input, delays) => ({ steps: [payment(delays.payMs, { shuffled: true })] }),
  '13': (_input, delays) => ({ steps: [forgery(), payment(delays.payMs)] }),
  '14': (_input, delays) => ({ state: 'held', steps: [payment(delays.holdMs)] }),
  '15': () => ({ firstRefusal: 429 }),
  '16': () => ({ steps: [quietPayment()], delayed: true }),
}

function answerMatters(input: PlanInput): boolean {
  return input.channel === 'single' && IN_REQUEST_KINDS.has(input.kind)
}

function payment(afterMs: number, how: Omit<Extract<Act, { do: 'pay' }>, 'do'> = {}): Step {
  return { when: { afterMs }, act: { do: 'pay', ...how } }
}

function quietPayment(): Step {
  return { when: 'at_once', act: { do: 'pay' }, quiet: true }
}

function rejection(reason: Reason): Step {
  return { when: 'at_once', act: { do: 'reject', reason } }
}

function reversal(afterMs: number): Step {
  return { when: { afterMs }, act: { do: 'reverse' } }
}

function forgery(): Step {
  return { when: { afterMs: 0 }, act: { do: 'forge' } }
}
