import { currencyDecimals } from '../../../gateway/src/core/values/currency.ts'
import type { AmountReading } from '../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../gateway/src/core/web/contract/words.ts'
import { useShellTexts } from '../texts/all-shell.ts'
import { formatDecimal } from './formats.ts'
import { useLanguage } from './languages.ts'

type Refused = Extract<AmountReading, { ok: false }>

/** Says in the page's language why a typed amount is not taken: with both of its readings where it has two. */
export function useAmountFault(): (refused: Refused, currency: CurrencyCode | undefined) => string {
  const { amounts } = useShellTexts()
  const print = usePrintedDecimal()
  return ({ fault, readings }, currency) => {
    const [one, other] = readings.map((reading) => print(reading))
    const decimals = currency === undefined ? 2 : currencyDecimals[currency]
    const example = amounts.like(print(decimals === 0 ? '1250000' : '1250.50'))
    if (fault === 'negative') return amounts.negative
    if (fault === 'other_currency' && currency) return amounts.otherCurrency(currency)
    if (one === undefined || other === undefined) return `${amounts.notAnAmount} ${example}`
    const limit =
      currency === undefined ? [] : [decimals === 0 ? amounts.noDecimals(currency) : amounts.decimals(decimals)]
    return [amounts.ambiguous(one, other), ...limit, example].join(' ')
  }
}

/** A decimal text in the viewer's style. */
export function usePrintedDecimal(): (decimal: string) => string {
  const language = useLanguage()
  return (decimal) => formatDecimal(decimal, language)
}
