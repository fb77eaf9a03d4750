import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'

/** Money as an entry of the audit log tells it: `900000.00 ARS`. */
export function moneyText(minor: bigint, currency: CurrencyCode): string {
  return `${formatAmount(minor, currency)} ${currency}`
}

/** What an entry of the audit log is about, as far as its amounts depend on it. */
export interface AuditedMoney {
  action: string
  /** Of what it is about, where the entry itself names none. */
  currency?: CurrencyCode | undefined
}

/**
 * The detail of an entry with every amount as `moneyText`. Entries are sealed, so those of earlier versions keep what was
 * written: minor units (`dailyMinor`, `amount_minor`), or an amount beside its currency. A fee is told in percent.
 */
export function detailWithMoney(
  detail: Readonly<Record<string, unknown>>,
  about: AuditedMoney,
): Record<string, unknown> {
  const own = detail['currency']
  const currency = isCurrency(own) ? own : about.currency
  const told = Object.entries(detail).map(([name, value]) => toldOf([name, value], { ...about, currency }))
  const hasMoney = told.some(([, value]) => typeof value === 'string' && moneyPattern.test(value))
  return Object.fromEntries(told.filter(([name]) => !(hasMoney && name === 'currency')))
}

const moneyPattern = /^-?\d+(\.\d+)? [A-Z]{3}$/

/** Names of amounts that were written in major units beside their currency. */
const majorNames: readonly string[] = ['amount', 'overdraft', 'available']

function toldOf([name, value]: [string, unknown], { action, currency }: AuditedMoney): [string, unknown] {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
  const bare = /^(.+?)(?:Minor|_minor)$/.exec(name)?.[1]
  if (bare !== undefined) return [bare, /^-?\d+$/.test(text) ? minorText(BigInt(text), currency) : value]
  if (name === 'feeMillionths' && /^\d+$/.test(text)) return ['fee', `${Number(text) / 10_000} %`]
  if (currency === undefined || !majorNames.includes(name)) return [name, value]
  if (action === 'test.funds' && /^-?\d+$/.test(text)) return [name, moneyText(BigInt(text), currency)]
  return [name, /^-?\d+(\.\d+)?$/.test(text) ? `${text} ${currency}` : value]
}

/** Without its currency an amount is no money; zero needs none. */
function minorText(minor: bigint, currency: CurrencyCode | undefined): string {
  if (currency !== undefined) return moneyText(minor, currency)
  return minor === 0n ? '0' : `${minor} minor units`
}

function isCurrency(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && value in currencyDecimals
}
