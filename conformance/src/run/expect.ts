import type { ReceivedCallback } from '../receiver.ts'
import type { Exchange } from './exchange.ts'

/** What a check looked at when it failed. */
export type Evidence = Exchange | ReceivedCallback

/** A rule does not hold. */
export class RuleBroken extends Error {
  readonly expected: string
  readonly found: string
  readonly evidence: Evidence | undefined

  constructor(expected: string, found: string, evidence?: Evidence) {
    super(`expected ${expected}, found ${found}`)
    this.expected = expected
    this.found = found
    this.evidence = evidence
  }
}

/** A check could not look at its rule, because something before it went wrong that another rule reports. */
export class NotChecked extends Error {}

/** A callback that others need did not come. */
export class NoCallback extends NotChecked {}

/** Where the evidence is, and what the rule demands of it. */
interface Demand {
  expected: string
  evidence?: Evidence | undefined
}

export function demand(holds: boolean, found: unknown, { expected, evidence }: Demand): void {
  if (!holds) throw new RuleBroken(expected, shown(found), evidence)
}

export function demandEqual(found: unknown, wanted: unknown, { expected, evidence }: Demand): void {
  demand(Object.is(found, wanted), found, { expected: `${expected} to be ${shown(wanted)}`, evidence })
}

export function demandMatch(found: unknown, pattern: RegExp, { expected, evidence }: Demand): void {
  demand(typeof found === 'string' && pattern.test(found), found, { expected, evidence })
}

/** A text that is not empty. */
export function demandText(found: unknown, { expected, evidence }: Demand): void {
  demand(typeof found === 'string' && found !== '', found, { expected, evidence })
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
