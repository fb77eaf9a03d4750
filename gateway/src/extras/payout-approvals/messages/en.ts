import { addMessages } from '../../../core/texts/messages/say.ts'
import type { say as sayOfRefunds } from '../../refunds/messages/en.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of approvals of payouts, in English. */
const en = {
  'approval.key_may_not': 'This key may not approve payouts any more.',
  'approval.own_key': 'A payout or refund is decided by another key than the one that created it, and than every key that is one with it by rotation.',
  'approval.keys_of_machine': 'Both keys were made on the machine, so that nobody knows whose they are: a person decides in the dashboard, or a key that a person made there.',
  'approval.no_bank': 'The bank of this payout or refund is not connected.',
  'approval.too_late': 'The time to decide about this payout or refund is over: it ends as ERROR (approval_expired).',
  'approval.not_waiting': 'This transaction does not wait for an approval: it is {status} ({reason}).',
} as const

const own = addMessages(en, { es, pt })

export const say: typeof own & typeof sayOfRefunds = own
