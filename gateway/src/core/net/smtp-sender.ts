import { createTransport } from 'nodemailer'

/** The SMTP server. The password never leaves this folder. */
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
  /** Identifies the mail. After a crash a mail may be sent twice; recipients recognise the copy by this name. */
  messageName: string
}

/**
 * Result of one attempt. `refused`: the server will never accept this mail (5xx about it). `failed`: try again. The
 * error is a code such as `EENVELOPE 550`, never the server's text, which may quote an address.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; error: string }

export interface MailSender {
  /** Never rejects. */
  send(mail: OutgoingMail): Promise<MailResult>
}

/** A server that is silent for this long ends the attempt. */
const connectTimeoutMs = 10_000
const silenceTimeoutMs = 20_000

/**
 * Limit of one attempt with a slow server. Shorter than the mail's lease, so that no other process sends the same mail.
 */
const attemptTimeoutMs = 120_000

/**
 * Sends each mail by SMTP over its own connection. Without TLS only to this machine itself. Any other server must offer
 * STARTTLS and a valid certificate.
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

/** Whether a host name or address means this machine. Nothing is resolved. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** Replaces line breaks and other control characters by spaces, so that a text cannot inject a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function addressOf({ name, address }: MailAddress) {
  return { name: name === null ? '' : oneLine(name), address: oneLine(address) }
}

/** The parts of the library's error that are used. */
interface SmtpError {
  code?: string
  responseCode?: number
}

/** 5xx about the sender, the recipient or the content is final. A refused login can be repaired by the operator. */
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
