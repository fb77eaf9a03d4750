import type { PayoutFailure } from '../values/payout-failure.ts'
import type { FieldCode, ProblemCode } from '../values/problem.ts'

/** Every sentence a person reads, in one language. A missing one is an error of the compiler. */
export interface Texts {
  /** The language's own name, as a link to it says. */
  languageName: string
  problems: Readonly<Record<ProblemCode, string>>
  fields: Readonly<Record<FieldCode, string>>
  payoutFailures: Readonly<Record<PayoutFailure, string>>
  /** The summary of a refusal for more than one field. */
  severalFields(count: number): string
  pay: PayTexts
}

/** How the payer is told to pay; one list of steps for each. */
export type PayerAction = 'transfer' | 'clabe' | 'pix' | 'pull' | 'wallet'

/** The pages of a payer. */
export interface PayTexts {
  title(merchant: string): string
  /** What the switch between languages is called. */
  language: string
  amountToPay: string
  /** Above what is missing after a part arrived. */
  stillToPay: string
  exactAmount: string
  howToPay: string
  steps: Readonly<Record<PayerAction, readonly string[]>>
  details: string
  bank: string
  account: string
  accountType: string
  /** The codes of account_type that a payer may not know; others stand as they are. */
  accountTypes: Readonly<Record<string, string>>
  beneficiary: string
  document: string
  transferReference: string
  phone: string
  pixCode: string
  /** For people who cannot see the picture. */
  pixPicture: string
  copy: string
  /** The one button that matters most on a phone. */
  copyPix: string
  copied: string
  payBefore: string
  timeLeft: string
  updatesItself: string
  testRibbon: string
  testNote: string
  openPayerApp: string
  merchantReference: string
  paymentId: string
  card: string
  backTo(merchant: string): string
  received(amount: string, of: string): string
  missing(amount: string): string
  /** For a Pix paid in part whose code asks for the whole amount. */
  noPixCodeForRest(merchant: string): string
  paid: PayState
  /** It had arrived, and all of it went back. */
  takenBack: PayState
  expired: PayState
  cancelled: PayState
  failed: PayState
  inProgress: PayState
  /** Paid in full, and a person decides about it. */
  beingChecked: PayState
  /** The payer's bank reference: for methods that need it, and for the others. */
  giveReference: PayState
  giveReferenceIfAsked: PayState
  referenceField: string
  sendReference: string
  referenceGiven(reference: string): string
  unknownPage: PayState
  trouble: PayState
}

/** Headline and what to do now. */
export interface PayState {
  title: string
  body(merchant: string): string
}
