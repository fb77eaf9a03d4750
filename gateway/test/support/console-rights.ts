/**
 * Who may open which route of the dashboard's API, written by hand from what the roles are for: whoever adds a route says
 * here who opens it, and the test of all routes fails until they do. Not made from the code that it judges.
 */
export const consoleRights: Readonly<Record<string, Right>> = {
  'GET /session': 'anybody',
  'POST /session': 'anybody',
  'DELETE /session': 'anybody',
  // Only a session that waits for its code, which none of these people has.
  'POST /session/second-factor': 'nobody',
  'POST /session/step-up': 'signed_in',
  'GET /invitations/:token': 'anybody',
  'POST /invitations/:token/accept': 'anybody',
  'POST /password-recoveries': 'anybody',
  'GET /password-recoveries/:token': 'anybody',
  'POST /password-recoveries/:token/use': 'anybody',
  'GET /me': 'signed_in',
  'PATCH /me': 'signed_in',
  'PUT /me/password': 'signed_in',
  'DELETE /me/sessions/:sessionId': 'signed_in',
  'POST /me/second-factor': 'signed_in',
  'POST /me/second-factor/confirm': 'signed_in',
  'DELETE /me/second-factor': 'signed_in',
  'POST /me/recovery-codes': 'signed_in',
  'GET /team': 'team',
  'POST /team/invitations': 'team',
  'DELETE /team/invitations/:id': 'team',
  'POST /team/confirmations/:id/confirm': 'team',
  'PATCH /team/:userId': 'team',
  'DELETE /team/:userId/sessions': 'team',
  'GET /audit': 'audit',
  'GET /audit/verify': 'audit',
  'GET /alerts': 'signed_in',
  'GET /alerts/choices': 'signed_in',
  'PUT /alerts/choices': 'signed_in',
  'POST /alerts/test-mail': 'signed_in',
  'GET /retention': 'operator_read',
  'GET /operator/overview': 'operator_read',
  'GET /operator/connectors': 'operator_read',
  'GET /operator/verify/runs': 'operator_read',
  'POST /operator/verify/runs': 'operator_act',
  'GET /operator/merchants': 'operator_read',
  'GET /operator/merchants/:id': 'operator_read',
  'GET /operator/services': 'operator_read',
  'POST /operator/merchants': 'operator_act',
  'POST /operator/merchants/:id/points': 'operator_act',
  'GET /operator/points/:id': 'operator_read',
  'PATCH /operator/points/:id': 'operator_act',
  'GET /operator/proposals': 'operator_read',
  'GET /operator/proposals/:id': 'operator_read',
  'POST /operator/proposals/foresee': 'operator_act',
  'POST /operator/proposals': 'operator_act',
  'POST /operator/proposals/:id/decide': 'operator_act',
  'POST /operator/proposals/:id/withdraw': 'operator_act',
  'GET /operator/confirmations': 'operator_read',
  'POST /operator/confirmations/:id/confirm': 'operator_act',
  'POST /operator/confirmations/:id/link': 'operator_act',
  'GET /operator/deposit-accounts/waiting': 'operator_read',
  'POST /operator/deposit-accounts/:id/show': 'operator_act',
  'GET /operator/password-recoveries': 'operator_read',
  'POST /operator/password-recoveries': 'operator_act',
  'POST /operator/password-recoveries/:id/link': 'operator_act',
  'POST /operator/password-recoveries/:id/refuse': 'operator_act',
  'GET /operator/attention': 'operator_read',
  'GET /operator/suspense': 'operator_read',
  'GET /operator/transactions': 'operator_read',
  'GET /operator/transactions/search': 'operator_read',
  'GET /operator/transactions/:id': 'operator_read',
  'GET /operator/transactions/:id/story': 'operator_read',
  'GET /operator/ledger/accounts': 'operator_read',
  'GET /operator/ledger/journal': 'operator_read',
  'GET /operator/ledger/purses': 'operator_read',
  'GET /points/:pointId/overview': 'read',
  'GET /points/:pointId/transactions': 'read',
  'GET /points/:pointId/transactions/lookup': 'read',
  'GET /points/:pointId/transactions/:id/story': 'read',
  'GET /points/:pointId/transactions.csv': 'read',
  'GET /points/:pointId/balance-details': 'read',
  'GET /points/:pointId/balance-transactions': 'read',
  'GET /points/:pointId/statements/:currency': 'read',
  'GET /points/:pointId/statement.csv': 'read',
  'GET /points/:pointId/credentials': 'build',
  'POST /points/:pointId/credentials/reveal': 'build',
  'GET /points/:pointId/keys': 'build',
  'POST /points/:pointId/keys': 'build',
  'POST /points/:pointId/keys/:keyId/rotate': 'build',
  'POST /points/:pointId/keys/:keyId/revoke': 'build',
  'GET /points/:pointId/approvals': 'read',
  'GET /points/:pointId/requests': 'read',
  'POST /points/:pointId/payments/payin_hth': 'pay',
  'POST /points/:pointId/payments/payout_hth': 'pay',
  'GET /points/:pointId/payments': 'read',
  'GET /points/:pointId/payments/:id': 'read',
  'POST /points/:pointId/payments/:id/cancel': 'pay',
  'GET /points/:pointId/payments/:id/callbacks': 'read',
  'POST /points/:pointId/payments/:id/callbacks/resend': 'read',
  'POST /points/:pointId/payments/:id/payer-reference': 'pay',
  'POST /points/:pointId/payments/:id/approve': 'approve',
  'POST /points/:pointId/payments/:id/reject': 'approve',
  'GET /points/:pointId/services': 'read',
  'GET /points/:pointId/banks': 'read',
  'POST /points/:pointId/validate': 'read',
  'GET /points/:pointId/webhook': 'build',
  'PUT /points/:pointId/webhook': 'build',
  'POST /points/:pointId/webhook/test': 'build',
  'POST /points/:pointId/webhook/rotate-secret': 'build',
  'POST /points/:pointId/webhook/rotate-token': 'build',
  'POST /points/:pointId/webhook/explain': 'build',
  'GET /points/:pointId/webhook/deliveries': 'build',
  'GET /points/:pointId/webhook/deliveries/:id': 'build',
  'POST /points/:pointId/webhook/deliveries/:id/resend': 'build',
  'POST /points/:pointId/webhook/recover': 'build',
  'GET /points/:pointId/events': 'read',
  'GET /points/:pointId/balances': 'read',
  'GET /points/:pointId/test/inbox': 'read',
  'POST /points/:pointId/test/funds': 'pay',
  'POST /points/:pointId/test/payments/:id/simulate': 'pay',
  'GET /points/:pointId/test/clock': 'read',
  'POST /points/:pointId/test/clock': 'pay',
}

