import type { Environment } from '../../../core/values/environment.ts'
import type { MerchantRole, OperatorRole, Permission } from '../../../core/values/roles.ts'
import { type Scope, scopes } from '../../../core/values/roles.ts'

const merchantPermissions: Readonly<Record<MerchantRole, Readonly<Record<Environment, readonly Permission[]>>>> = {
  owner: both(['own_account', ...scopes, 'team', 'audit']),
  developer: {
    test: ['own_account', 'read', 'payins', 'payouts', 'refunds', 'webhook', 'settings'],
    live: ['own_account', 'read', 'webhook', 'settings'],
  },
  operations: both(['own_account', 'read', 'payins', 'payouts', 'refunds', 'approve_payouts']),
  read_only: both(['own_account', 'read']),
}

const operatorPermissions: Readonly<Record<OperatorRole, readonly Permission[]>> = {
  admin: ['own_account', 'team', 'audit', 'operator_read', 'operator_act'],
  operations: ['own_account', 'audit', 'operator_read', 'operator_act'],
  support: ['own_account', 'operator_read'],
}

/**
 * Whether a role of a merchant's person has a permission at points of this environment. Without environment: at live
 * points.
 */
export function merchantMay(role: MerchantRole, permission: Permission, environment: Environment = 'live'): boolean {
  return merchantPermissions[role][environment].includes(permission)
}

export function operatorMay(role: OperatorRole, permission: Permission): boolean {
  return operatorPermissions[role].includes(permission)
}

/**
 * Whether a role may decide about another person's action with real money. A second person confirms whoever gets such a
 * role.
 */
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

/**
 * Roles that may decide about another person's action with real money. A second person confirms whoever gets such a
 * role. `extras/identity/rules/roles.ts` has the permissions; a test compares both.
 */
export const rolesDecidingAboutMoney = {
  operator: ['admin', 'operations'],
  merchant: ['owner', 'operations'],
} as const
