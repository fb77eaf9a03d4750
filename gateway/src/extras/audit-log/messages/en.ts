import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of the audit log, in English. */
const en = {
  'audit.nothing_to_blank': 'No text of this entry holds a card number.',
} as const

export const say = addMessages(en, { es, pt })
