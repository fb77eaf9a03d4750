import { z } from 'zod'

/** Schemas of the settings for mail and retention. Messages as in config-values.ts. */

/** A mail server. The password is a secret. */
export interface SmtpServer {
  host: string
  port: number
  /** smtps: TLS from the first byte. */
  secure: boolean
  user: string | undefined
  password: string | undefined
}

export interface Sender {
  name: string | null
  address: string
}

const submissionPort = 587
const implicitTlsPort = 465

/** `smtp://` or `smtps://`, with user and password percent-encoded where necessary. */
export const smtpAddress = z
  .string()
  .refine(
    isSmtpAddress,
    'must be an smtp:// or smtps:// address of host and port, with user and password or without both',
  )
  .transform(readSmtpAddress)

/** `Name <address>` or the address alone. */
export const mailSender = z
  .string()
  .refine((text) => readSender(text) !== undefined, 'must be a mail address, or a name with the address in < >')
  .transform((text): Sender => readSender(text) ?? { name: null, address: '' })

/**
 * With fewer than 60 days, a callback resend or a late bank notification could still need the data. 100 years is the
 * longest period that is useful; use 0 for ever.
 */
const retentionDaysMin = 60
const retentionDaysMax = 36_500

/** Days, or 0 for ever. */
export const retentionDays = z
  .string()
  .refine(
    (text) =>
      /^\d{1,5}$/.test(text) &&
      (Number(text) === 0 || (Number(text) >= retentionDaysMin && Number(text) <= retentionDaysMax)),
    `must be 0 or a whole number from ${retentionDaysMin} to ${retentionDaysMax}`,
  )
  .transform(Number)

function isSmtpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && (url.pathname === '' || url.pathname === '/')
  const bothOrNone = (url.username === '') === (url.password === '')
  return /^smtps?:$/.test(url.protocol) && url.hostname !== '' && plain && bothOrNone && isDecodable(url)
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

function readSmtpAddress(text: string): SmtpServer {
  const url = new URL(text)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? implicitTlsPort : submissionPort) : Number(url.port),
    secure,
    user: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
  }
}

function readSender(text: string): Sender | undefined {
  const match = /^(?:([^<>"\p{Cc}]{1,100}?) ?<([^<>]+)>|([^<>]+))$/u.exec(text.trim())
  const address = match?.[2] ?? match?.[3] ?? ''
  if (!match || address.length > 254 || !/^[^\s@,;:"()[\]\\]+@[^\s@,;:"()[\]\\]+$/.test(address)) return undefined
  return { name: match[1] ?? null, address }
}
