import type { OpenOrder } from './provider-book.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * Something that a provider or a payer does to an order later, or within the answer. `pay`: a part of the ordered amount;
 * `more` of an order that was paid before. `give_back`: a part of what has not come back yet.
 */
export type Step =
  | Payment
  | { do: 'reject'; when: When }
  | { do: 'call_off'; when: When }
  | { do: 'give_back'; when: When; percent: bigint }

export interface Payment {
  do: 'pay'
  when: When
  /** `rest`: what is missing. */
  percent: bigint | 'rest'
  more?: true
  /** Somebody else than the payer of the order pays. */
  byAnother?: true
}

/** In virtual milliseconds. `payer`: after some seconds, drawn for each order. `expiry`: after the end of the order. */
export type When = { from: 'now' | 'payer' | 'expiry'; afterMs: number }

/** What becomes of an order. */
export interface Plan {
  steps: readonly Step[]
  /** The payer pays after the end of the order, whoever called it off. */
  paysLate?: true
  /** The provider sends no notification about it: only who asks hears of it. */
  silent?: true
  /** The payer must go to another page first. */
  redirects?: true
}

/** Plans by name. Each name but the first, which is the usual one, has its probability. */
export interface PlanTable<Usual extends string, Other extends string> {
  usual: Usual
  others: Readonly<Record<Other, number>>
  plans: Readonly<Record<Usual | Other, Plan>>
}

const atOnce: When = { from: 'now', afterMs: 0 }
const after = (afterMs: number): When => ({ from: 'now', afterMs })
const byPayer = (afterMs = 0): When => ({ from: 'payer', afterMs })

const payAt = (when: When, percent: Payment['percent'] = 100n): Payment => ({ do: 'pay', when, percent })
const moreAt = (when: When, percent: Payment['percent'] = 100n): Payment => ({ ...payAt(when, percent), more: true })
const byAnother = (payment: Payment): Payment => ({ ...payment, byAnother: true })
/** Just before the end of the order, so that its news come with the end. */
const atTheEnd: When = { from: 'expiry', afterMs: -40 }
const rejectAt = (when: When): Step => ({ do: 'reject', when })

/** What a bank does with a payout. */
const payoutPlans: PlanTable<'paid', string> = {
  usual: 'paid',
  others: {
    paid_after_5s: 0.06,
    paid_after_5m: 0.05,
    paid_after_7h: 0.04,
    rejected: 0.06,
    rejected_after_5s: 0.03,
    rejected_after_10m: 0.03,
    paid_after_40h: 0.02,
    paid_silently_after_40h: 0.02,
    rejected_silently_after_40h: 0.02,
  },
  plans: {
    paid: { steps: [payAt(atOnce)] },
    paid_after_5s: { steps: [payAt(after(5 * secondMs))] },
    paid_after_5m: { steps: [payAt(after(5 * minuteMs))] },
    paid_after_7h: { steps: [payAt(after(7 * hourMs))] },
    rejected: { steps: [rejectAt(atOnce)] },
    rejected_after_5s: { steps: [rejectAt(after(5 * secondMs))] },
    rejected_after_10m: { steps: [rejectAt(after(10 * minuteMs))] },
    // Every delay of the inquiries' schedule but the last, which repeats, is over by then.
    paid_after_40h: { steps: [payAt(after(40 * hourMs))] },
    paid_silently_after_40h: { steps: [payAt(after(40 * hourMs))], silent: true },
    rejected_silently_after_40h: { steps: [rejectAt(after(40 * hourMs))], silent: true },
  },
}

