/** What is said of accounts at providers and of routes, in English. */
export const providerTexts = {
  'provider.unknown_connector': 'Operators connect no accounts of {connector}.',
  'provider.unknown_account': 'There is no such account.',
  'provider.unknown_draft':
    'Nothing was tried under this id, or it was used, or it is older than a week: try the account again.',
  'provider.unknown_route': 'There is no such route, or it has ended.',
  'provider.other_connector': 'This account is of another connector or environment.',
  'provider.other_environment':
    'The point and the account are of different environments: a sandbox serves test points only, and only live accounts serve live points.',
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
  'provider.rank_taken':
    'Another route of the same orders has this priority: choose another one, or end that route first.',
  'provider.behind': 'These orders go on to {account}: that route is asked first.',
  'provider.refused_then': 'Such orders are refused from then on: no other route takes them.',
  'payment.no_code':
    'The bank has not given a code yet. Send the same request again: it answers with the code of the same charge.',
  'reference.untold':
    'This reference waits for the code of another charge: its content differs.',
} as const
