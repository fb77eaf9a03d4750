import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of filters of the request log, in English. */
const en = {
  'requests.route': 'must be the pattern of a route',
  'requests.code': 'must be a code of our errors',
  'requests.id': 'must be a request id',
} as const

export const say = addMessages(en, { es, pt })
