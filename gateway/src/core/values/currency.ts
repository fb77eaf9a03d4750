/** The currencies of the service codes with their decimals (ISO 4217; CLP and PYG have none). */
export const currencyDecimals = {
  ARS: 2,
  BRL: 2,
  CLP: 0,
  COP: 2,
  EUR: 2,
  MXN: 2,
  PEN: 2,
  PYG: 0,
  USD: 2,
  UYU: 2,
  VES: 2,
} as const satisfies Record<string, 0 | 2>

export type CurrencyCode = keyof typeof currencyDecimals
