import type { Country } from '../values/country.ts'
import type { RejectReason } from '../values/outcome.ts'
import type { PayoutFailure } from '../values/payout-failure.ts'
import type { FieldCode, ProblemCode } from '../values/problem.ts'

/** All texts for people in one language. A missing text is a compiler error. */
export interface Texts {
  /** The language's own name, for the link that selects it. */
  languageName: string
  problems: Readonly<Record<ProblemCode, string>>
  fields: Readonly<Record<FieldCode, string>>
  payoutFailures: Readonly<Record<PayoutFailure, string>>
  /** Summary of a refusal with several wrong fields. */
  severalFields(count: number): string
  pay: PayTexts
}

/** The kind of payment instructions; each has its own list of steps. */
export type PayerAction = 'transfer' | 'clabe' | 'pix' | 'pull' | 'wallet'

/** Texts of the payer pages. */
export interface PayTexts {
  title(merchant: string): string
  /** Label of the language selection. */
  language: string
  amountToPay: string
  /** Label above the missing amount after a partial payment. */
  stillToPay: string
  exactAmount: string
  howToPay: string
  steps: Readonly<Record<PayerAction, readonly string[]>>
  details: string
  bank: string
  account: string
  accountType: string
  /** Names of account_type codes that payers may not know. Other codes are shown unchanged. */
  accountTypes: Readonly<Record<string, string>>
  beneficiary: string
  document: string
  transferReference: string
  phone: string
  pixCode: string
  /** Alternative text of the QR code. */
  pixPicture: string
  copy: string
  /** Label of the copy button, the main action on a phone. */
  copyPix: string
  copyAmount: string
  copied: string
  payBefore: string
  timeLeft: string
  /** The time of a country, behind an hour. */
  zones: Readonly<Record<Country, string>>
  updatesItself: string
  testRibbon: string
  testNote: string
  openPayerApp: string
  merchantReference: string
  paymentId: string
  card: string
  /** Lines of the receipt. */
  date: string
  method: string
  bankId: string
  print: string
  share: string
  /** Before the contact of the shop. */
  contact(merchant: string): string
  backTo(merchant: string): string
  received(amount: string, of: string): string
  missing(amount: string): string
  /** Shown after a partial Pix, because its code asks for the whole amount. */
  noPixCodeForRest(merchant: string): string
  paid: PayState
  /** Below `paid`; the amount with its currency. */
  partlyRefunded(amount: string): string
  /** The payment had arrived and was fully returned. */
  takenBack: PayState
  expired: PayState
  cancelled: PayState
  failed: PayState
  /** Why a payment failed, for the payer. Every other reason is told as `declined`. */
  failedWhy: Readonly<Record<PayerFailure, string>>
  inProgress: PayState
  /** Fully paid, under review by a person. */
  beingChecked: PayState
  /** Asks for the payer's bank reference: for methods that need it, and for the others. */
  giveReference: PayState
  giveReferenceIfAsked: PayState
  referenceField: string
  sendReference: string
  referenceGiven(reference: string): string
  unknownPage: PayState
  trouble: PayState
}

/**
 * Reasons that a payer may know. Compliance is not among them, because the bank decides what it tells its own client.
 */
export type PayerFailure = Exclude<RejectReason, 'compliance' | 'not_executed' | 'cancelled' | 'other'>

/** Headline and next step. */
export interface PayState {
  title: string
  body(merchant: string): string
}
