import { formatAmount } from '../app/formats.ts'
import { useLanguage } from '../app/languages.ts'
import classes from './amount.module.css'

export interface AmountProps {
  /** Major units, as the API sends them. */
  value: number | string
  currency: string
  /** ISO 3166 alpha-2 where the transaction has one. */
  country?: string | undefined
}

/** An amount as its country writes it, with the currency's code, in figures of one width. */
export function Amount({ value, currency, country }: AmountProps) {
  const language = useLanguage()
  return (
    <span className={classes['amount']}>
      {formatAmount(value, currency, { language, country })} <span className={classes['currency']}>{currency}</span>
    </span>
  )
}
