import type { StatusUpdate, Transition } from './status.ts'
import { contradiction } from './transition-parts.ts'

/**
 * News of money in another currency than ordered move nothing, whatever their amount: nobody knows what it is worth, so a
 * person is asked. Undefined where they are about the ordered currency, or tell none.
 */
export function inOtherCurrency(news: StatusUpdate, ordered: string): Transition | undefined {
  if (news.kind !== 'completed' && news.kind !== 'reversed') return undefined
  if (news.currency === undefined || news.currency === ordered) return undefined
  return contradiction(`${news.kind} in ${news.currency.slice(0, currencyLengthMax)}, ordered in ${ordered}`)
}

/** A currency code has three letters; what a provider says instead is shown in part. */
const currencyLengthMax = 10
