import type { TransferKind } from '../../core/ledger/rules/ledger.ts'
import type { Message, Text } from '../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import type { Reason, Status } from '../../core/values/status.ts'
import type { ToPayRow } from './store/reads/to-pay.ts'

/** The effect of an action if it were executed now. Amounts in minor units of `currency`. */
export interface Preview {
  /** Why the action is not possible now; undefined: it is possible. */
  blocked: Text | undefined
  currency: CurrencyCode | undefined
  /** Of the transaction; undefined if it does not change. */
  status: { before: Status; after: Status; reasonBefore: Reason; reasonAfter: Reason } | undefined
  /** Whether the merchant gets a callback. */
  sendsCallback: boolean
  movements: readonly Movement[]
  balances: readonly BalanceChange[]
  settings: readonly SettingChange[]
  /** What the decider should know besides. */
  warnings: readonly Text[]
  /** To whom the money goes, of a payout or refund that a person makes at the bank. */
  payee?: ToPayRow
}

/** One entry of the ledger. */
export interface Movement {
  kind: TransferKind
  from: string
  to: string
  amountMinor: bigint
}

export interface BalanceChange {
  /** `available`, `pending`, `reserved` of the point, `suspense` of this transaction, or the `overdraft` limit. */
  account: 'available' | 'pending' | 'reserved' | 'suspense' | 'overdraft'
  beforeMinor: bigint
  afterMinor: bigint
}

/** Null = not set: no limit, or the default. Sums of money are decimal text in the currency of the preview. */
export interface SettingChange {
  name: string
  /** Of a value that a connector asks for. */
  label?: Message
  before: string | null
  after: string | null
}

export const emptyPreview: Preview = {
  blocked: undefined,
  currency: undefined,
  status: undefined,
  sendsCallback: false,
  movements: [],
  balances: [],
  settings: [],
  warnings: [],
}

type SettingValue = string | number | boolean | null | undefined

/** The settings that would change, each before and after. One that has no value after is not named. */
export function settingsPreview(
  changes: Readonly<Record<string, readonly [before: SettingValue, after: SettingValue]>>,
  currency?: CurrencyCode,
): Preview {
  const text = (value: SettingValue) => (value === null || value === undefined ? null : String(value))
  const settings = Object.entries(changes)
    .filter(([, [, after]]) => after !== undefined)
    .map(([name, [before, after]]) => ({ name, before: text(before), after: text(after) }))
    .filter(({ before, after }) => before !== after)
  return { ...emptyPreview, currency, settings }
}

/** What is proposed, value by value, beside what is set now. What is nested deeper is JSON text. */
export function valuesPreview(proposed: object, now: Readonly<Record<string, unknown>> = {}): Preview {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
  const settings = Object.entries(proposed)
    .filter(([name, after]) => name !== 'action' && after !== undefined)
    .map(([name, after]) => ({ name, before: now[name] === undefined ? null : text(now[name]), after: text(after) }))
  return { ...emptyPreview, settings }
}
