import { addMessages } from '../../../core/texts/messages/say.ts'
import type { say as sayOfBanks } from '../../bank-accounts/messages/en.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of accounts at providers and of routes, in English. */
const en = {
  'provider.unknown_connector': 'Operators connect no accounts of {connector}.',
  'provider.unknown_account': 'There is no such account.',
  'provider.unknown_draft': 'Nothing was tried under this id, or it was used, or it is older than a week: try the account again.',
  'provider.unknown_route': 'There is no such route, or it has ended.',
  'provider.other_connector': 'This account is of another connector or environment.',
  'provider.other_environment': 'The point and the account are of different environments: a sandbox serves test points only, and only live accounts serve live points.',
  'provider.environment': 'The connector does not serve this environment.',
  'provider.unknown_field': '{field} is no field of this connector.',
  'provider.trial_failed': 'The provider did not accept it, and nothing was kept: {why}',
  'provider.full': 'Too many accounts wait for somebody to agree to them.',
  'provider.choices': 'One of {choices}.',
  'provider.address': 'An address with https:// and without user, query or fragment.',
  'provider.no_certificate': 'This is no certificate in PEM form (-----BEGIN CERTIFICATE-----).',
  'provider.no_key': 'This is no private key in PEM form without a passphrase.',
  'provider.no_pair': 'The private key does not belong to the certificate.',
  'provider.certificate_over': 'The certificate ended at {at}.',
  'provider.certificate_later': 'The certificate is valid from {at} on.',
  'provider.rank_taken': 'Another route of the same orders has this priority: choose another one, or end that route first.',
  'provider.no_certification': '{connector} has no certification.',
  'provider.same_name': 'Several accounts have this name: give the id of one.',
  'provider.is_live': 'This account is live: real money would move. Say that you mean it with --live.',
  'provider.is_sandbox': 'This account is a sandbox: leave --live out.',
  'provider.step_orders_ended': 'Every order of the run is ended',
} as const

const own = addMessages(en, { es, pt })

export const say: typeof own & typeof sayOfBanks = own
