import type { Rule, TestLink } from './rule.ts'

const refund = 'extras/refunds/create-refund.ts'
const atOnce: TestLink = {
  file: 'gateway/test/journeys/refunds.test.ts',
  name: 'never exceed the credit, whoever asks at once on two processes, and one reference counts once',
}

const rules: readonly (Pick<Rule, 'rule' | 'code' | 'tests'> & { check: string })[] = [
  {
    rule: 'Only a completed pay-in is refunded: no payout, and no pay-in that nobody has paid.',
    check: 'refund-of-a-completed-pay-in-only',
    code: [refund],
  },
  {
    rule: 'A refund of a part is accepted with 201, is PENDING or COMPLETED, and names its pay-in.',
    check: 'refund-of-a-part',
    code: [refund, 'extras/refunds/http/refund-routes.ts'],
  },
  {
    rule: 'A refund is read by its id and among the refunds of its pay-in.',
    check: 'refund-is-read',
    code: ['extras/refunds/list-refunds.ts', 'extras/refunds/http/refund-data.ts'],
  },
  {
    rule: 'A refund is of more than zero, and never of more than what is left of its pay-in.',
    check: 'refund-within-what-is-left',
    tests: [atOnce],
    code: [refund, 'extras/refunds/read-refund.ts'],
  },
  {
    rule: 'A repeated reference answers the same refund and makes no second one.',
    check: 'refund-reference-counts-once',
    tests: [atOnce],
    code: [refund],
  },
  { rule: 'Without amount all that is left is refunded.', check: 'refund-of-the-rest', code: [refund] },
  {
    rule: 'A refund leaves its pay-in COMPLETED, and no callback tells of it unless the point asks for that.',
    check: 'refund-is-not-told',
    code: ['core/processing/apply-outcome.ts', 'extras/webhooks/store/callback-endpoints.ts'],
  },
]

/** The specification has no refunds: they are Pasarela's, `docs/adr/0023-refunds.md`. */
export const refundRules: readonly Rule[] = rules.map(({ check, ...rule }, index) => ({
  id: `REFUND-${index + 1}`,
  section: 'Refunds (beyond the specification)',
  from: [],
  checks: [check],
  ...rule,
}))
