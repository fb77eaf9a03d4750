import { methodFor } from '../../payment-methods/index.ts'
import type { PayPage } from '../../payments/read-pay-page.ts'
import { languageOfCountry, textsIn } from '../../texts/language.ts'
import type { Texts } from '../../texts/texts.ts'
import type { Language } from '../../values/language.ts'
import { writtenAmount } from './formats.ts'

/** Who looks at the page, and when. */
export interface Viewer {
  /** The language of the page's own switch, which wins and stays in the page's addresses. */
  chosen: Language | undefined
  /** What the browser asks for. */
  asked: Language | undefined
  now: Date
}

/** What the pieces of a payer's page need to know. */
export interface PayView {
  page: PayPage
  language: Language
  chosen: Language | undefined
  now: Date
  texts: Texts
  /** ISO 3166-1 alpha-2 of the service, `WW` for cards. */
  country: string
  /** The amount to pay or paid, as the country writes it. */
  amount: string
}

/** The language for a payment's page: what the payer chose, what the browser asks for, else what its country reads. */
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

/** What the page shows, in one word: a page reloads itself when this changes. */
export function pageState({ transaction }: PayPage): string {
  return `${transaction.status}:${transaction.reason}:${transaction.creditedMinor ?? ''}`
}
