import type { Rule } from '../rules/rule.ts'
import type { Check, Checks, Need } from './check.ts'
import { NotChecked, RuleBroken } from './expect.ts'
import type { Subject } from './subject.ts'

export type CheckOutcome =
  | { name: string; outcome: 'passed' }
  | { name: string; outcome: 'failed'; failure: RuleBroken }
  | { name: string; outcome: 'not checked'; reason: string }

export interface RuleResult {
  rule: Rule
  outcome: CheckOutcome['outcome']
  checks: readonly CheckOutcome[]
  /** Of `not checked`. */
  reason?: string
}

export interface RunOptions {
  rules: readonly Rule[]
  checks: Checks
  subject: Subject
  /** Why a need is not met; undefined: it is. */
  missing: (need: Need) => string | undefined
  /** False: where no callback arrives at all, the gateway may not know the address of the receiver. */
  callbacksMustCome: boolean
  signal: AbortSignal
}

/** Requests wait for the gateway most of the time; more at once would be a load test. */
const atOnce = 4

/** Runs the checks of these rules, each once, and says what became of every rule. */
export async function runChecks(options: RunOptions): Promise<RuleResult[]> {
  const names = [...new Set(options.rules.flatMap(({ checks }) => checks))]
  const outcomes = new Map<string, CheckOutcome>()
  const run = async (name: string) => void outcomes.set(name, await runCheck(name, options))
  const isAlone = (name: string) => options.checks[name]?.alone === true
  const queue = names.filter((name) => !isAlone(name))
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await run(name)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  for (const name of names.filter(isAlone)) await run(name)
  if (!options.callbacksMustCome && options.subject.receiver?.received.length === 0) excuseSilence(options, outcomes)
  return options.rules.map((rule) => resultOf(rule, outcomes))
}

/** Nothing is known about callbacks where none has arrived. */
function excuseSilence({ checks }: RunOptions, outcomes: Map<string, CheckOutcome>): void {
  const reason = 'no callback at all has reached the receiver: set its address in the gateway'
  for (const [name, { outcome }] of outcomes) {
    const isSilent = outcome === 'failed' && checks[name]?.needs?.includes('receiver')
    if (isSilent) outcomes.set(name, { name, outcome: 'not checked', reason })
  }
}

async function runCheck(name: string, options: RunOptions): Promise<CheckOutcome> {
  const check = options.checks[name]
  if (check === undefined) throw new Error(`There is no check ${name}`)
  if (options.signal.aborted) return { name, outcome: 'not checked', reason: 'interrupted' }
  const reason = missingOf(check, options)
  if (reason !== undefined) return { name, outcome: 'not checked', reason }
  try {
    await check.run(options.subject)
    return { name, outcome: 'passed' }
  } catch (error) {
    if (error instanceof NotChecked) return { name, outcome: 'not checked', reason: error.message }
    if (error instanceof RuleBroken) return { name, outcome: 'failed', failure: error }
    return { name, outcome: 'failed', failure: new RuleBroken('a reply', withCause(error)) }
  }
}

function missingOf({ needs = [] }: Check, { missing }: RunOptions): string | undefined {
  const reasons = needs.map(missing).filter((reason) => reason !== undefined)
  return reasons[0]
}

/** A rule holds when all its checks hold. */
function resultOf(rule: Rule, outcomes: ReadonlyMap<string, CheckOutcome>): RuleResult {
  const checks = rule.checks.flatMap((name) => outcomes.get(name) ?? [])
  if (checks.some(({ outcome }) => outcome === 'failed')) return { rule, outcome: 'failed', checks }
  const unchecked = checks.find((each) => each.outcome === 'not checked')
  if (unchecked?.outcome === 'not checked') return { rule, outcome: 'not checked', checks, reason: unchecked.reason }
  if (checks.length > 0) return { rule, outcome: 'passed', checks }
  return { rule, outcome: 'not checked', checks, reason: `not visible from outside: ${rule.outside ?? 'no check'}` }
}

function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
