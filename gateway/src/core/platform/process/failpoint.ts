import { writeSync } from 'node:fs'

/** The environment variable that arms failpoints: `name:passings`, several with commas. For tests only. */
export const failpointVariable = 'PASARELA_FAILPOINT'

/** The points at which a test may end a process: before and after each commit and each call to a provider. */
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

export type FailpointName = (typeof failpointNames)[number]

/** Real counts are small. A larger count in a test names the wrong failpoint. */
const passingsMax = 1_000_000

let pass: ((name: FailpointName) => void) | undefined

/**
 * A point at which a test may end this process as `kill -9` does. Has no effect unless PASARELA_FAILPOINT names it:
 * with `after_commit_before_call:3` the process ends at its third pass. No clean-up runs; one line on stderr names the
 * failpoint. Configuration refuses the variable outside of demo deployments.
 */
export function failpoint(name: FailpointName): void {
  pass ??= armedPoints(process.env[failpointVariable], die)
  pass(name)
}

/** The armed failpoints of one process. Throws an Error if the text is not a list of `name:passings`. */
export function armedPoints(
  text: string | undefined,
  end: (name: FailpointName) => void,
): (name: FailpointName) => void {
  const left = readFailpoints(text ?? '')
  return (name) => {
    const passings = left.get(name)
    if (passings === undefined) return
    left.set(name, passings - 1)
    if (passings === 1) end(name)
  }
}

function readFailpoints(text: string): Map<FailpointName, number> {
  const items = text.split(',').filter((item) => item !== '')
  return new Map(
    items.map((item) => {
      const [wanted, passings = ''] = item.split(':')
      const name = failpointNames.find((each) => each === wanted)
      const count = /^\d{1,7}$/.test(passings) ? Number(passings) : 0
      if (!name || count < 1 || count > passingsMax) {
        throw new Error(`${failpointVariable} is a list of name:passings; the names are ${failpointNames.join(', ')}.`)
      }
      return [name, count]
    }),
  )
}

function die(name: FailpointName): void {
  try {
    writeSync(2, `failpoint ${name}\n`)
  } catch {
    // stderr is closed. The process ends anyway.
  }
  process.kill(process.pid, 'SIGKILL')
}
