/**
 * Who may decide about what somebody else made with real money: who gets such a role is confirmed by a second person. The
 * rights themselves stand in `identity/rules/roles.ts`; a test holds the two together.
 */
export const rolesDecidingAboutMoney = {
  operator: ['admin', 'operations'],
  merchant: ['owner', 'operations'],
} as const
