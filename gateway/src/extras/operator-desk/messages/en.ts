import { addMessages } from '../../../core/texts/messages/say.ts'
import type { say as sayOfBanks } from '../../bank-accounts/messages/en.ts'
import type { say as sayOfPeople } from '../../identity/messages/en.ts'
import type { say as sayOfWithdrawals } from '../../withdrawals/messages/en.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of manual actions, in English. */
const en = {
  'provider.behind': 'These orders go on to {account}: that route is asked first.',
  'provider.refused_then': 'Such orders are refused from then on: no other route takes them.',
  'confirm.bank_reference': "{field} is needed for a pay-in: the bank's own id of the statement line, up to {max} characters",
  'proposal.lapsed': 'This was proposed more than {hours} hours ago: refuse it, and ask the person again.',
  'channel.at_machine': 'Folders and tokens are made at the machine of the gateway: propose them there, with pasarela bank channel add or bank channel token.',
  'line_rule.decides': 'Lines with this code that name no order are explained by themselves.',
  'line_rule.suggests': 'A payer may have typed this text: the rule only suggests, and a person decides each line.',
  'opening.said': 'The statements say that the account held {amount} {currency} when {day} began.',
  'opening.not_said': 'No statement says what the account held when {day} began.',
  'operator.bank_busy': 'The bank is being called about this transaction, or will be in a moment: decide when the answer is there.',
  'operator.amount_is_total': 'Nothing was changed: the transaction is {status} ({reason}), {amount} {currency} credited so far. An amount is the total that arrived.',
  'review.none': 'This transaction asks for nobody.',
  'review.outcome_unknown': 'Nobody knows yet whether its money moved: confirm or fail it, or wait for the bank’s answer.',
  'review.in_suspense': 'Its money waits in suspense: accept or return that, which also takes it off the list.',
  'operator.test_transaction': 'Test transactions are decided by the simulated bank, not by an operator.',
  'suspense.changed': 'Other money waits in suspense by now than when this was decided about: look again.',
  'suspense.none': 'No money of this transaction waits in suspense.',
  'queue.waits_no_more': 'This waits for nobody any more: look again.',
  'queue.taken': '{name} works on this. Take it over if they cannot go on.',
  'queue.not_yours': 'You do not work on this: somebody took it over, or it waits for nobody any more.',
  'line.provider_returned': 'Return it at the provider first: this says that it went back, and sends nothing.',
  'batch.pays_it': 'It stands in batch {number}: the bank pays it from there. Nobody else may pay it.',
  'batch.may_pay_twice': 'The bank may have this file. Whoever pays a released payout again pays it twice if the bank executes the file.',
  'batch.rest_waits': 'A file holds at most {max} payments. What waits besides goes into the next one.',
  'batch.cancel_draft': 'Nobody has downloaded this file yet: cancel the batch, and make another one.',
  'operator.unknown_transaction': 'There is no transaction {transaction_id}.',
  'operator.over_refund': 'This payment is refunded, or taken back, already: with this refund {amount} {currency} more goes back than was credited. Confirm it only if the bank shows this debit as well.',
  'operator.bank_busy_soon': 'The bank is being called about this transaction, or will be in a moment.',
  'merchant.unknown': 'There is no such merchant.',
  'merchant.suspends': 'New payments, payouts and withdrawals of {merchant} are refused; refunds are still made. Its payment links close, and withdrawals wait. What is under way goes on, and so do reads and callbacks.',
  'merchant.goes_on': 'New payments, payouts and withdrawals of {merchant} are accepted again, and its payment links open.',
  'withdrawal.has_code': 'The gateway pays out {currency} itself: the merchant can withdraw to an account of its own.',
} as const

const own = addMessages(en, { es, pt })

export const say: typeof own & typeof sayOfBanks & typeof sayOfPeople & typeof sayOfWithdrawals = own