type MerchantPerson = 'owner' | 'developer' | 'operations' | 'read_only'
type OperatorPerson = 'operator_admin' | 'operator_operations' | 'operator_support'

/** `stranger`: an owner of another merchant. */
export type ConsolePerson = MerchantPerson | OperatorPerson | 'stranger' | 'signed_out'

export const consolePeople: readonly ConsolePerson[] = [
  'owner',
  'developer',
  'operations',
  'read_only',
  'operator_admin',
  'operator_operations',
  'operator_support',
  'stranger',
  'signed_out',
]

export type Right = keyof typeof holders

const everybodyOfMerchant: readonly MerchantPerson[] = ['owner', 'developer', 'operations', 'read_only']

/** Who has a right; where two lists stand, the first is for a test point and the second for a live one. */
const holders = {
  anybody: { everywhere: consolePeople },
  nobody: { everywhere: [] },
  signed_in: { everywhere: consolePeople.filter((each) => each !== 'signed_out') },
  team: { everywhere: ['owner', 'operator_admin', 'stranger'] },
  audit: { everywhere: ['owner', 'operator_admin', 'operator_operations', 'stranger'] },
  operator_read: { everywhere: ['operator_admin', 'operator_operations', 'operator_support'] },
  operator_act: { everywhere: ['operator_admin', 'operator_operations'] },
  read: { test: everybodyOfMerchant, live: everybodyOfMerchant },
  /** Real money is moved by the programs that a developer writes, not by the developer. */
  pay: { test: ['owner', 'developer', 'operations'], live: ['owner', 'operations'] },
  build: { test: ['owner', 'developer'], live: ['owner', 'developer'] },
  approve: { test: ['owner', 'operations'], live: ['owner', 'operations'] },
} satisfies Record<
  string,
  { everywhere: readonly ConsolePerson[] } | { test: readonly MerchantPerson[]; live: readonly MerchantPerson[] }
>

/** Whether a right opens a route to somebody; `place` says at which kind of point, where there is one. */
export function mayOpen(right: Right, person: ConsolePerson, place: 'test' | 'live' | undefined): boolean {
  const found: { everywhere?: readonly string[]; test?: readonly string[]; live?: readonly string[] } = holders[right]
  const list = place === undefined ? found.everywhere : found[place]
  return (list ?? []).includes(person)
}

/**
 * What a thief of a session alone must not do: see or change secrets, people, or where money and its news go. These ask for
 * a fresh proof that the person is there; `live`: at live points only, where the money is.
 */
export const provenRoutes: Readonly<Record<string, 'always' | 'live'>> = {
  'PUT /me/password': 'always',
  'POST /me/second-factor': 'always',
  'POST /me/second-factor/confirm': 'always',
  'DELETE /me/second-factor': 'always',
  'POST /me/recovery-codes': 'always',
  'POST /team/invitations': 'always',
  'DELETE /team/invitations/:id': 'always',
  'POST /team/confirmations/:id/confirm': 'always',
  'PATCH /team/:userId': 'always',
  'DELETE /team/:userId/sessions': 'always',
  'POST /operator/merchants': 'always',
  'POST /operator/merchants/:id/points': 'always',
  'PATCH /operator/points/:id': 'always',
  'POST /operator/confirmations/:id/confirm': 'always',
  'POST /operator/confirmations/:id/link': 'always',
  'POST /operator/password-recoveries': 'always',
  'POST /operator/password-recoveries/:id/link': 'always',
  'POST /operator/deposit-accounts/:id/show': 'always',
  'POST /operator/proposals': 'always',
  'POST /operator/proposals/:id/decide': 'always',
  'POST /points/:pointId/credentials/reveal': 'always',
  'POST /points/:pointId/keys': 'always',
  'POST /points/:pointId/keys/:keyId/rotate': 'always',
  'POST /points/:pointId/keys/:keyId/revoke': 'always',
  'POST /points/:pointId/payments/payout_hth': 'live',
  'POST /points/:pointId/payments/:id/approve': 'always',
  'POST /points/:pointId/payments/:id/reject': 'always',
  'PUT /points/:pointId/webhook': 'live',
  'POST /points/:pointId/webhook/rotate-secret': 'always',
  'POST /points/:pointId/webhook/rotate-token': 'always',
}
