import { describe } from 'node:test'
import { breaks, silent } from '../../test/support/simulation/damages.ts'
import { ids, payment, type Sample } from '../../test/support/simulation/sample.ts'
import type { AskedOrder } from '../parts.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

function ask(
  made: Sample,
  key: string,
  loop: string,
  times: readonly number[],
  heard: AskedOrder['heard'] = undefined,
) {
  const { row } = payment(made, 'failed')
  for (const afterMs of times) {
    made.asked.push({ key, atMs: row.createdAtMs + 300 + afterMs, task: `G1.2.${loop}-7`, sent: 1, heard })
  }
}

function notExecuted(made: Sample): void {
  const { row, history } = payment(made, 'failed')
  for (const each of [row, history.at(-1)]) if (each) each.reason = 'not_executed'
}

describe('schedules', () => {
  for (const times of [
    [6 * hourMs, 24 * hourMs],
    [2 * hourMs, 6 * hourMs],
  ] as const) {
    breaks('late-check-missed', (made) => {
      notExecuted(made)
      ask(made, ids.failed, 'lateExecutions', times)
    })
  }
  silent('late checks at their times, one of them after a retry', (made) => {
    notExecuted(made)
    ask(made, ids.failed, 'lateExecutions', [2 * hourMs, 6 * hourMs + 9 * minuteMs, 24 * hourMs])
  })
  breaks('asked-too-often', (made) => {
    ask(made, ids.failed, 'inquire', [hourMs, hourMs + 2 * minuteMs, hourMs + 4 * minuteMs], 'unknown')
  })
  breaks('asked-before-sent', (made) => {
    for (const attempt of payment(made, 'expired').attempts) attempt.sentAtMs = null
    made.asked.push({ key: ids.expired, atMs: 0, task: 'G1.expire-1', sent: 0, heard: 'not_found' })
  })
  silent('questions that wait longer each time', (made) => {
    ask(made, ids.failed, 'inquire', [hourMs, hourMs + 2 * minuteMs, hourMs + 12 * minuteMs], 'unknown')
  })
})
