import type { CertificationStep, SetUpField, SetUpValues, StepResult } from '../../../core/connectors/connector.ts'
import { isUuid } from '../../../core/platform/ids.ts'

/** A step as it was run. It holds no secrets and no personal data. */
export interface CertifiedStep extends StepResult {
  name: string
  expected: string
  is_optional: boolean
  took_ms: number
  /** The provider's own ids of the calls, where it gives them. */
  request_ids: readonly string[]
}

/** `incomplete`: nothing failed, but a step that is needed was skipped. */
export type CertificationOutcome = 'passed' | 'failed' | 'incomplete'

export type CertificationState = 'certified' | 'certified_before_change' | 'not_certified'

/** An account is certified when every step that is not optional passed. */
export function outcomeOfSteps(steps: readonly CertifiedStep[]): CertificationOutcome {
  const needed = steps.filter(({ is_optional: isOptional }) => !isOptional)
  if (needed.some(({ state }) => state === 'failed')) return 'failed'
  return needed.length > 0 && needed.every(({ state }) => state === 'passed') ? 'passed' : 'incomplete'
}

export function passedOf(steps: readonly CertifiedStep[]): number {
  return steps.filter(({ state }) => state === 'passed').length
}

/** What the last run that ended says about an account. `fingerprint`: of the credentials that it has now. */
export function stateOfCertification(
  run: { outcome: CertificationOutcome; credentials_fingerprint: string } | undefined,
  fingerprint: string,
): CertificationState {
  if (run?.outcome !== 'passed') return 'not_certified'
  return run.credentials_fingerprint === fingerprint ? 'certified' : 'certified_before_change'
}

const cameLengthMax = 500
const requestIdsMax = 5

/** What a step kept, as it may be stored and shown. */
export function storableStep(
  { name, expected, isOptional }: CertificationStep,
  { result, tookMs, requestIds }: { result: StepResult; tookMs: number; requestIds: readonly string[] },
  hide: (text: string) => string,
): CertifiedStep {
  return {
    ...{ name, expected, state: result.state, came: hide(result.came).slice(0, cameLengthMax) },
    is_optional: isOptional === true,
    took_ms: Math.round(tookMs),
    request_ids: [...new Set(requestIds)].filter((id) => isUuid(id) || hide(id) === id).slice(-requestIdsMax),
  }
}

const hidden = '•••'

/** Hides what an answer may repeat: the account's secrets, whatever is long enough for a token, and what names a person. */
export function hiderOf(fields: readonly SetUpField[], values: SetUpValues): (text: string) => string {
  const secrets = fields
    .filter(({ kind }) => kind === 'secret' || kind === 'private_key')
    .flatMap(({ name }) => values[name] ?? [])
  return (text) =>
    secrets
      .reduce((left, secret) => left.replaceAll(secret, hidden), text)
      .replaceAll(/[\w.+/=~-]{40,}/g, hidden)
      .replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, hidden)
      .replaceAll(/(?<![\w.])\d[\d./-]{9,18}\d(?!\w)/g, hidden)
}

/** Where providers give the id of a call. */
const requestIdHeaders = [
  'x-correlation-id',
  'x-correlationid',
  'x-itau-correlationid',
  'correlation-id',
  'x-request-id',
  'request-id',
  'x-transaction-id',
]

/** The provider's id of a call; undefined where its answer has none. */
export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const given = requestIdHeaders.flatMap((name) => headers[name] ?? [])[0]
  return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : undefined
}
