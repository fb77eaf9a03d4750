import type { MerchantRole, OperatorRole } from '../../../core/values/roles.ts'

/** Which roles of one side may see alerts of a kind, and which of them get mails by default. */
interface Audience<Role> {
  sees: readonly Role[]
  mailed: readonly Role[]
}

/** A kind of alert. `lasts`: while its condition is true, or for a day if it reports an event. */
interface AlertKindRule {
  lasts: 'while_true' | 'a_day'
  /** It concerns one person's own account. Only that person sees it. */
  personal?: true
  merchant?: Audience<MerchantRole>
  operator?: Audience<OperatorRole>
}

const allOfMerchant: readonly MerchantRole[] = ['owner', 'developer', 'operations', 'read_only']
const allOfOperator: readonly OperatorRole[] = ['admin', 'operations', 'support']
const ownersAndDevelopers = { sees: ['owner', 'developer'], mailed: ['owner', 'developer'] } as const
const theirMoney = { sees: allOfMerchant, mailed: ['owner', 'operations'] } as const
const approvers = { sees: ['owner', 'operations'], mailed: ['owner', 'operations'] } as const
const theBooks = { sees: allOfOperator, mailed: ['admin', 'operations'] } as const
/** One operator could affect all other operators and the merchants' money, so all operators get these. */
const allOperators = { sees: allOfOperator, mailed: allOfOperator } as const
const everybody = {
  merchant: { sees: allOfMerchant, mailed: allOfMerchant },
  operator: { sees: allOfOperator, mailed: allOfOperator },
} as const

/** Every kind of alert. `texts/` has the texts, `extras/alerts/store/alert-findings.ts` the conditions. */
export const alertKindRules = {
  callbacks_failing: { lasts: 'while_true', merchant: { sees: allOfMerchant, mailed: ['owner', 'developer'] } },
  callbacks_recovered: { lasts: 'a_day', merchant: { sees: allOfMerchant, mailed: ['owner', 'developer'] } },
  payment_reversed: { lasts: 'a_day', merchant: theirMoney },
  second_final_state: {
    lasts: 'a_day',
    merchant: { sees: allOfMerchant, mailed: ['owner', 'developer', 'operations'] },
  },
  paid_late: { lasts: 'a_day', merchant: theirMoney },
  payout_approval: { lasts: 'while_true', merchant: approvers },
  payout_approval_lapsing: { lasts: 'while_true', merchant: approvers },
  key_expiring: { lasts: 'while_true', merchant: ownersAndDevelopers },
  credential_changed: { lasts: 'a_day', merchant: ownersAndDevelopers },
  team_changed: {
    lasts: 'a_day',
    merchant: { sees: ['owner'], mailed: ['owner'] },
    operator: allOperators,
  },
  withdrawal_account_changed: { lasts: 'a_day', merchant: { sees: ['owner', 'operations'], mailed: ['owner'] } },
  withdrawal_account_used: { lasts: 'a_day', merchant: { sees: ['owner', 'operations'], mailed: ['owner'] } },
  sign_in_new_address: { lasts: 'a_day', personal: true, ...everybody },
  sign_in_locked: { lasts: 'while_true', personal: true, ...everybody },
  password_recovered: { lasts: 'a_day', personal: true, ...everybody },
  late_execution: { lasts: 'while_true', operator: theBooks },
  needs_operator: { lasts: 'while_true', operator: theBooks },
  to_pay_old: { lasts: 'while_true', operator: theBooks },
  suspense_old: { lasts: 'while_true', operator: theBooks },
  outcome_unknown: { lasts: 'while_true', operator: theBooks },
  audit_chain_broken: { lasts: 'while_true', operator: { sees: ['admin', 'operations'], mailed: ['admin'] } },
  invariant_violated: { lasts: 'while_true', operator: theBooks },
  authentication_failing: {
    lasts: 'a_day',
    merchant: ownersAndDevelopers,
    operator: theBooks,
  },
  clock_skew: { lasts: 'while_true', operator: theBooks },
  cards_guessed: {
    lasts: 'a_day',
    merchant: ownersAndDevelopers,
    operator: theBooks,
  },
  numbers_typed_in_vain: { lasts: 'a_day', operator: theBooks },
  references_used_up: { lasts: 'while_true', operator: theBooks },
  provider_finding: { lasts: 'while_true', operator: theBooks },
  certificate_ending: { lasts: 'while_true', operator: theBooks },
  statement_missing: { lasts: 'while_true', operator: theBooks },
  statement_gap: { lasts: 'while_true', operator: theBooks },
  lines_waiting: { lasts: 'while_true', operator: theBooks },
  file_refused: { lasts: 'a_day', operator: theBooks },
  statement_contradicts: { lasts: 'a_day', operator: theBooks },
  incoming_money: { lasts: 'a_day', operator: theBooks },
  proposal_waiting: { lasts: 'while_true', operator: theBooks },
  limits_changed: { lasts: 'a_day', operator: allOperators },
  deposit_account_changed: { lasts: 'a_day', operator: allOperators },
  break_glass: { lasts: 'a_day', operator: allOperators },
  bootstrap_invitation: { lasts: 'a_day', operator: allOperators },
  confirmation_waiting: { lasts: 'while_true', operator: theBooks },
} as const satisfies Readonly<Record<string, AlertKindRule>>

export type AlertKind = keyof typeof alertKindRules

/** In display order. */
export const alertKinds = Object.keys(alertKindRules) as readonly AlertKind[]

export type Side = 'merchant' | 'operator'

/** A role of a side that may see a kind. */
export interface AlertReader {
  kind: AlertKind
  side: Side
  role: MerchantRole | OperatorRole
  mailedByDefault: boolean
}

/** Every pair of a kind and a role that may see it. */
export const alertReaders: readonly AlertReader[] = alertKinds.flatMap((kind) => {
  const rule: AlertKindRule = alertKindRules[kind]
  return [...readersOf(kind, 'merchant', rule.merchant), ...readersOf(kind, 'operator', rule.operator)]
})

function readersOf<Role extends MerchantRole | OperatorRole>(
  kind: AlertKind,
  side: Side,
  audience: Audience<Role> | undefined,
): AlertReader[] {
  return (audience?.sees ?? []).map((role) => ({
    kind,
    side,
    role,
    mailedByDefault: audience?.mailed.includes(role) ?? false,
  }))
}

/** The kinds that a role of a side may see. */
export function kindsSeenBy(side: Side, role: MerchantRole | OperatorRole): readonly AlertReader[] {
  return alertReaders.filter((reader) => reader.side === side && reader.role === role)
}

const urgentKinds: ReadonlySet<AlertKind> = new Set<AlertKind>([
  ...(['callbacks_failing', 'payment_reversed', 'second_final_state', 'payout_approval_lapsing'] as const),
  ...(['key_expiring', 'withdrawal_account_changed', 'withdrawal_account_used', 'sign_in_locked'] as const),
  ...(['late_execution', 'outcome_unknown', 'audit_chain_broken', 'invariant_violated'] as const),
  ...([
    'certificate_ending',
    'authentication_failing',
    'cards_guessed',
    'statement_contradicts',
    'break_glass',
  ] as const),
])

/** Whether money, access or orders may be lost while nobody looks. */
export function isUrgent(kind: AlertKind): boolean {
  return urgentKinds.has(kind)
}

/** Whether a kind's alerts stay open while their condition is true. */
export function lastsWhileTrue(kind: AlertKind): boolean {
  return alertKindRules[kind].lasts === 'while_true'
}
