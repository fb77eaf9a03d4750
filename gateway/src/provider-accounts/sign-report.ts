import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import type { SecretBox } from '../platform/secret-box.ts'

/** What comes before the 32 bytes of a private key of Ed25519 in PKCS #8 (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

const purpose = 'certification-signing-key'

/** A report with its signature, as it is written to a file. */
const signedReport = z.object({
  /** The signed text: JSON. */
  report: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
  /** PEM. */
  public_key: z.string(),
})

export type SignedReport = z.infer<typeof signedReport>

const reportFacts = z.object({ result: z.string(), by: z.string(), ended_at: z.string() })

/** Undefined where the text is no signed report. */
export function readSignedReport(text: string): SignedReport | undefined {
  try {
    return signedReport.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What a report of this deployment says. */
export function factsOfReport({ report }: SignedReport): z.infer<typeof reportFacts> {
  return reportFacts.parse(JSON.parse(report))
}

/** The signing key of this deployment: the same for the same master key. */
function signingKey(secretBox: Pick<SecretBox, 'keyedHash'>): KeyObject {
  const seed = secretBox.keyedHash(purpose, 'ed25519')
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

export function signReport(secretBox: Pick<SecretBox, 'keyedHash'>, report: string): SignedReport {
  const key = signingKey(secretBox)
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  return { report, signature: sign(null, Buffer.from(report), key).toString('base64'), public_key: publicKey }
}

/** Whether this deployment signed exactly this report. The key that a report names proves nothing. */
export function isOurReport(secretBox: Pick<SecretBox, 'keyedHash'>, { report, signature }: SignedReport): boolean {
  const key = createPublicKey(signingKey(secretBox))
  return verify(null, Buffer.from(report), key, Buffer.from(signature, 'base64'))
}
