import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of signatures of requests, in English. */
const en = {
  'signature.required': 'This point takes signed payouts and refunds only: send X-Timestamp, X-Nonce and X-Signature.',
  'signature.form': 'v1= and 64 hex digits',
  'signature.timestamp_form': 'whole Unix seconds',
  'signature.nonce_form': '8 to 128 printable ASCII characters',
  'header.must_be': '{header} must be {form}.',
  'signature.no_secret': 'X-Signature cannot be verified: this point has no signing secret. Leave it out, or ask your operator for one.',
} as const

export const say = addMessages(en, { es, pt })
