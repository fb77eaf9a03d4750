/** The sections of docs/specification.md, in its order. */
export const sections = [
  'The service',
  'Transactions',
  'States',
  'Card pay-ins',
  'Pay-ins',
  'Payouts',
  'Authentication of callbacks',
  'Callbacks',
  'Errors',
  'Limits',
  'Refunds (beyond the specification)',
  'Payment links (beyond the specification)',
] as const

export type Section = (typeof sections)[number]

/** A test that proves a rule beside or instead of a check: `file` from the repository's root, `name` as it stands there. */
export interface TestLink {
  file: string
  name: string
}

/** One thing that the specification demands, or leaves open and Pasarela decides, in our words. */
export interface Rule {
  id: string
  section: Section
  rule: string
  /** What Pasarela does where the specification says nothing, or leaves a choice. */
  decision?: string
  /** Where the specification speaks of it: locators as `specUnits` makes them. Empty: the rule is beyond it. */
  from: readonly string[]
  /** Names of checks of `npx pasarela-conformance`. */
  checks: readonly string[]
  tests?: readonly TestLink[]
  /** Files of the gateway that do it, from `gateway/src`. */
  code: readonly string[]
  /** Why nobody outside can check it. Then `tests` prove it. */
  outside?: string
}

/** A rule of what Pasarela offers in addition. Whoever breaks it breaks no rule of the specification. */
export function isBeyond({ from }: Rule): boolean {
  return from.length === 0
}
