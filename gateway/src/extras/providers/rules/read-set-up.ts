import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import type { ProviderSetUp, SetUpField, SetUpValues } from '../../../core/connectors/connector.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { FieldProblem } from '../../../core/values/problem.ts'
import { hasBothSlashes } from '../../../core/values/refuse-faults.ts'
import { say } from '../messages/en.ts'

/** What an operator typed, read by the schema of a connector. */
export interface ReadSetUp {
  values: SetUpValues
  /** What may be shown: values that are no secrets, and facts of certificates. */
  settings: Readonly<Record<string, string>>
  /** When the first certificate ends; null: there is none. */
  certificateEndsAt: Date | null
  faults: readonly FieldProblem[]
}

/**
 * Reads the values of an account by the fields of its connector. `before`: the values that it has, which stand where none
 * is given. Lists every fault, and none of them quotes a secret.
 */
export function readSetUp(
  setUp: ProviderSetUp,
  given: Readonly<Record<string, string>>,
  { environment, now, before = {} }: { environment: Environment; now: Date; before?: SetUpValues },
): ReadSetUp {
  const faults: FieldProblem[] = Object.keys(given)
    .filter((name) => !setUp.fields.some((field) => field.name === name))
    .map((name) => ({ code: 'unknown_field', param: name, message: say('provider.unknown_field', { field: name }) }))
  const values: Record<string, string> = {}
  const settings: Record<string, string> = {}
  const ends: Date[] = []
  for (const field of setUp.fields) {
    const typed = given[field.name]?.trim()
    const value = typed === undefined || typed === '' ? before[field.name] : typed
    if (value === undefined) {
      if (!field.isOptional) faults.push(fault(field, 'required', say('field.needed', { field: field.name })))
      continue
    }
    values[field.name] = value
    const read = readValue(field, value, now)
    if ('code' in read) faults.push(read)
    else if (read.shown !== undefined) settings[field.name] = read.shown
    if ('endsAt' in read && read.endsAt) ends.push(read.endsAt)
  }
  if (faults.length === 0) faults.push(...pairFaults(setUp, values), ...(setUp.check?.(values, environment) ?? []))
  return { values, settings, certificateEndsAt: ends.toSorted((one, other) => +one - +other)[0] ?? null, faults }
}

type Read = FieldProblem | { shown?: string; endsAt?: Date }

function readValue(field: SetUpField, value: string, now: Date): Read {
  const { name, kind, lengthMax, choices = [] } = field
  if (value.length > lengthMax) {
    return fault(field, 'too_long', say('field.characters_at_most', { field: name, max: lengthMax }))
  }
  const isPem = kind === 'certificate' || kind === 'private_key'
  if (isPem ? /[^\n\r\t\x20-\x7e]/.test(value) : /[\p{Cc}\p{Cf}]/u.test(value)) {
    return fault(field, 'invalid_format', say('field.holds_control_character', { field: name }))
  }
  if (kind === 'certificate') return readCertificate(field, value, now)
  if (kind === 'private_key') return isKey(value) ? {} : fault(field, 'invalid_format', say('provider.no_key'))
  if (kind === 'secret') return {}
  if (kind === 'choice' && !choices.includes(value)) {
    return fault(field, 'invalid_format', say('provider.choices', { choices: choices.join(', ') }))
  }
  if (kind === 'address' && !isAddress(value)) return fault(field, 'invalid_format', say('provider.address'))
  return { shown: value }
}

function readCertificate(field: SetUpField, pem: string, now: Date): Read {
  try {
    const { validTo, validFrom, subject, fingerprint256 } = new X509Certificate(pem)
    const [endsAt, from] = [new Date(validTo), new Date(validFrom)]
    if (endsAt <= now)
      return fault(field, 'not_allowed', say('provider.certificate_over', { at: endsAt.toISOString() }))
    if (from > now) return fault(field, 'not_allowed', say('provider.certificate_later', { at: from.toISOString() }))
    return { shown: `${subject.replaceAll('\n', ', ')} · SHA-256 ${fingerprint256}`, endsAt }
  } catch {
    return fault(field, 'invalid_format', say('provider.no_certificate'))
  }
}

function isKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).type === 'private'
  } catch {
    return false
  }
}

function isAddress(text: string): boolean {
  const url = URL.canParse(text) && hasBothSlashes(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && `${url.username}${url.password}${url.hash}${url.search}` === ''
}

/** A certificate and the key that follows it in the schema belong together. */
function pairFaults({ fields }: ProviderSetUp, values: SetUpValues): FieldProblem[] {
  const keys = fields.filter(({ kind }) => kind === 'private_key')
  const certificates = fields.filter(({ kind }) => kind === 'certificate')
  return keys.flatMap((key, at) => {
    const [certificate, pem] = [values[certificates[at]?.name ?? ''], values[key.name]]
    if (certificate === undefined || pem === undefined) return []
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(pem))
    return isPair ? [] : [fault(key, 'not_allowed', say('provider.no_pair'))]
  })
}

function fault({ name }: SetUpField, code: FieldProblem['code'], message: FieldProblem['message']): FieldProblem {
  return { code, param: name, message }
}

/** Names what a secret is without telling it: the first bytes of its SHA-256, so that two people can compare. */
export function fingerprintOf(credentials: string): string {
  return createHash('sha256').update(credentials).digest('hex').slice(0, 16)
}
