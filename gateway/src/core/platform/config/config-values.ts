import { createPrivateKey, X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { hasBothSlashes } from '../../values/refuse-faults.ts'
import { readDatabaseAddress } from '../database/hosts.ts'

/** Schemas of single settings. Their messages complete the sentence "NAME …" and never repeat the value. */

export function wholeNumber(max: number, min = 0) {
  return z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number)
}

export function oneOf<const Choices extends readonly [string, ...string[]]>(...choices: Choices) {
  return z.enum(choices, { error: `must be one of ${choices.join(', ')}` })
}

/** An http or https URL without user, query and fragment. A trailing slash is removed. */
export const httpAddress = z
  .string()
  .refine(isHttpAddress, 'must be an http or https address without user, query and fragment')
  .transform((text) => text.replace(/\/+$/, ''))

/** Where callbacks go: a query is allowed, and it is kept unchanged. */
export const callbackAddress = z
  .string()
  .refine(
    (text) => /^https:/i.test(text) && isHttpAddress(text.split('?')[0] ?? ''),
    'must be an https address without user and fragment; to receive callbacks on this machine, run npx pasarela listen',
  )

export const databaseAddress = z
  .string()
  .refine(
    (text) => readDatabaseAddress(text) !== undefined,
    'must be a PostgreSQL connection string; hosts are separated by commas, and target_session_attrs is read-write or primary',
  )

export const networkList = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .refine((list) => list.every(isNetwork), 'must be a list of networks in CIDR notation, separated by commas')

/** An existing file that this process may read; made absolute. */
export const readableFile = z
  .string()
  .refine(isReadable, 'must name an existing file that this process may read')
  .transform((text) => resolve(text))

/** A PEM file with at least one certificate, as an absolute path. */
export const certificateFile = readableFile.refine(
  holdsCertificates,
  'must name a PEM file with one or more certificates (-----BEGIN CERTIFICATE-----)',
)

/** A PEM file with a private key without a passphrase, as an absolute path. */
export const privateKeyFile = readableFile.refine(
  holdsPrivateKey,
  'must name a PEM file with a private key that has no passphrase',
)

/** Shorter tokens can be guessed. */
const tokenCharactersMin = 16

/** A file with one token of visible ASCII characters. Read at the start. */
export const tokenFile = readableFile
  .transform((path) => readFileSync(path, 'utf8').trim())
  .refine(
    (token) => /^[\x21-\x7e]+$/.test(token) && token.length >= tokenCharactersMin,
    `must name a file with one token of at least ${tokenCharactersMin} visible characters`,
  )

/** Account numbers have few digits: with a short key their hashes could be tried out. */
export const cellsKey = z.string().regex(/^[\x21-\x7e]{32,200}$/, 'must be 32 to 200 visible characters without spaces')

/** A file with the password of a database, without the line end. Read at the start. */
export const passwordFile = readableFile
  .transform((path) => readFileSync(path, 'utf8').replace(/\r?\n$/, ''))
  .refine((password) => /^[^\r\n\0]+$/.test(password), 'must name a file with one line, the password')

const certificateShape = /^-----BEGIN CERTIFICATE-----\r?$[\s\S]*?^-----END CERTIFICATE-----\r?$/gm

/** Checks every certificate of the file. OpenSSL skips unreadable ones, which would then not be trusted. */
function holdsCertificates(path: string): boolean {
  const found = certificatesOf(path)
  return found.length > 0 && found.every(isCertificate)
}

function certificatesOf(path: string): string[] {
  return readFileSync(path, 'utf8').match(certificateShape) ?? []
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint256 !== ''
  } catch {
    return false
  }
}

function holdsPrivateKey(path: string): boolean {
  try {
    return createPrivateKey(readFileSync(path)).type === 'private'
  } catch {
    return false
  }
}

/** Whether the key belongs to the first certificate. Both files have passed the checks above. */
export function belongTogether(certificatePath: string, keyPath: string): boolean {
  const [first = ''] = certificatesOf(certificatePath)
  return new X509Certificate(first).checkPrivateKey(createPrivateKey(readFileSync(keyPath)))
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text) || !hasBothSlashes(text)) return false
  const url = new URL(text)
  return (
    /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  )
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits < 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
