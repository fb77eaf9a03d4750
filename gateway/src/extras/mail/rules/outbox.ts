import type { SecretPlace } from '../../../core/platform/secret-box.ts'

/** Who may see alerts of a kind, and whether these people get mails by default. */
export interface MailRule {
  kind: string
  side: 'merchant' | 'operator'
  role: string
  mailedByDefault: boolean
}

/** Mails that wait or failed within a day. They show the operator whether the mail server works. */
export interface MailState {
  waiting: number
  failed: number
  lastError: string | null
}

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
