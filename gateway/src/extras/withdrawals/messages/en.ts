import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of withdrawals, in English. */
const en = {
  'withdrawal.not_covered': 'The available balance does not cover this amount in {currency}. An overdraft does not count.',
  'withdrawal.booked_before': 'A withdrawal {reference} of this point was booked before.',
  'withdrawal.unknown': 'There is no such withdrawal.',
  'withdrawal.unknown_document': 'The merchant has no such document.',
  'withdrawal.too_many': 'Your merchant proposed {max} accounts for withdrawals in 24 hours. Try again later.',
  'withdrawal.unknown_account': 'There is no such account for withdrawals.',
  'withdrawal.no_account': 'Your merchant has no confirmed account for withdrawals with {service_code}: people set it in the dashboard.',
  'withdrawal.waits': 'The account for withdrawals is new: money goes there from {until} on.',
  'withdrawal.suspended': 'A person of your merchant set a new password by a link: withdrawals are suspended until {until}.',
  'withdrawal.not_proposed': 'This account does not wait for a second person.',
  'withdrawal.holder_unknown': 'No recorded document of the merchant says that it is the holder: operators of the gateway look at the account and confirm it.',
  'withdrawal.blank_amount': '{field} has no value: write how much to withdraw, or leave {field} out for all that is available',
  'withdrawal.unknown_field': '{field} is not a known field, and without an amount everything would leave: send amount, or remove {field}',
  'withdrawal.no_amount': 'no amount, which is all that was available',
} as const

export const say = addMessages(en, { es, pt })
