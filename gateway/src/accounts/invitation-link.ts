import type { SecretPlace } from '../lib/secret-box.ts'

/** Where an invitation's link waits, sealed, until its mail is sent: it opens an account, so it never stands in clear. */
export function invitationLinkPlace(invitationId: string): SecretPlace {
  return { table: 'mails', column: 'link_box', rowId: invitationId }
}
