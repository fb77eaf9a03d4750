import type { CurrencyCode } from '../values/currency.ts'
import { btAr } from './ar/bt-ar.ts'
import { debinAr } from './ar/debin-ar.ts'
import { pixBr } from './br/pix-br.ts'
import { cc1IgTrustWwEur } from './card/cc1-ig-trust-ww-eur.ts'
import { btCl } from './cl/bt-cl.ts'
import { btCo } from './co/bt-co.ts'
import { btEc } from './ec/bt-ec.ts'
import { speiMx } from './mx/spei-mx.ts'
import type { PaymentMethod } from './payment-method.ts'
import { btPe } from './pe/bt-pe.ts'
import { ypPe } from './pe/yp-pe.ts'
import { btPy } from './py/bt-py.ts'
import { buildRegistry, fieldsOf } from './registry.ts'
import { btUy } from './uy/bt-uy.ts'
import { btVe } from './ve/bt-ve.ts'
import { pmVe } from './ve/pm-ve.ts'

/** Every service code (spec, Service codes). A new one is a file of its own and one line here. */
export const methods = [
  btAr,
  debinAr,
  btCl,
  btPe,
  ypPe,
  btPy,
  btUy,
  btEc,
  btCo,
  btVe,
  pmVe,
  speiMx,
  pixBr,
  cc1IgTrustWwEur,
] as const

export const registry = buildRegistry(methods)

export function methodFor(code: string): PaymentMethod | undefined {
  return registry.methodFor(code)
}

/** The currency of a service code; undefined where there is no such code. */
export function currencyOfService(serviceCode: string): CurrencyCode | undefined {
  return methodFor(serviceCode)?.currency
}

/** `WW` for a service code without a country, and for a retired code. */
export function countryOfService(serviceCode: string): string {
  return methodFor(serviceCode)?.country ?? 'WW'
}

/**
 * The names within `details` that hold no personal data: fields whose values the spec lists in every method that has
 * them, and the expiry. Every other field may hold a name, a document, an account, an address or free text. That
 * includes fields of future methods.
 */
export const impersonalNames: readonly string[] = namesOfChoices()

function namesOfChoices(): string[] {
  const all: readonly PaymentMethod[] = methods
  const fields = all.flatMap(({ payin, payout }) =>
    [payin, payout].flatMap((operation) => (operation ? fieldsOf(operation) : [])),
  )
  const free = new Set(fields.filter(([, field]) => field.allowed === undefined).map(([name]) => name))
  const chosen = new Set(fields.filter(([name]) => !free.has(name)).map(([name]) => name))
  return [...chosen, 'expired_at'].sort()
}
