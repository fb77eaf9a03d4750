import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'

/** Money in the format of the audit log: `900000.00 ARS`. */
export function moneyText(minor: bigint, currency: CurrencyCode): string {
  return `${formatAmount(minor, currency)} ${currency}`
}

/**
 * Settings in the format of the audit log: amounts in minor units (`dailyMinor`) as `moneyText` in the currency beside
 * them, else in `fallback`; fees as percentages.
 */
export function detailWithMoney(
  settings: Readonly<Record<string, unknown>>,
  fallback?: CurrencyCode,
): Record<string, unknown> {
  const { currency: own, ...others } = settings
  const currency = isCurrency(own) ? own : fallback
  const converted = Object.entries(others).map(([name, value]) => convert(name, value, currency))
  const hasMoney = converted.some(([, value]) => typeof value === 'string' && moneyPattern.test(value))
  return { ...(own !== undefined && !hasMoney && { currency: own }), ...Object.fromEntries(converted) }
}

const moneyPattern = /^-?\d+(\.\d+)? [A-Z]{3}$/

function convert(name: string, value: unknown, currency: CurrencyCode | undefined): [string, unknown] {
  if (name === 'feeMillionths') return ['fee', `${Number(value) / 10_000} %`]
  if (!name.endsWith('Minor')) return [name, value]
  const bare = name.slice(0, -'Minor'.length)
  if (typeof value !== 'bigint') return [bare, value]
  return [bare, currency === undefined ? value.toString() : moneyText(value, currency)]
}

function isCurrency(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && value in currencyDecimals
}
