import { scopes } from './caller.ts'
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
