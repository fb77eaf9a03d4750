import { allChecks } from './checks/all-checks.ts'
import { allRules } from './rules/all-rules.ts'
import { isBeyond, type Rule, sections } from './rules/rule.ts'
import type { Need } from './run/check.ts'

const needWords: Readonly<Record<Need, string>> = {
  receiver: 'callbacks',
  adapter: 'adapter',
  settings: 'adapter, settings key',
  decisions: 'decisions',
}

const head = `# The specification, rule by rule

Written by \`node scripts/write-specification.mjs\` from \`conformance/src/rules\`; do not edit. Every rule is in our words. Where the
specification is silent, the decision of Pasarela stands beside it. **Proof**: a name is a check of \`npx pasarela-conformance\`
([how to run it](../conformance/README.md)), in brackets what the check needs beside address and key; a path is a test. **Code** is
below \`gateway/src\`. The last two sections are **beyond the specification**: what Pasarela offers in addition. They
are checked as decisions are, break no rule of the specification, and are not checked where a gateway does not offer
it.
`

/** The text of docs/specification.md. */
export function specificationPage(): string {
  const beyond = allRules.filter(isBeyond).length
  const all = `${allRules.length} rules, of which ${beyond} are beyond the specification`
  const counts = `${all}, ${Object.keys(allChecks).length} checks.`
  return [head, counts, '', ...sections.flatMap(sectionLines)].join('\n')
}

function sectionLines(section: string): string[] {
  const rows = allRules.filter((rule) => rule.section === section).map(rowOf)
  return [
    `## ${section}`,
    '',
    '| Id | Rule | Pasarela decides | Proof | Code |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ]
}

function rowOf(rule: Rule): string {
  const { id, rule: words, decision = '', code, outside } = rule
  const proof = [
    ...(outside === undefined ? [] : [`Not visible from outside: ${outside}.`]),
    ...rule.checks.map(checkCell),
  ]
  const tests = (rule.tests ?? []).map(({ file, name }) => `\`${file}\` “${name}”`)
  const cells = [id, words, decision, [...proof, ...tests].join('; '), code.map((file) => `\`${file}\``).join(', ')]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function checkCell(name: string): string {
  const needs = (allChecks[name]?.needs ?? []).map((need) => needWords[need])
  return needs.length === 0 ? name : `${name} [${needs.join(', ')}]`
}
