import type { SecretPlace } from '../../platform/secret-box.ts'

/** Where an invitation's link waits, sealed, until its mail is sent: it opens an account, so it never stands in clear. */
export function invitationLinkPlace(invitationId: string): SecretPlace {
  return { table: 'mails', column: 'link_box', rowId: invitationId }
}

/** The same for a link by which somebody sets a new password. */
export function recoveryLinkPlace(recoveryId: string): SecretPlace {
  return { table: 'mails', column: 'link_box', rowId: recoveryId }
}
