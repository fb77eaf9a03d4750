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
