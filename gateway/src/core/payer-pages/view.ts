import { methodFor } from '../payment-methods/index.ts'
import type { PayPage } from '../payments/read-pay-page.ts'
import { languageOfCountry, textsIn } from '../texts/language.ts'
import type { Language } from '../texts/messages/languages.ts'
import type { Texts } from '../texts/texts.ts'
import { writtenAmount } from './formats.ts'

/** Language preferences of the viewer, and the time of the request. */
export interface Viewer {
  /** The language chosen on the page. It has priority and stays in the page's addresses. */
  chosen: Language | undefined
  /** The browser's language. */
  asked: Language | undefined
  now: Date
}

/** What the parts of a payer page need. */
export interface PayView {
  page: PayPage
  language: Language
  chosen: Language | undefined
  now: Date
  texts: Texts
  /** ISO 3166-1 alpha-2 of the service, `WW` for cards. */
  country: string
  /** The amount to pay or paid, in the country's format. */
  amount: string
}

/** The view of a payment's page. Language: the payer's choice, else the browser's, else that of the country. */
export function viewOf(page: PayPage, { chosen, asked, now }: Viewer): PayView {
  const { transaction } = page
  const country = methodFor(transaction.serviceCode)?.country ?? 'WW'
  const language = chosen ?? asked ?? languageOfCountry(country)
  const paidMinor = transaction.status === 'COMPLETED' ? transaction.creditedMinor : null
  const isOver = page.takenBack && transaction.status !== 'PENDING'
  const minor = isOver ? page.receivedMinor : (paidMinor ?? transaction.amountMinor)
  const amount = writtenAmount(minor, transaction.currency, { country, language })
  return { page, language, chosen, now, texts: textsIn(language), country, amount }
}

/** The state of the page as text. The page reloads when this text changes. */
export function pageState({ transaction }: PayPage): string {
  return `${transaction.status}:${transaction.reason}:${transaction.creditedMinor ?? ''}`
}
