import type { FieldProblem, GatewayModules } from './gateway-modules.ts'
import { type Language, languages } from './languages.ts'

/** What the API says to a request with one mistake. */
export interface Answer {
  /** What was changed: fields without the objects around them, and their values as JSON, without one where left out. */
  readonly sent: readonly { readonly field: string; readonly json?: string }[]
  readonly code: string
  readonly messages: Readonly<Record<Language, string>>
  readonly live: Verdict
  readonly test: Verdict
}

export type Verdict = 'refused' | 'warned'

export interface Attempt {
  readonly operation: 'payin' | 'payout'
  readonly body: Readonly<Record<string, unknown>>
  /** Path in the body to its new value; undefined removes it. */
  readonly change: Readonly<Record<string, unknown>>
  /** The path that the answer names, where it is not the first one that changes. */
  readonly field?: string
}

/** Fixed, so that the pages of two builds are the same. The examples' cards are valid then. */
const now = new Date('2030-01-01T00:00:00Z')

/** Asks the gateway's own checks. Throws where they find nothing wrong, so that no page shows a mistake that is none. */
export function answerTo(attempt: Attempt, gateway: GatewayModules): Answer {
  const strict = faultOf(attempt, 'strict', gateway)
  const lenient = faultOf(attempt, 'lenient', gateway)
  const about = JSON.stringify(attempt.change)
  if (strict === undefined || lenient === undefined) throw new Error(`the gateway takes ${about} without a word`)
  const messages = Object.fromEntries(
    languages.map((language) => [language, gateway.fieldsIn([strict.problem], language)[0]?.message ?? '']),
  )
  return {
    sent: Object.entries(attempt.change).map(([path, value]) => ({
      field: path.split('.').at(-1) ?? '',
      ...(value !== undefined && { json: JSON.stringify(value) }),
    })),
    code: strict.problem.code,
    messages: messages as Record<Language, string>,
    live: strict.verdict,
    test: lenient.verdict,
  }
}

/** What a live point makes of a check digit that does not fit the field; undefined where it notices nothing. */
export function verdictOnDigit(attempt: Attempt, gateway: GatewayModules): Verdict | undefined {
  const fault = faultOf(attempt, 'strict', gateway)
  return fault?.problem.code === 'invalid_check_digit' ? fault.verdict : undefined
}

/** Throws where a live point refuses a body or warns about it. */
export function assertAccepted({ operation, body, change }: Attempt, gateway: GatewayModules): void {
  const result = readerOf(operation, gateway)(changed(body, change), { checks: 'strict', now })
  const findings = [...(result.problems ?? []), ...result.warnings]
  if (findings.length > 0) throw new Error(`an example of the pages is wrong: ${JSON.stringify({ change, findings })}`)
}

function faultOf(
  { operation, body, change, field }: Attempt,
  checks: 'strict' | 'lenient',
  gateway: GatewayModules,
): { problem: FieldProblem; verdict: Verdict } | undefined {
  const result = readerOf(operation, gateway)(changed(body, change), { checks, now })
  const wanted = field ?? Object.keys(change)[0]
  const ofField = (list: readonly FieldProblem[] = []) => list.find(({ param }) => param === wanted)
  const refused = ofField(result.problems)
  if (refused) return { problem: refused, verdict: 'refused' }
  const warned = ofField(result.warnings)
  return warned && { problem: warned, verdict: 'warned' }
}

function readerOf(operation: 'payin' | 'payout', gateway: GatewayModules) {
  return operation === 'payin' ? gateway.readPayin : gateway.readPayout
}

/** A copy of a body with values at dotted paths replaced. */
function changed(body: unknown, change: Readonly<Record<string, unknown>>): unknown {
  const copy = structuredClone(body) as Record<string, unknown>
  for (const [path, value] of Object.entries(change)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, copy)
    if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return copy
}
