import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of refunds, in English. */
const en = {
  'refund.above_rest': '{amount} {currency} is all that may still go back of this payment',
  'refund.blank_amount': '{field} has no value: write how much goes back, or leave {field} out for all that is left',
  'refund.unknown_field': '{field} is not a known field, and without an amount everything would go back: send amount, or remove {field}',
  'refund.not_paid': 'Only a completed pay-in is refunded, and this one is {status} ({reason}).',
  'refund.nothing_left': 'Nothing of this payment is left to refund: what was credited went back, or is on its way.',
  'refund.no_rail': 'The bank of this payment takes no refunds. Pay the money back with a payout.',
  'refund.no_amount': 'no amount, which is all that was left',
  'refund.of_another': 'it refunds another payment',
  'refund.funds': 'The {currency} balance does not cover this refund: see GET /api/v1/balances.',
  'refund.over_single': '{amount} {currency} is the most that one refund may be by your limits',
  'refund.over_daily': 'With this refund the day’s sum would be above your limit of {amount} {currency}',
  'refund.unknown': 'There is no such refund.',
  'refund.declined': 'The bank declined the refund.',
  'refund.insufficient_funds': 'The bank account that refunds does not have the funds.',
  'refund.invalid_account': 'The payer’s account does not exist or cannot receive this refund.',
  'refund.not_executed': 'The bank did not execute the refund.',
  'refund.rejected_by_approver': 'The second person refused the refund.',
  'refund.approval_expired': 'Nobody approved the refund in time.',
  'refund.returned': 'The payer’s bank sent the refund back.',
  'refund.other': 'The bank did not accept the refund: {reason}.',
  'refund.no_sender': 'The bank does not name the account that paid. The operator of the gateway must give the account to which the money goes; then send the same refund again.',
  'refund.account_not_needed': 'The bank that took this payment refunds it: it needs no account.',
  'refund.account_known': 'The bank names the account that paid: refunds go there.',
  'refund.no_payin': 'Only a pay-in is refunded: this is a payout or a refund.',
} as const

export const say = addMessages(en, { es, pt })
