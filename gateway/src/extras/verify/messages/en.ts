import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of the proof of the books, in English. */
const en = {
  'verify.running': 'The books are being proved at this moment: look at that run.',
  'verify.not_connected': '{connector} is not connected here',
  'verify.no_records': '{connector} has no provider records',
  'verify.no_account': 'no connector account',
  'verify.records_unread': 'the provider records could not be read',
  'verify.records_too_long': 'the provider records were not read to their end within {minutes} minutes: transactions were not looked up in them',
  'verify.before_records': 'transactions from before the {days} days that the provider lists were not looked up in its records',
  'verify.too_many_records': 'more than {max} provider records: transactions were not looked up in them',
  'verify.not_searched': 'for card numbers: raw notifications, callback bodies, inbox, audit log, account numbers; the audit log is append-only by rights, its hash chain is proved by itself (pasarela audit verify)',
} as const

export const say = addMessages(en, { es, pt })
