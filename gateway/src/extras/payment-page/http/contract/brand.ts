import type { CurrencyCode } from '../../../../core/values/currency.ts'
import type { Environment } from '../../../../core/values/environment.ts'
import type { PaymentKind } from '../../../../core/values/instructions.ts'

/** `GET …/payment-page`, for merchants and for the operator: how payer pages look. Null = not set. */
export interface BrandData {
  /** Payers see it where `display_name` is not set. */
  merchant_name: string
  environment: Environment
  display_name: string | null
  shop_url: string | null
  /** How payers reach the shop. */
  contact: string | null
  /** `#rrggbb` */
  brand_colour: string | null
  /** `url` is a path of the gateway. */
  logo: { url: string; width: number; height: number } | null
  /** The payment of the preview, by a method of the point. */
  sample: { currency: CurrencyCode; kind: PaymentKind }
}

/** `PUT …/payment-page`. What is left out stays; null takes it away. */
export interface BrandInput {
  display_name?: string | null
  shop_url?: string | null
  contact?: string | null
  brand_colour?: string | null
  /** The file as base64. */
  logo?: string | null
}
