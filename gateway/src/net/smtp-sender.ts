import { createTransport } from 'nodemailer'

/** Where mails go. The password never leaves this folder. */
export interface SmtpSettings {
  host: string
  port: number
  /** smtps: TLS from the first byte. */
  secure: boolean
  user: string | undefined
  password: string | undefined
}

export interface MailAddress {
  name: string | null
  address: string
}

export interface OutgoingMail {
  to: MailAddress
  subject: string
  text: string
  html: string
  /** Names the mail for ever, so that one that was sent twice after a crash can be told to be the same. */
  messageName: string
}

/**
 * What became of a mail. `refused`: the server will never take it (5xx about this mail). `failed`: try again. The error is
 * a code such as `EENVELOPE 550`, never the server's words, which may quote an address.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; error: string }

export interface MailSender {
  /** Never rejects. */
  send(mail: OutgoingMail): Promise<MailResult>
}

/** Silence of the server for this long ends an attempt. */
const connectTimeoutMs = 10_000
const silenceTimeoutMs = 20_000

/** A server that speaks, but slowly: by then the attempt ends, before another process may take the mail (mails' lease). */
const attemptTimeoutMs = 120_000

/**
 * Sends by SMTP, each mail over a connection of its own. Without TLS only to this machine itself; elsewhere a server
 * that offers no STARTTLS gets nothing, and its certificate must be good.
 */
export function smtpSender(settings: SmtpSettings, from: MailAddress): MailSender {
  const { host, port, secure, user, password } = settings
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: !secure && !isLoopback(host),
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    send: async (mail) => {
      const sending = transport.sendMail({
        from: addressOf(from),
        to: addressOf(mail.to),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        messageId: `<${mail.messageName}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return await inTime(sending.then(() => ({ kind: 'sent' }) as const, resultOf))
    },
  }
}

/** Whether a host is this machine by its name or number, without asking anybody. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Text that cannot begin a header of its own: line breaks and other control characters become spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function addressOf({ name, address }: MailAddress) {
  return { name: name === null ? '' : oneLine(name), address: oneLine(address) }
}

/** What the library tells of a failure. */
interface SmtpError {
  code?: string
  responseCode?: number
}

/** 5xx about the sender, the recipient or the content is final; a refused login is the operator's to mend. */
function resultOf(error: unknown): MailResult {
  const { code = 'EOTHER', responseCode } = error as SmtpError
  const text = responseCode === undefined ? code : `${code} ${responseCode}`
  const aboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const final = aboutTheMail && (responseCode === undefined || responseCode >= 500)
  return { kind: final ? 'refused' : 'failed', error: text.slice(0, 60) }
}

async function inTime(sending: Promise<MailResult>): Promise<MailResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<MailResult>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'failed', error: 'ETIMEDOUT' }), attemptTimeoutMs)
  })
  try {
    return await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}
