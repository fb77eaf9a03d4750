import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import { isDay } from '../../values/days.ts'
import type { Language } from '../../values/language.ts'
import { formatAmount } from '../../values/money.ts'
import type { AlertKind } from '../rules/alert-kinds.ts'

/** The facts of an alert as texts: names, ids, times in ISO 8601. */
export type AlertFacts = Readonly<Record<string, string>>

/** The facts of an alert for its sentences. Only texts and numbers are kept. The day is written in the language. */
export function plainFacts(facts: Readonly<Record<string, unknown>>, language: Language): AlertFacts {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, name === 'day' ? dayText(String(value), language) : String(value)]),
  )
}

/** `26 nov 2026`. What is no day stays as it is. */
function dayText(day: string, language: Language): string {
  if (!isDay(day)) return day
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
}

/** `, …` if a comma-separated list names fewer ids than there are. */
export function andMore(ids: string, count = '0'): string {
  return ids.split(', ').length < Number(count) ? ', …' : ''
}

/** The amount of an alert about a bank account, such as `-12.50 MXN`. */
export function moneyIn({ minor = '0', currency = 'USD' }: AlertFacts): string {
  const isKnown = (code: string): code is CurrencyCode => Object.hasOwn(currencyDecimals, code)
  return isKnown(currency) ? `${formatAmount(BigInt(minor), currency)} ${currency}` : `${minor} ${currency}`
}

/** The texts of one kind of alert. Times are formatted by the caller. */
export interface AlertSentences {
  /** The name in a person's settings. */
  name: string
  /** One line, also the subject of the mail. */
  title(facts: AlertFacts): string
  /** The meaning, and what to do. */
  text(facts: AlertFacts): string
}

/** The texts about alerts for mails and lists, in one language. */
export interface AlertTexts {
  kinds: Readonly<Record<AlertKind, AlertSentences>>
}

/** Whether an audit action changed where callbacks or payers go. Its remedy is another one than that of a credential. */
export function isAddressChange(action = ''): boolean {
  return action.startsWith('callback_address.') || action.startsWith('shop_address.')
}
