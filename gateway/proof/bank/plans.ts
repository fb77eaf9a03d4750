import type { OpenOrder } from './book.ts'

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

/** Plans by name: the usual one, and others with their probabilities. */
export interface PlanTable {
  usual: string
  others: Readonly<Record<string, number>>
  plans: Readonly<Record<string, Plan>>
}

function tableOf(
  [usual, steps]: readonly [string, readonly Step[]],
  others: Readonly<Record<string, readonly [probability: number, steps: readonly Step[], more?: Omit<Plan, 'steps'>]>>,
): PlanTable {
  const rows = Object.entries(others)
  return {
    usual,
    others: Object.fromEntries(rows.map(([name, [probability]]) => [name, probability])),
    plans: Object.fromEntries([
      [usual, { steps }],
      ...rows.map(([name, [, own, more]]) => [name, { steps: own, ...more }]),
    ]),
  }
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
const payoutPlans = tableOf(['paid', [payAt(atOnce)]], {
  paid_after_5s: [0.06, [payAt(after(5 * secondMs))]],
  paid_after_5m: [0.05, [payAt(after(5 * minuteMs))]],
  paid_after_7h: [0.04, [payAt(after(7 * hourMs))]],
  rejected: [0.06, [rejectAt(atOnce)]],
  rejected_after_5s: [0.03, [rejectAt(after(5 * secondMs))]],
  rejected_after_10m: [0.03, [rejectAt(after(10 * minuteMs))]],
  // Every delay of the inquiries' schedule but the last, which repeats, is over by then.
  paid_after_40h: [0.02, [payAt(after(40 * hourMs))]],
  paid_silently_after_40h: [0.02, [payAt(after(40 * hourMs))], { silent: true }],
  rejected_silently_after_40h: [0.02, [rejectAt(after(40 * hourMs))], { silent: true }],
})

/** What the payer of a deposit does. */
const depositPlans = tableOf(['paid', [payAt(byPayer())]], {
  never: [0.06, []],
  paid_after_10m: [0.05, [payAt(after(10 * minuteMs))]],
  underpaid: [0.04, [payAt(byPayer(), 90n)]],
  overpaid: [0.04, [payAt(byPayer(), 110n)]],
  paid_twice: [0.04, [payAt(byPayer()), moreAt(byPayer(20 * secondMs))]],
  two_parts: [0.04, [payAt(byPayer(), 60n), moreAt(byPayer(30 * secondMs), 'rest')]],
  paid_late: [0.04, [payAt({ from: 'expiry', afterMs: 20 * secondMs })], { paysLate: true }],
  other_payer: [0.02, [byAnother(payAt(byPayer()))]],
  other_then_payer: [0.12, [byAnother(payAt(byPayer())), moreAt(byPayer(20 * secondMs))]],
  payer_then_other: [0.02, [payAt(byPayer()), byAnother(moreAt(byPayer(20 * secondMs)))]],
  other_in_parts: [0.02, [byAnother(payAt(byPayer(), 60n)), moreAt(byPayer(30 * secondMs), 'rest')]],
  paid_at_the_end: [0.03, [payAt(atTheEnd)]],
  part_at_the_end: [0.02, [payAt(atTheEnd, 60n)]],
  paid_silently_after_5h: [0.02, [payAt(after(5 * hourMs))], { silent: true }],
  rejected: [0.03, [rejectAt(byPayer())]],
  called_off: [0.01, [{ do: 'call_off', when: byPayer() }]],
})

/** What comes of a card, or of a request to the payer's bank. */
const directPlans = tableOf(['paid', [payAt(atOnce)]], {
  paid_after_5s: [0.08, [payAt(after(5 * secondMs))]],
  paid_after_redirect: [0.04, [payAt(after(15 * secondMs))], { redirects: true }],
  never: [0.03, []],
  rejected: [0.08, [rejectAt(atOnce)]],
  rejected_after_5s: [0.04, [rejectAt(after(5 * secondMs))]],
})

/** What comes back of money that moved. */
export const returnPlans = tableOf(['kept', []], {
  whole_after_1s: [0.12, [{ do: 'give_back', when: after(secondMs), percent: 100n }]],
  // With the release of the credit.
  whole_after_1h: [0.02, [{ do: 'give_back', when: after(hourMs), percent: 100n }]],
  part_after_1h: [0.02, [{ do: 'give_back', when: after(hourMs), percent: 30n }]],
  whole_after_10s: [0.04, [{ do: 'give_back', when: after(10 * secondMs), percent: 100n }]],
  whole_after_3h: [0.02, [{ do: 'give_back', when: after(3 * hourMs), percent: 100n }]],
  part_after_10s: [0.03, [{ do: 'give_back', when: after(10 * secondMs), percent: 30n }]],
  part_then_rest: [
    0.03,
    [
      { do: 'give_back', when: after(10 * secondMs), percent: 30n },
      { do: 'give_back', when: after(40 * minuteMs), percent: 100n },
    ],
  ],
})

export function planTableOf({ direction, kind }: Pick<OpenOrder, 'direction' | 'kind'>): PlanTable {
  if (direction === 'out') return payoutPlans
  return kind === 'card' || kind === 'pull' ? directPlans : depositPlans
}
