import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of shop addresses, logos and colours, in English. */
const en = {
  'shop.whole_address': 'must be the whole address of a web page',
  'shop.no_user': 'must hold no user name and no password',
  'shop.public_host': 'must name a host of the internet, such as shop.example',
  'logo.kib_at_most': 'has at most {max} KiB',
  'logo.png': 'must be a PNG picture',
  'logo.damaged': 'must be a whole picture: this file is damaged',
  'logo.pixels_at_most': 'has at most {width} x {height} pixels',
  'logo.base64': 'must be a file as base64',
  'shop.colour': 'must be a colour such as {example}',
} as const

export const say = addMessages(en, { es, pt })
