import type { Outcome } from '../../src/core/values/outcome.ts'
import type { SimulatedRequest, Stage } from '../stages/virtual/parts.ts'
import type { OpenOrder } from './book.ts'
import { outcomeOf, signatureHeader, signatureOf, writeNotification } from './words.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs

const soonMs = 100

/** A notification that is not received is sent again after each of these, then given up. */
const repeatsMs = [5 * secondMs, 30 * secondMs, 5 * minuteMs, 60 * minuteMs] as const

/**
 * How a change is told. `at_once` comes before the answer to the call that caused it. The later ones may be overtaken by
 * what happens next. `told_anew` and `anew_at_once`:
 * once more under another id, so that it does not look like a repeat.
 */
const manners = {
  never: 0.06,
  at_once: 0.05,
  after_10s: 0.04,
  after_2h: 0.03,
  twice: 0.04,
  told_anew: 0.03,
  twice_at_once: 0.04,
  anew_at_once: 0.04,
  forged_first: 0.02,
  wrong_amount_first: 0.03,
  wrong_currency_first: 0.01,
} as const

type Manner = 'once' | keyof typeof manners

interface Telling {
  /** Unique in the run, where it is no repeat: names the event for the gateway too. */
  eventId: string
  afterMs: number
  outcome: Outcome
  forged?: true
}

/** Tells what has become of an order by now. What happens to it later does not change what was told. */
export function reportUpdate(stage: Stage, order: OpenOrder): void {
  if (order.silent) return
  order.news += 1
  const name = `${order.name}/news-${order.news}`
  const outcome = outcomeOf(order)
  const manner = stage.decide(name, 'once', manners)
  const tellings = tellingsOf(manner, { eventId: name, afterMs: soonMs, outcome })
  for (const [index, telling] of tellings.entries()) send(stage, order, { name: `${name}/${index + 1}`, ...telling })
}

function tellingsOf(manner: Manner, usual: Telling): readonly Telling[] {
  const { eventId, outcome } = usual
  switch (manner) {
    case 'once':
      return [usual]
    case 'never':
      return []
    case 'at_once':
      return [{ ...usual, afterMs: 0 }]
    case 'after_10s':
      return [{ ...usual, afterMs: 10 * secondMs }]
    case 'after_2h':
      return [{ ...usual, afterMs: 120 * minuteMs }]
    case 'twice':
      return [usual, { ...usual, afterMs: 2 * soonMs }]
    case 'twice_at_once':
      return [usual, usual]
    case 'anew_at_once':
      return [usual, { ...usual, eventId: `${eventId}-anew` }]
    case 'told_anew':
      return [usual, { ...usual, eventId: `${eventId}-anew`, afterMs: 20 * minuteMs }]
    case 'forged_first':
      return [{ ...usual, eventId: `${eventId}-forged`, afterMs: 0, forged: true }, usual]
    case 'wrong_amount_first':
    case 'wrong_currency_first': {
      const wrong = wronglyTold(outcome, manner)
      return wrong ? [{ eventId: `${eventId}-wrong`, afterMs: 0, outcome: wrong }, usual] : [usual]
    }
  }
}

function wronglyTold(outcome: Outcome, how: 'wrong_amount_first' | 'wrong_currency_first'): Outcome | undefined {
  if (outcome.kind !== 'completed' || outcome.creditedMinor === undefined) return undefined
  if (how === 'wrong_currency_first') return { ...outcome, currency: outcome.currency === 'EUR' ? 'CHF' : 'EUR' }
  return { ...outcome, creditedMinor: 3n * outcome.creditedMinor + 1n }
}

function send(stage: Stage, order: OpenOrder, telling: Telling & { name: string }): void {
  const { eventId, outcome, name, afterMs, forged } = telling
  const body = writeNotification({ eventId, key: order.key, outcome })
  const request: SimulatedRequest = {
    method: 'POST',
    path: `/provider-notifications/${order.accountId}`,
    headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(forged ? `forged ${body}` : body) },
    body,
  }
  const repeats = forged ? [] : repeatsMs
  const taken = () => {
    if (!forged) order.acknowledged.push(body)
  }
  stage.later({ name, afterMs, run: () => deliver(stage, request, { name, tries: 1, repeats, taken }) })
}

function deliver(
  stage: Stage,
  request: SimulatedRequest,
  { name, tries, repeats, taken }: { name: string; tries: number; repeats: readonly number[]; taken(): void },
): void {
  const tryName = `${name}/try-${tries}`
  void (async () => {
    const reply = await stage.request(tryName, request)
    const heard = reply.kind === 'reply' && reply.status >= 200 && reply.status <= 299
    const [pauseMs, ...left] = repeats
    if (heard) taken()
    if (heard || pauseMs === undefined) return
    const again = () => deliver(stage, request, { name, tries: tries + 1, repeats: left, taken })
    stage.later({ name: `${tryName}/again`, afterMs: pauseMs, run: again })
  })()
}
