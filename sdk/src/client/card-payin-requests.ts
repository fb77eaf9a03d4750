import type { Amount, Digits } from './values.ts'

/** The code of card pay-ins, in EUR. */
type CardServiceCode = 'CC1_IG_TRUST_WW_EUR'

interface PaymentDetails {
  amount: Amount
  /** Exactly 22 letters and digits, unique. */
  reference: string
  /** ISO 8601, UTC where no zone is given. */
  expired_at?: string
  payer_ip_address: string
}

interface CardDetails {
  payer_card_number: Digits
  payer_card_type: 'VISA' | 'MASTERCARD'
  payer_card_holder_name: string
  payer_card_security_code: Digits
}

interface CardExpiration {
  payer_card_exp_month: Digits
  payer_card_exp_year: Digits
}

interface CardPayer {
  payer_name: string
  payer_lastname: string
}

interface ContactDetails {
  payer_phone: Digits
  payer_email: string
  payer_address: string
  payer_city: string
  payer_state_iso_code: string
  payer_country_iso: string
  payer_zip_code: Digits
}

interface Redirect {
  /** Where the payer's browser goes afterwards. Never proof of payment. */
  url_handler_redirect?: string
}

interface Noted {
  /** Your own notes: at most 20 keys of 40 characters, values of 200. */
  metadata?: Record<string, string>
}

/** A card pay-in as the specification's example nests it. */
export interface NestedCardPayinRequest extends Noted {
  service_code: CardServiceCode
  customerDetails: CardPayer & { contactDetails: ContactDetails }
  transactionDetails: {
    paymentDetails: PaymentDetails
    cardDetails: CardDetails & { expiration: CardExpiration }
  }
  urls?: Redirect
}

/** The same with all fields side by side. */
export interface FlatCardPayinRequest
  extends PaymentDetails,
    CardDetails,
    CardExpiration,
    CardPayer,
    ContactDetails,
    Redirect,
    Noted {
  service_code: CardServiceCode
}

/** Nested or flat, not mixed. Keep card data out of your logs: this package never logs or quotes a request. */
export type CardPayinRequest = NestedCardPayinRequest | FlatCardPayinRequest
