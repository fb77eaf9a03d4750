import { type CurrencyCode, currencyDecimals } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'

/** Money in the format of the audit log: `900000.00 ARS`. */
export function moneyText(minor: bigint, currency: CurrencyCode): string {
  return `${formatAmount(minor, currency)} ${currency}`
}

/** The parts of an audit entry that determine the meaning of its amounts. */
export interface AuditedMoney {
  action: string
  /** Currency of the entry's object, if the entry has none. */
  currency?: CurrencyCode | undefined
}

/**
 * The detail of an entry with every amount as `moneyText`. Entries are sealed, so old ones keep their format: minor
 * units (`dailyMinor`, `amount_minor`), or an amount beside its currency. Fees become percentages.
 */
export function detailWithMoney(
  detail: Readonly<Record<string, unknown>>,
  about: AuditedMoney,
): Record<string, unknown> {
  const own = detail['currency']
  const currency = isCurrency(own) ? own : about.currency
  const converted = Object.entries(detail).map(([name, value]) => convert([name, value], { ...about, currency }))
  const hasMoney = converted.some(([, value]) => typeof value === 'string' && moneyPattern.test(value))
  return Object.fromEntries(converted.filter(([name]) => !(hasMoney && name === 'currency')))
}

const moneyPattern = /^-?\d+(\.\d+)? [A-Z]{3}$/

/** Amounts that were written in major units beside their currency. */
const majorNames: readonly string[] = ['amount', 'overdraft', 'available']

function convert([name, value]: [string, unknown], { action, currency }: AuditedMoney): [string, unknown] {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
  const bare = /^(.+?)(?:Minor|_minor)$/.exec(name)?.[1]
  if (bare !== undefined) return [bare, /^-?\d+$/.test(text) ? minorText(BigInt(text), currency) : value]
  if (name === 'feeMillionths' && /^\d+$/.test(text)) return ['fee', `${Number(text) / 10_000} %`]
  if (currency === undefined || !majorNames.includes(name)) return [name, value]
  if (action === 'test.funds' && /^-?\d+$/.test(text)) return [name, moneyText(BigInt(text), currency)]
  return [name, /^-?\d+(\.\d+)?$/.test(text) ? `${text} ${currency}` : value]
}

/** An amount without currency does not change, except zero. */
function minorText(minor: bigint, currency: CurrencyCode | undefined): string {
  if (currency !== undefined) return moneyText(minor, currency)
  return minor === 0n ? '0' : `${minor} minor units`
}

function isCurrency(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && value in currencyDecimals
}
