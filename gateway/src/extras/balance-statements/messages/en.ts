import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of balance statements, in English. */
const en = {
  'statement.days_at_most': 'a statement has at most {max} days',
  'statement.days_or_month': 'a statement needs from, with or without to, or month alone',
  'statement.month': 'must be a month such as 2030-01',
  'statement.after_to': '{field} must not be after to',
  'statement.after_today': '{field} must not be after today, {day} in the point’s time zone',
} as const

export const say = addMessages(en, { es, pt })
