import type { Rule } from './rule.ts'

const create = 'extras/payment-links/create-payment-link.ts'

const rules: readonly (Pick<Rule, 'rule' | 'code'> & { check: string })[] = [
  {
    rule: 'A payment link is made with 201, is active, has an address for payers, and is read by its id.',
    check: 'link-is-made-and-read',
    code: [create, 'extras/payment-links/http/link-data.ts'],
  },
  {
    rule: 'A repeated reference answers the same link; with another amount it is refused.',
    check: 'link-reference-counts-once',
    code: [create, 'extras/payment-links/rules/payment-link.ts'],
  },
  {
    rule: 'The title of a payment link holds no address of the web.',
    check: 'link-title-names-no-address',
    code: ['extras/payment-links/read-payment-link.ts'],
  },
  {
    rule: 'A payment link is paused, and resumed at the same address.',
    check: 'link-is-paused-and-resumed',
    code: [create],
  },
]

/** The specification has no payment links. */
export const linkRules: readonly Rule[] = rules.map(({ check, ...rule }, index) => ({
  id: `LINK-${index + 1}`,
  section: 'Payment links (beyond the specification)',
  from: [],
  checks: [check],
  ...rule,
}))
