import { writeSync } from 'node:fs'

/** The environment variable that arms failpoints: `name:passings`, several with commas. For tests only. */
export const failpointVariable = 'PASARELA_FAILPOINT'

/** Where a test may end a process that moves payments: before and after each commit and each call to a provider. */
export const failpointNames = [
  'before_commit',
  'after_commit_before_call',
  'after_call_before_commit',
  'after_outcome_commit',
  'announce_after_claim_before_call',
  'announce_after_call_before_commit',
  'inquiry_after_claim_before_call',
  'inquiry_after_call_before_commit',
  'expiry_after_claim_before_call',
  'expiry_after_call_before_commit',
  'notification_stored_before_answer',
  'notification_applied_before_finished',
] as const

/** Where a test may end a process that imports statements and matches their lines: before and after each commit. */
export const statementFailpointNames = [
  'statement_stored_before_read',
  'statement_read_before_commit',
  'statement_read_after_commit',
  'line_adopted_before_commit',
  'line_claimed_before_commit',
  'lines_applied_after_commit',
  'lines_booked_before_commit',
  'lines_booked_after_commit',
] as const

/** Where a test may end a process that pays by payment files: before and after each commit, and after the first byte. */
export const paymentFileFailpointNames = [
  'batch_made_before_commit',
  'batch_made_after_commit',
  'batch_approved_before_commit',
  'batch_approved_after_commit',
  'batch_handed_over_before_commit',
  'batch_handed_over_after_commit',
  'batch_first_byte_sent',
  'batch_debit_claimed_before_commit',
  'batch_debit_applied_after_commit',
  'batch_cancelled_before_commit',
  'batch_cancelled_after_commit',
] as const

export type FailpointName = (typeof failpointNames)[number]

export type AnyFailpoint =
  | FailpointName
  | (typeof statementFailpointNames)[number]
  | (typeof paymentFileFailpointNames)[number]

const allNames: readonly AnyFailpoint[] = [...failpointNames, ...statementFailpointNames, ...paymentFileFailpointNames]

/** Real counts are small. A larger count in a test names the wrong failpoint. */
const passingsMax = 1_000_000

let pass: ((name: AnyFailpoint) => void) | undefined

/**
 * A point at which a test may end this process as `kill -9` does. Has no effect unless PASARELA_FAILPOINT names it:
 * with `after_commit_before_call:3` the process ends at its third pass. No clean-up runs; one line on stderr names the
 * failpoint. Configuration refuses the variable outside of demo deployments.
 */
export function failpoint(name: AnyFailpoint): void {
  pass ??= armedPoints(process.env[failpointVariable], die)
  pass(name)
}

/** The armed failpoints of one process. Throws an Error if the text is not a list of `name:passings`. */
export function armedPoints(text: string | undefined, end: (name: AnyFailpoint) => void): (name: AnyFailpoint) => void {
  const left = readFailpoints(text ?? '')
  return (name) => {
    const passings = left.get(name)
    if (passings === undefined) return
    left.set(name, passings - 1)
    if (passings === 1) end(name)
  }
}

function readFailpoints(text: string): Map<AnyFailpoint, number> {
  const items = text.split(',').filter((item) => item !== '')
  return new Map(
    items.map((item) => {
      const [wanted, passings = ''] = item.split(':')
      const name = allNames.find((each) => each === wanted)
      const count = /^\d{1,7}$/.test(passings) ? Number(passings) : 0
      if (!name || count < 1 || count > passingsMax) {
        throw new Error(`${failpointVariable} is a list of name:passings; the names are ${allNames.join(', ')}.`)
      }
      return [name, count]
    }),
  )
}

function die(name: AnyFailpoint): void {
  try {
    writeSync(2, `failpoint ${name}\n`)
  } catch {
    // stderr is closed. The process ends anyway.
  }
  process.kill(process.pid, 'SIGKILL')
}