/** What the payer of a deposit does. */
const depositPlans: PlanTable<'paid', string> = {
  usual: 'paid',
  others: {
    never: 0.06,
    paid_after_10m: 0.05,
    underpaid: 0.04,
    overpaid: 0.04,
    paid_twice: 0.04,
    two_parts: 0.04,
    paid_late: 0.04,
    other_payer: 0.02,
    other_then_payer: 0.12,
    payer_then_other: 0.02,
    other_in_parts: 0.02,
    paid_at_the_end: 0.03,
    part_at_the_end: 0.02,
    paid_silently_after_5h: 0.02,
    rejected: 0.03,
    called_off: 0.01,
  },
  plans: {
    paid: { steps: [payAt(byPayer())] },
    never: { steps: [] },
    paid_after_10m: { steps: [payAt(after(10 * minuteMs))] },
    underpaid: { steps: [payAt(byPayer(), 90n)] },
    overpaid: { steps: [payAt(byPayer(), 110n)] },
    paid_twice: { steps: [payAt(byPayer()), moreAt(byPayer(20 * secondMs))] },
    two_parts: { steps: [payAt(byPayer(), 60n), moreAt(byPayer(30 * secondMs), 'rest')] },
    paid_late: { steps: [payAt({ from: 'expiry', afterMs: 20 * secondMs })], paysLate: true },
    other_payer: { steps: [byAnother(payAt(byPayer()))] },
    other_then_payer: { steps: [byAnother(payAt(byPayer())), moreAt(byPayer(20 * secondMs))] },
    payer_then_other: { steps: [payAt(byPayer()), byAnother(moreAt(byPayer(20 * secondMs)))] },
    other_in_parts: { steps: [byAnother(payAt(byPayer(), 60n)), moreAt(byPayer(30 * secondMs), 'rest')] },
    paid_at_the_end: { steps: [payAt(atTheEnd)] },
    part_at_the_end: { steps: [payAt(atTheEnd, 60n)] },
    paid_silently_after_5h: { steps: [payAt(after(5 * hourMs))], silent: true },
    rejected: { steps: [rejectAt(byPayer())] },
    called_off: { steps: [{ do: 'call_off', when: byPayer() }] },
  },
}

/** What comes of a card, or of a request to the payer's bank. */
const directPlans: PlanTable<'paid', string> = {
  usual: 'paid',
  others: {
    paid_after_5s: 0.08,
    paid_after_redirect: 0.04,
    never: 0.03,
    rejected: 0.08,
    rejected_after_5s: 0.04,
  },
  plans: {
    paid: { steps: [payAt(atOnce)] },
    paid_after_5s: { steps: [payAt(after(5 * secondMs))] },
    paid_after_redirect: { steps: [payAt(after(15 * secondMs))], redirects: true },
    never: { steps: [] },
    rejected: { steps: [rejectAt(atOnce)] },
    rejected_after_5s: { steps: [rejectAt(after(5 * secondMs))] },
  },
}

/** What comes back of money that moved. */
export const returnPlans: PlanTable<'kept', string> = {
  usual: 'kept',
  others: {
    whole_after_1s: 0.12,
    whole_after_10s: 0.04,
    whole_after_1h: 0.02,
    whole_after_3h: 0.02,
    part_after_10s: 0.03,
    part_after_1h: 0.02,
    part_then_rest: 0.03,
  },
  plans: {
    kept: { steps: [] },
    whole_after_1s: { steps: [{ do: 'give_back', when: after(secondMs), percent: 100n }] },
    // With the release of the credit.
    whole_after_1h: { steps: [{ do: 'give_back', when: after(hourMs), percent: 100n }] },
    part_after_1h: { steps: [{ do: 'give_back', when: after(hourMs), percent: 30n }] },
    whole_after_10s: { steps: [{ do: 'give_back', when: after(10 * secondMs), percent: 100n }] },
    whole_after_3h: { steps: [{ do: 'give_back', when: after(3 * hourMs), percent: 100n }] },
    part_after_10s: { steps: [{ do: 'give_back', when: after(10 * secondMs), percent: 30n }] },
    part_then_rest: {
      steps: [
        { do: 'give_back', when: after(10 * secondMs), percent: 30n },
        { do: 'give_back', when: after(40 * minuteMs), percent: 100n },
      ],
    },
  },
}

export function planTableOf({ direction, kind }: Pick<OpenOrder, 'direction' | 'kind'>): PlanTable<'paid', string> {
  if (direction === 'out') return payoutPlans
  return kind === 'card' || kind === 'pull' ? directPlans : depositPlans
}
