import type { DepositInput } from '../bank-accounts/check-deposit-account.ts'
import type { VelocityKind, VelocityLimits } from '../cards/rules/card-velocity.ts'
import type { Policies } from '../merchants/rules/policies.ts'
import type { LoweringChanges } from '../merchants/set-point-settings.ts'
import type { CurrencyCode } from '../values/currency.ts'
import { parseAmount } from '../values/money.ts'
import { Problem } from '../values/problem.ts'
import type { PayType } from '../values/status.ts'

/** What is decided about one transaction. Amounts are decimal text in the transaction's currency. */
export type TransactionAction =
  | { action: 'confirm'; transactionId: string; amount: string; bankReference?: string; senderDocument?: string }
  | { action: 'fail' | 'close_attention'; transactionId: string }
  /** `amount`: what waited when it was proposed; the proposal notes it by itself. */
  | { action: 'suspense_accept' | 'suspense_return'; transactionId: string; amount?: string }

/** What is decided about one point. Amounts are decimal text; null = no limit. */
export type PointAction =
  /** The amount may begin with a minus. */
  | { action: 'fund' | 'correction'; pointId: string; currency: CurrencyCode; amount: string }
  | { action: 'overdraft'; pointId: string; currency: CurrencyCode; amount: string }
  | {
      action: 'payout_limits'
      pointId: string
      currency: CurrencyCode
      single: string | null
      daily: string | null
      approvalAbove: string | null
    }
  | {
      action: 'terms'
      pointId: string
      payType: PayType
      /** `*` = every code without a line of its own. */
      serviceCode: string
      /** Of the amount, up to four decimals. */
      percent: string
      /** In the service code's currency; '0' for `*`. */
      fixed: string
      /** Null = the default of the environment. */
      releaseDays: number | null
    }
  | { action: 'policies'; pointId: string; policies: Partial<Policies> }
  | { action: 'card_limits'; pointId: string; kind: VelocityKind; limits: VelocityLimits }
  /** Settings that lower a safeguard of a live point; one operator sets the others alone. */
  | { action: 'point_settings'; pointId: string; changes: LoweringChanges }

/** An own account to which payers of live points deposit from then on. */
export type DepositAction = { action: 'deposit_account' } & DepositInput

/** Takes the second factor from somebody who lost it. */
export type PersonAction = { action: 'second_factor_reset'; email: string }

/** What one operator proposes and another one decides. Stored as it is: what is decided is exactly this. */
export type ProposedAction = TransactionAction | PointAction | DepositAction | PersonAction
export type ActionName = ProposedAction['action']

export function isTransactionAction(proposed: ProposedAction): proposed is TransactionAction {
  return 'transactionId' in proposed
}

export function isPointAction(proposed: ProposedAction): proposed is PointAction {
  return 'pointId' in proposed
}

/** An amount of an action in minor units: above zero, 0 where that means something. Throws `validation_failed`. */
export function minorOf(text: string, currency: CurrencyCode, options: { param: string; zero?: boolean }): bigint {
  if (options.zero && /^0+(\.0+)?$/.test(text)) return 0n
  const read = parseAmount(text, currency)
  if (read.ok) return read.minor
  throw new Problem('validation_failed', {
    fields: [{ code: read.code, param: options.param, message: `${options.param}: ${read.message}` }],
  })
}

/** The same with an optional minus before it. */
export function signedMinorOf(text: string, currency: CurrencyCode, param: string): bigint {
  return text.startsWith('-') ? -minorOf(text.slice(1), currency, { param }) : minorOf(text, currency, { param })
}
