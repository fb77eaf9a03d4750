import type { SecretPlace } from '../../../core/platform/secret-box.ts'

/** How a person could have gained access to another account. */
export type LinkKind = 'invitation' | 'link_shown' | 'role' | 'enabled' | 'second_factor'

/** Days for which an unconfirmed link counts. */
export const linkDays = 30

/**
 * Where an invitation's link is stored for a second operator if there is no mail server. The link opens an account, so
 * it is stored encrypted.
 */
export function shownLinkPlace(invitationId: string): SecretPlace {
  return { table: 'invitations', column: 'link_box', rowId: invitationId }
}
