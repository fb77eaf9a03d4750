import { authenticationRules, callbackRules } from './callback-rules.ts'
import { cardRules } from './card-rules.ts'
import { errorRules } from './error-rules.ts'
import { linkRules } from './link-rules.ts'
import { payinRules } from './payin-rules.ts'
import { payoutRules } from './payout-rules.ts'
import { refundRules } from './refund-rules.ts'
import type { Rule } from './rule.ts'
import { serviceRules } from './service-rules.ts'
import { stateRules } from './state-rules.ts'
import { transactionRules } from './transaction-rules.ts'

export const allRules: readonly Rule[] = [
  ...serviceRules,
  ...transactionRules,
  ...stateRules,
  ...cardRules,
  ...payinRules,
  ...payoutRules,
  ...authenticationRules,
  ...callbackRules,
  ...errorRules,
  ...refundRules,
  ...linkRules,
]
