import type { SecretPlace } from '../../platform/secret-box.ts'

/**
 * Where an invitation's link waits, sealed, for a second operator, where no mail server is set: it opens an account, so it
 * never stands in clear.
 */
export function shownLinkPlace(invitationId: string): SecretPlace {
  return { table: 'invitations', column: 'link_box', rowId: invitationId }
}
