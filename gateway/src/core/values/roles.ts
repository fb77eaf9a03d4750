/** Roles of a merchant's people. */
export const merchantRoles = ['owner', 'developer', 'operations', 'read_only'] as const

export type MerchantRole = (typeof merchantRoles)[number]

/** Roles of the operator's people. */
export const operatorRoles = ['admin', 'operations', 'support'] as const

export type OperatorRole = (typeof operatorRoles)[number]

/** Scopes of an API key (contract section 1). A key with `payouts` or `refunds` never has `webhook` or `settings`. */
export const scopes = ['payins', 'payouts', 'refunds', 'read', 'webhook', 'settings', 'approve_payouts'] as const

export type Scope = (typeof scopes)[number]

/**
 * Permissions of a person in the dashboard, in addition to the scopes of API keys. Every person has `own_account`.
 * `team` and `audit` concern the merchant's people. The others are for the operator.
 */
export const permissions = [...scopes, 'own_account', 'team', 'audit', 'operator_read', 'operator_act'] as const

export type Permission = (typeof permissions)[number]
