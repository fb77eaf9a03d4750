/** Who may see alerts of which kind, and whether such people get a mail without having chosen. */
export interface MailRule {
  kind: string
  side: 'merchant' | 'operator'
  role: string
  mailedByDefault: boolean
}

/** Mails that wait or failed within a day: what the operator should know about the mail server. */
export interface MailState {
  waiting: number
  failed: number
  lastError: string | null
}
