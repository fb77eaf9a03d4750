import { base62, randomBase62 } from '../../platform/ids.ts'
import { type Environment, environments } from '../../values/environment.ts'

/** Length of the public part of a key, by which its row is found. With 10^9 keys a collision is improbable. */
const keyIdLength = 12

/**
 * 33 characters of base 62 are 196 bits. They cannot be guessed, so a keyed hash without salt and stretching is enough.
 */
const randomLength = 33

/** 62^6 is more than 2^32, so six characters hold any CRC-32. */
const checksumLength = 6

const keyShape = new RegExp(
  `^pas_(${environments.join('|')})_([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${randomLength + checksumLength}}$`,
)

/** The purpose under which the secret box hashes a whole key for storage. */
export const apiKeyHashPurpose = 'api-key'

/** Prefix of every API key. Distinguishes a key from a point's id as user name of HTTP Basic. */
export const apiKeyPrefix = 'pas_'

export interface ApiKey {
  environment: Environment
  keyId: string
  /** The whole key. It is shown once; afterwards only its keyed hash exists. */
  text: string
}

/**
 * A new key `pas_<environment>_<key id>_<secret>` (contract section 1). The secret ends in a checksum over everything
 * before it, so that a secret scanner recognises a real key offline. The key id begins with the two digits of the cell.
 */
export function generateApiKey(environment: Environment, cell = ''): ApiKey {
  const keyId = cell + randomBase62(keyIdLength - cell.length)
  const body = `${apiKeyPrefix}${environment}_${keyId}_${randomBase62(randomLength)}`
  return { environment, keyId, text: body + checksum(body) }
}

/** Parses a key. Undefined if its form or checksum is wrong; such a key needs no database lookup. */
export function parseApiKey(text: string): ApiKey | undefined {
  const match = keyShape.exec(text)
  const environment = environments.find((each) => each === match?.[1])
  const keyId = match?.[2]
  if (!environment || !keyId) return undefined
  const body = text.slice(0, -checksumLength)
  return checksum(body) === text.slice(-checksumLength) ? { environment, keyId, text } : undefined
}

function checksum(body: string): string {
  return base62(crc32(Buffer.from(body, 'latin1')), checksumLength)
}

const polynomial = 0xedb88320
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1
  return value >>> 0
})

/** CRC-32 as in gzip and PNG (ITU-T V.42), 0 to 2^32 - 1. Own code, because Node 20.19 has no `zlib.crc32`. */
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
