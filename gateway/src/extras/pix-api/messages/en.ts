import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of accounts at a Pix API, in English. */
const en = {
  'pix.psp': 'PSP: the bank whose Pix API is called',
  'pix.base': 'Address of the Pix API',
  'pix.token': 'Address for tokens (OAuth)',
  'pix.known': 'Empty where the PSP has a fixed one.',
  'pix.client_id': 'Client id',
  'pix.client_secret': 'Client secret',
  'pix.certificate': 'Client certificate (PEM)',
  'pix.private_key': 'Its private key (PEM)',
  'pix.ca': 'Authority of the PSP’s certificate (PEM)',
  'pix.ca_help': 'Only where the PSP has one of its own.',
  'pix.key': 'Pix key that receives',
  'pix.holder': 'Holder of the account',
  'pix.holder_help': 'As payers see it.',
  'pix.application_key': 'Application key (Banco do Brasil: gw-dev-app-key)',
  'pix.own_addresses': 'With real money a known PSP has its own addresses: choose "other" for another one.',
  'pix.needs_addresses': 'This PSP has no fixed addresses here: give both.',
  'pix.certificate_and_key': 'Certificate and private key belong together: give both.',
  'pix.step_token_and_certificate': 'Token and certificate are accepted',
  'pix.step_code_in_time': 'A charge has its code within 6 seconds',
  'pix.step_same_key': 'The same key again is the same charge',
  'pix.step_inquiry_pending': 'An inquiry finds the open charge',
  'pix.step_unknown_key': 'An unknown key is not found',
  'pix.step_due_charge': 'A charge that is due on a day',
  'pix.step_cancelled': 'A cancelled charge stays cancelled',
  'pix.step_lost_answer': 'A charge whose answer was lost is found, or was never made',
  'pix.step_webhook': 'The webhook is registered and kept',
  'pix.step_payment': 'The smallest payment arrives, with its end-to-end id',
  'pix.step_push': 'The bank tells the payment by the webhook',
  'pix.step_refund': 'The payment is refunded whole',
  'pix.step_same_refund': 'The same refund again is sent once',
  'pix.step_clock': 'The bank’s clock is right',
} as const

export const say = addMessages(en, { es, pt })
