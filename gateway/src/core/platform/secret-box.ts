import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const version = 1
const nonceBytes = 12
const tagBytes = 16

/**
 * The table, row and column of a secret. Authenticated with the box, so that a box that was moved to another row or
 * column does not open.
 */
export interface SecretPlace {
  table: string
  column: string
  rowId: string
}

/**
 * Encrypts secrets at rest: AES-256-GCM, layout `version(1) | nonce(12) | ciphertext | tag(16)`. The place is
 * additional authenticated data (NIST SP 800-38D). The keys derive from the master key by HKDF-SHA256 and purpose.
 */
export interface SecretBox {
  seal(secret: string, place: SecretPlace): Buffer
  /** Throws if the box was changed, moved or sealed with another master key. */
  open(box: Buffer, place: SecretPlace): string
  /**
   * HMAC-SHA256 with a separate key for each purpose: API key lookups, content hashes, the master key's check value.
   */
  keyedHash(purpose: string, value: string): Buffer
}

export function secretBox(masterKey: Buffer): SecretBox {
  const key = derive(masterKey, 'secret-box')
  const hashKeys = new Map<string, Buffer>()
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(placeText(place))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()])
    },
    open(box, place) {
      if (box[0] !== version || box.length < 1 + nonceBytes + tagBytes) throw new Error('the secret box is malformed')
      const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(1, 1 + nonceBytes))
      decipher.setAAD(placeText(place)).setAuthTag(box.subarray(box.length - tagBytes))
      const body = box.subarray(1 + nonceBytes, box.length - tagBytes)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    keyedHash(purpose, value) {
      let hashKey = hashKeys.get(purpose)
      if (!hashKey) {
        hashKey = derive(masterKey, `hash:${purpose}`)
        hashKeys.set(purpose, hashKey)
      }
      return createHmac('sha256', hashKey).update(value, 'utf8').digest()
    },
  }
}

function derive(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `pasarela:${purpose}`, 32))
}

function placeText(place: SecretPlace): Buffer {
  return Buffer.from(`${place.table}|${place.column}|${place.rowId}`, 'utf8')
}
