import type { VelocityKind, VelocityLimits } from '../../core/cards/rules/card-velocity.ts'
import type { Policies } from '../../core/merchants/rules/policies.ts'
import { say } from '../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { parseAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import type { PayType } from '../../core/values/status.ts'
import type { BankAction } from '../bank-accounts/bank-actions.ts'
import type { DepositInput } from '../bank-accounts/check-deposit-account.ts'
import type { LoweringChanges } from '../point-settings/set-point-settings.ts'

/** Actions on one transaction. Amounts are decimal text in the transaction's currency. */
export type TransactionAction =
  | { action: 'confirm'; transactionId: string; amount: string; bankReference?: string; senderDocument?: string }
  | { action: 'fail' | 'close_attention'; transactionId: string }
  /** `amount`: the suspense amount when the action was proposed. The proposal adds it. */
  | { action: 'suspense_accept' | 'suspense_return'; transactionId: string; amount?: string }

/** Actions on one point. Amounts are decimal text; null = no limit. */
export type PointAction =
  /** The amount may be negative. */
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
      /** `*` = every code without terms of its own. */
      serviceCode: string
      /** Percentage of the amount, up to four decimals. */
      percent: string
      /** In the service code's currency; '0' for `*`. */
      fixed: string
      /** Null = the default of the environment. */
      releaseDays: number | null
    }
  | { action: 'policies'; pointId: string; policies: Partial<Policies> }
  | { action: 'card_limits'; pointId: string; kind: VelocityKind; limits: VelocityLimits }
  /** Settings that lower a safeguard of a live point. One operator may change all other settings alone. */
  | { action: 'point_settings'; pointId: string; changes: LoweringChanges }

/** Adds an own account to which payers of live points deposit. */
export type DepositAction = { action: 'deposit_account' } & DepositInput

/** Removes a lost second factor. */
export type PersonAction = { action: 'second_factor_reset'; email: string }

/** An action that one operator proposes and another one approves. Stored unchanged, so exactly this is decided. */
export type ProposedAction = TransactionAction | PointAction | DepositAction | BankAction | PersonAction
export type ActionName = ProposedAction['action']

export function isTransactionAction(proposed: ProposedAction): proposed is TransactionAction {
  return 'transactionId' in proposed
}

export function isPointAction(proposed: ProposedAction): proposed is PointAction {
  return 'pointId' in proposed
}

/** An action's amount in minor units: above zero, or 0 where `zero` allows it. Throws `validation_failed`. */
export function minorOf(
  text: string,
  currency: CurrencyCode,
  { param, zero }: { param: string; zero?: boolean },
): bigint {
  if (zero && /^0+(\.0+)?$/.test(text)) return 0n
  const read = parseAmount(text, currency)
  if (read.ok) return read.minor
  throw new Problem('validation_failed', {
    fields: [{ code: read.code, param, message: say('field.found', { field: param, what: read.message }) }],
  })
}

/** The same with an optional minus sign. */
export function signedMinorOf(text: string, currency: CurrencyCode, param: string): bigint {
  return text.startsWith('-') ? -minorOf(text.slice(1), currency, { param }) : minorOf(text, currency, { param })
}
