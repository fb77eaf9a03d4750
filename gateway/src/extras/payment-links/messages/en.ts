import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of payment links, in English. */
const en = {
  'link.unknown': 'Your point has no such payment link.',
  'link.what_reference': 'your unique id of the link',
  'link.what_title': 'what payers read about what they pay',
  'link.what_currency': 'the currency of the link, such as ARS',
  'link.currency': '{field} has no service code with which this point may take pay-ins',
  'link.title_address': '{field} must hold no address of the web',
  'link.codes': '{field} is a list of 1 to {max} service codes',
  'link.code': '{field} is no service code with which this point may take pay-ins in {currency}. Cards are never offered.',
  'link.amount_either': '{field} is either sent alone, or else amount_min and amount_max',
  'link.amount_order': 'amount_max must not be below amount_min',
  'link.amount_between': '{field} is between {min} and {max}',
} as const

export const say = addMessages(en, { es, pt })
