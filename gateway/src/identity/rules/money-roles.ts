/**
 * Roles that may decide about another person's action with real money. A second person confirms whoever gets such a
 * role. `identity/rules/roles.ts` has the permissions; a test compares both.
 */
export const rolesDecidingAboutMoney = {
  operator: ['admin', 'operations'],
  merchant: ['owner', 'operations'],
} as const
