import type { SecretPlace } from '../../platform/secret-box.ts'

/**
 * Where an invitation's link is stored until its mail is sent. The link opens an account, so it is stored encrypted.
 */
export function invitationLinkPlace(invitationId: string): SecretPlace {
  return { table: 'mails', column: 'link_box', rowId: invitationId }
}

/** Where the link to set a new password is stored, encrypted, until its mail is sent. */
export function recoveryLinkPlace(recoveryId: string): SecretPlace {
  return { table: 'mails', column: 'link_box', rowId: recoveryId }
}
