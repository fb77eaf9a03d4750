/** Why an order failed or came back, in the bank's words, each with the code that a real provider would send along. */
export const PROVIDER_CODES = {
  insufficient_funds: 'SB51',
  invalid_account: 'SB14',
  declined: 'SB05',
  expired_card: 'SB54',
  authentication_failed: 'SB3D',
  processing_error: 'SB96',
  reversed: 'SBRV',
  returned: 'SBRT',
} as const

export type Reason = keyof typeof PROVIDER_CODES
