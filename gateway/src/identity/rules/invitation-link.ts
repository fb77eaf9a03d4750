import type { SecretPlace } from '../../platform/secret-box.ts'

/**
 * Where an invitation's link is stored for a second operator if there is no mail server. The link opens an account, so
 * it is stored encrypted.
 */
export function shownLinkPlace(invitationId: string): SecretPlace {
  return { table: 'invitations', column: 'link_box', rowId: invitationId }
}
