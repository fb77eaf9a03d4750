import type { TransferKind } from '../../core/ledger/rules/ledger.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import type { Reason, Status } from '../../core/values/status.ts'

/** The effect of an action if it were executed now. Amounts in minor units of `currency`. */
export interface Preview {
  /** Why the action is not possible now; undefined: it is possible. */
  blocked: string | undefined
  currency: CurrencyCode | undefined
  /** Of the transaction; undefined if it does not change. */
  status: { before: Status; after: Status; reasonBefore: Reason; reasonAfter: Reason } | undefined
  /** Whether the merchant gets a callback. */
  sendsCallback: boolean
  movements: readonly Movement[]
  balances: readonly BalanceChange[]
  settings: readonly SettingChange[]
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
}
