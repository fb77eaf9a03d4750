import { isBeyond } from '../rules/rule.ts'
import type { RuleResult } from '../run/run-checks.ts'
import { describeFailure } from './as-text.ts'

/** The results for programs: `{ url, summary, rules: [{ id, section, rule, beyond?, outcome, reason?, failures? }] }`. */
export function reportAsJson(results: readonly RuleResult[], url: string): string {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length
  const summary = { passed: count('passed'), failed: count('failed'), not_checked: count('not checked') }
  const rules = results.map(({ rule, outcome, reason, checks }) => ({
    id: rule.id,
    section: rule.section,
    rule: rule.rule,
    ...(isBeyond(rule) ? { beyond: true } : {}),
    outcome,
    ...(reason === undefined ? {} : { reason }),
    ...(outcome === 'failed' ? { failures: checks.flatMap(failureOf) } : {}),
  }))
  return `${JSON.stringify({ url, summary, rules }, null, 2)}\n`
}

function failureOf(check: RuleResult['checks'][number]): object[] {
  return check.outcome === 'failed' ? [{ check: check.name, failure: describeFailure(check.failure) }] : []
}
