import type { RuleResult } from '../run/run-checks.ts'
import { describeFailure } from './as-text.ts'

/** JUnit XML: a test case for each rule; "not checked" is `skipped` with its reason. */
export function reportAsJunit(results: readonly RuleResult[]): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const sums = `tests="${results.length}" failures="${count('failed')}" skipped="${count('not checked')}" errors="0"`
  const cases = results.map(caseOf).join('')
  const suite = `<testsuite name="pasarela-conformance" ${sums}>\n${cases}</testsuite>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${sums}>\n${suite}\n</testsuites>\n`
}

function caseOf({ rule, outcome, checks, reason }: RuleResult): string {
  const head = `<testcase classname="${escaped(rule.section)}" name="${escaped(`${rule.id} ${rule.rule}`)}"`
  if (outcome === 'passed') return `${head}/>\n`
  if (outcome === 'not checked') return `${head}><skipped message="${escaped(reason ?? '')}"/></testcase>\n`
  const failures = checks.flatMap((check) =>
    check.outcome === 'failed' ? [[`check ${check.name}`, ...describeFailure(check.failure)]] : [],
  )
  const text = escaped(failures.map((lines) => lines.join('\n')).join('\n\n'))
  return `${head}><failure message="${escaped(failures[0]?.[1] ?? '')}">${text}</failure></testcase>\n`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  const printable = [...text].filter(isPrintable).join('')
  return printable.replace(/[&<>"]/g, (each) => entities[each] ?? each)
}

/** Other control characters have no form in XML 1.0 at all. */
function isPrintable(character: string): boolean {
  return character >= ' ' || character === '\n' || character === '\t'
}
