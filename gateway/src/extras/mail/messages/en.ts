import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of mails, in English. */
const en = {
  'mail.no_server': 'No mail server is set: see SMTP_URL.',
} as const

export const say = addMessages(en, { es, pt })
