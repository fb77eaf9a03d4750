import { formatAmount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import classes from './amount.module.css'

export interface AmountProps {
  /** Major units, as the API sends them. */
  value: number | string
  currency: string
}

/** An amount in the viewer's style, with the currency's code, in figures of one width. */
export function Amount({ value, currency }: AmountProps) {
  const language = useLanguage()
  return (
    <span className={classes['amount']}>
      {formatAmount(value, currency, { language })} <span className={classes['currency']}>{currency}</span>
    </span>
  )
}
