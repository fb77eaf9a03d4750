import type { MerchantRole, OperatorRole } from '../../values/roles.ts'

/** Who of one side may see an alert of a kind, and who of them is told by mail unless they chose otherwise. */
interface Audience<Role> {
  sees: readonly Role[]
  mailed: readonly Role[]
}

/** A kind of alert. `lasts`: until its cause is gone, or for a day where it tells of something that happened. */
interface AlertKindRule {
  lasts: 'while_true' | 'a_day'
  /** It is about one person's own account, and that person alone sees it. */
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
/** What one of them could do to all the others, and to the merchants' money. */
const allOperators = { sees: allOfOperator, mailed: allOfOperator } as const
const everybody = {
  merchant: { sees: allOfMerchant, mailed: allOfMerchant },
  operator: { sees: allOfOperator, mailed: allOfOperator },
} as const

/** Every kind of alert. The texts of each stand in `texts/`, what it looks for in `alerts/store/alert-findings.ts`. */
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
  sign_in_new_address: { lasts: 'a_day', personal: true, ...everybody },
  sign_in_locked: { lasts: 'while_true', personal: true, ...everybody },
  password_recovered: { lasts: 'a_day', personal: true, ...everybody },
  late_execution: { lasts: 'while_true', operator: theBooks },
  needs_operator: { lasts: 'while_true', operator: theBooks },
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
  proposal_waiting: { lasts: 'while_true', operator: theBooks },
  limits_changed: { lasts: 'a_day', operator: allOperators },
  deposit_account_changed: { lasts: 'a_day', operator: allOperators },
  break_glass: { lasts: 'a_day', operator: allOperators },
  bootstrap_invitation: { lasts: 'a_day', operator: allOperators },
  confirmation_waiting: { lasts: 'while_true', operator: theBooks },
} as const satisfies Readonly<Record<string, AlertKindRule>>

export type AlertKind = keyof typeof alertKindRules

/** In the order in which people are shown them. */
export const alertKinds = Object.keys(alertKindRules) as readonly AlertKind[]

export type Side = 'merchant' | 'operator'

/** One line of the table above: a role of a side that may see a kind. */
export interface AlertReader {
  kind: AlertKind
  side: Side
  role: MerchantRole | OperatorRole
  mailedByDefault: boolean
}

/** Every pair of kind and role that belong together. */
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

/** Whether a kind's alerts last until their cause is gone. */
export function lastsWhileTrue(kind: AlertKind): boolean {
  return alertKindRules[kind].lasts === 'while_true'
}
