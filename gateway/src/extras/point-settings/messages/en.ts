import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of settings of a point, in English. */
const en = {
  'point.no_secret': 'This point has no {secret}.',
  'secret.rotated_lately': 'The secret was rotated a while ago, and the one before signs until {until}: rotating again would silence it. Wait, or send "force": true.',
  'token.none_staged': 'No token is staged: stage one first.',
  'token.none_to_retire': 'There is no token to retire: neither an old nor a staged one.',
  'terms.fixed_fee_service': 'a fixed fee has a currency: name one service code',
  'terms.release_of_payins': 'only pay-ins are released',
  'terms.lowers_safeguard': 'This lowers a safeguard of a live point: propose it, and another operator decides.',
  'key.id': 'must be the id of a key',
  'terms.percent': '{field} is between 0 and 100, with up to 4 decimals',
} as const

export const say = addMessages(en, { es, pt })
