import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of cards that are tried too often, in English. */
const en = {
  'card.of_this_bank': 'cards of this bank',
  'card.this_card': 'this card',
  'card.this_address': 'this payer’s address',
  'card.this_email': 'this payer’s e-mail',
  'card.too_many_at_once': 'Too many card pay-ins at once with the same card, address or e-mail. Nothing was created.',
  'card.too_many_within': 'Too many card pay-ins or declines with {name} within one {window}: this looks like the testing of cards. Nothing was created.',
  'time.hour': 'hour',
  'time.day': 'day',
} as const

export const say = addMessages(en, { es, pt })
