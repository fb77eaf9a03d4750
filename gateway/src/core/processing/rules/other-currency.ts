import type { StatusUpdate, Transition } from './state.ts'
import { contradiction } from './transition-parts.ts'

/**
 * An update in another currency than ordered moves no money, because its value is unknown. It goes to the review
 * queue. Undefined where the currency is the ordered one or not reported.
 */
export function inOtherCurrency(update: StatusUpdate, ordered: string): Transition | undefined {
  if (update.kind !== 'completed' && update.kind !== 'reversed') return undefined
  if (update.currency === undefined || update.currency === ordered) return undefined
  return contradiction(`${update.kind} in ${update.currency.slice(0, currencyLengthMax)}, ordered in ${ordered}`)
}

/** A currency code has three letters; a longer text of a provider is cut. */
const currencyLengthMax = 10
