import type { Environment } from '../../processing/rules/transaction.ts'
import { type Scope, scopes } from '../../values/caller.ts'
import { rolesDecidingAboutMoney } from './money-roles.ts'

/** What people of a merchant may be. */
export const merchantRoles = ['owner', 'developer', 'operations', 'read_only'] as const
export type MerchantRole = (typeof merchantRoles)[number]

/** What people of the gateway's operator may be. */
export const operatorRoles = ['admin', 'operations', 'support'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/**
 * What a person may do in the dashboard besides what an API key's scopes name. `own_account` is everybody's; `team` and
 * `audit` are about the merchant's people; the rest is the operator's.
 */
export const permissions = [...scopes, 'own_account', 'team', 'audit', 'operator_read', 'operator_act'] as const
export type Permission = (typeof permissions)[number]

const merchantPermissions: Readonly<Record<MerchantRole, Readonly<Record<Environment, readonly Permission[]>>>> = {
  owner: both(['own_account', ...scopes, 'team', 'audit']),
  developer: {
    test: ['own_account', 'read', 'payins', 'payouts', 'webhook', 'settings'],
    live: ['own_account', 'read', 'webhook', 'settings'],
  },
  operations: both(['own_account', 'read', 'payins', 'payouts', 'approve_payouts']),
  read_only: both(['own_account', 'read']),
}

const operatorPermissions: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  admin: ['own_account', 'team', 'audit', 'operator_read', 'operator_act'],
  operations: ['own_account', 'audit', 'operator_read', 'operator_act'],
  support: ['own_account', 'operator_read'],
}

/** What a merchant's person may do at a point of this environment; without a point, what holds for both. */
export function merchantMay(role: MerchantRole, permission: Permission, environment: Environment = 'live'): boolean {
  return merchantPermissions[role][environment].includes(permission)
}

export function operatorMay(role: OperatorRole, permission: Permission): boolean {
  return operatorPermissions[role].includes(permission)
}

/** Whether a role may decide about what somebody else made with real money: who gets it is confirmed by a second person. */
export function decidesAboutMoney(role: string, side: 'merchant' | 'operator'): boolean {
  return rolesDecidingAboutMoney[side].some((each) => each === role)
}

/** The scopes of a merchant's person at a point of this environment. */
export function scopesOf(role: MerchantRole, environment: Environment): ReadonlySet<Scope> {
  return new Set(scopes.filter((scope) => merchantMay(role, scope, environment)))
}

function both(list: readonly Permission[]): Readonly<Record<Environment, readonly Permission[]>> {
  return { test: list, live: list }
}
