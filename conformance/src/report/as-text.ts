import { isBeyond, sections } from '../rules/rule.ts'
import type { Evidence, RuleBroken } from '../run/expect.ts'
import type { CheckOutcome, RuleResult } from '../run/run-checks.ts'

const marks = { passed: 'passed     ', failed: 'FAILED     ', 'not checked': 'not checked' } as const
const idLength = 12
/** A reply may be a whole page. */
const textLengthMax = 2_000
/**
 * In a report that somebody sends around, card numbers have no place, nor a callback's hash: with its api_key it
 * authenticates any other body.
 */
const hidden = /("(?:payer_card_(?:number|security_code)|security_hash)"\s*:\s*)("[^"]*"|\d+)/g

/** A reply could otherwise rewrite the terminal. */
const controls = /[^\P{Cc}\n\t]|\p{Cf}/gu

/** The report for people, line by line: every rule by section, what was sent and came back where one failed, the sums. */
export function reportAsText(results: readonly RuleResult[], url: string): string[] {
  const lines = [`The rules of the specification, checked at ${url}`]
  for (const section of sections) {
    const own = results.filter(({ rule }) => rule.section === section)
    if (own.length > 0) lines.push('', section, ...own.flatMap(linesOf))
  }
  return [...lines, '', ...summaryOf(results)]
}

function linesOf({ rule, outcome, checks, reason }: RuleResult): string[] {
  const head = `  ${marks[outcome]}  ${rule.id.padEnd(idLength)} ${rule.rule}`
  const decision = rule.decision === undefined ? [] : [`${' '.repeat(idLength + 16)}Pasarela: ${rule.decision}`]
  const why = reason === undefined ? [] : [`      because ${reason}`]
  return [head, ...(outcome === 'failed' ? decision : []), ...why, ...checks.flatMap(failureLines)]
}

function failureLines(check: CheckOutcome): string[] {
  if (check.outcome !== 'failed') return []
  return [`      check    ${check.name}`, ...describeFailure(check.failure).map((line) => `      ${line}`)]
}

/** Also for JUnit and JSON. */
export function describeFailure({ expected, found, evidence }: RuleBroken): string[] {
  return [
    `expected ${expected}`,
    `found    ${shortened(found)}`,
    ...(evidence === undefined ? [] : evidenceLines(evidence)),
  ]
}

function evidenceLines(evidence: Evidence): string[] {
  if ('answered' in evidence) {
    const { method, path, contentType, text } = evidence
    return [`callback ${method} ${path} (${contentType})`, `body     ${shortened(text)}`]
  }
  const { method, url, requestBody, status, text } = evidence
  return [`request  ${method} ${url} ${shortened(requestBody)}`, `reply    HTTP ${status} ${shortened(text)}`]
}

function shortened(text: string): string {
  const safe = text.replace(hidden, '$1"(hidden)"').replace(controls, '?')
  return safe.length > textLengthMax ? `${safe.slice(0, textLengthMax)} …` : safe
}

function summaryOf(results: readonly RuleResult[]): string[] {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const [passed, failed, unchecked] = [count('passed'), count('failed'), count('not checked')]
  const reasons = [...groupReasons(results)].map(([reason, number]) => `  ${number} because ${reason}`)
  return [
    `${results.length} rules: ${passed} passed, ${failed} failed, ${unchecked} NOT CHECKED`,
    ...(unchecked > 0 ? ['Not checked is not passed:', ...reasons] : []),
    ...failedLines(results),
  ]
}

function groupReasons(results: readonly RuleResult[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { reason } of results) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

/** Who breaks a rule beyond the specification may keep all that it says. */
function failedLines(results: readonly RuleResult[]): string[] {
  const failed = results.flatMap(({ rule, outcome }) => (outcome === 'failed' ? [rule] : []))
  const line = (words: string, beyond: boolean) => {
    const ids = failed.filter((rule) => isBeyond(rule) === beyond).map(({ id }) => id)
    return ids.length > 0 ? [`${words}: ${ids.join(', ')}`] : []
  }
  return [...line('Failed', false), ...line('Failed beyond the specification', true)]
}
