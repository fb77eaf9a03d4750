import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type ConnectorSetUp, fieldsOfSetUp, type WatchedCertificate } from '../connectors/set-up.ts'
import type { CertificateFacts } from '../processing/store/provider-accounts.ts'
import type { FieldProblem } from '../values/problem.ts'
import { nearestName, refuseFaults, shownName } from '../values/refuse-faults.ts'
import { fieldsOfIssues } from '../web/query-problems.ts'

/** Credentials that are right in form. */
export interface ReadCredentials {
  /** JSON, as the account stores it. */
  text: string
  /** The values that are no secrets. */
  facts: Readonly<Record<string, string>>
  certificates: readonly CertificateFacts[]
}

/** The secret box stores 64 KiB. */
const textBytesMax = 60_000

/**
 * Reads what an operator entered by the connector's schema. Throws `validation_failed` with every wrong field. No message
 * holds a value.
 */
export function readCredentials(setUp: ConnectorSetUp, given: unknown, now: Date): ReadCredentials {
  const unknown = unknownFields(setUp, given)
  const read = setUp.credentials.safeParse(given)
  if (!read.success) refuseFaults([...unknown, ...fieldsOfIssues(read.error.issues)])
  refuseFaults(unknown)
  const credentials = read.data ?? {}
  const text = JSON.stringify(credentials)
  if (Buffer.byteLength(text) > textBytesMax) {
    refuseFaults([{ code: 'too_long', param: 'credentials', message: `credentials has at most ${textBytesMax} bytes` }])
  }
  const { certificates, faults } = readCertificates(setUp.certificates?.(credentials) ?? [], now)
  refuseFaults(faults)
  return { text, facts: shownFacts(setUp, credentials), certificates }
}

function unknownFields({ credentials }: ConnectorSetUp, given: unknown): FieldProblem[] {
  if (typeof given !== 'object' || given === null) return []
  const known = Object.keys(credentials.shape)
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = nearestName(name, known)
      const message = `is no field of these credentials${near === undefined ? '' : `: do you mean ${near}?`}`
      return { code: 'not_allowed', param: shownName(name), message }
    })
}

/** The values that the account's page shows: all but secrets and PEM texts. */
function shownFacts(setUp: ConnectorSetUp, credentials: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    fieldsOfSetUp(setUp).flatMap(({ name, isSecret, isPem }) => {
      const value = credentials[name]
      if (isSecret || isPem || value === undefined || value === null) return []
      return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
    }),
  )
}

function readCertificates(watched: readonly WatchedCertificate[], now: Date) {
  const certificates: CertificateFacts[] = []
  const faults: FieldProblem[] = []
  const fault = (param: string, message: string) => faults.push({ code: 'invalid_format', param, message })
  for (const { field, pem, key } of watched) {
    const chain = chainOf(pem)
    const [first] = chain ?? []
    if (!chain || !first) {
      fault(field, 'must be a certificate in PEM form')
      continue
    }
    if (first.validToDate <= now) fault(field, `has expired on ${first.validToDate.toISOString().slice(0, 10)}`)
    if (key !== undefined && !isKeyOf(first, key)) fault(field, 'does not belong to the private key')
    certificates.push(
      ...chain.map((certificate, place) => factsOf(certificate, place === 0 ? field : `${field} ${place + 1}`)),
    )
  }
  return { certificates, faults }
}

function chainOf(pem: string): { certificate: X509Certificate; validToDate: Date }[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.map((block) => {
      const certificate = new X509Certificate(block)
      // `validToDate` of the class came with a later version of Node.
      return { certificate, validToDate: new Date(certificate.validTo) }
    })
  } catch {
    return undefined
  }
}

function isKeyOf({ certificate }: { certificate: X509Certificate }, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

function factsOf(
  { certificate, validToDate }: { certificate: X509Certificate; validToDate: Date },
  name: string,
): CertificateFacts {
  const subject = certificate.subject.split('\n').join(', ').slice(0, 200)
  return { name, subject, fingerprint: certificate.fingerprint256, not_after: validToDate.toISOString() }
}
