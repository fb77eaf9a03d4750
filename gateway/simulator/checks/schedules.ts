import type { AskedOrder, Observations, Violation } from '../parts.ts'
import type { RunRows } from './rows.ts'
import { Findings, groupBy, nameOf, type Story } from './story.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Waits behind the first question about an order, the second and so on; the last one repeats. */
const inquiryWaitsMs = [2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 24 * hourMs] as const

/** The same for a pay-in that its provider knows: four fifths of 6 and 24 hours at least. */
const depositWaitsMs = [4.8 * hourMs, 19.2 * hourMs] as const

/** When an order that ended as not executed is asked about again. */
const lateCheckTimesMs = [hourMs / 2, 2 * hourMs, 6 * hourMs, 24 * hourMs] as const
const lateRetryMs = 10 * minuteMs

/** A loop that is due comes round within this time. */
const graceMs = 2 * minuteMs

/** What began before the last fault has ended by then, and no question of it is lost any more. */
const recoveryMs = 40 * minuteMs

export interface ScheduleContext extends Pick<Observations, 'asked' | 'lastFaultAtMs'> {
  /** Accounts whose bank nobody can ask. */
  ownAccountIds: ReadonlySet<string>
}

/** Once the faults are over, every question to a provider has its time: none is asked too early, and no late check is left out. */
export function checkSchedules(rows: RunRows, stories: readonly Story[], context: ScheduleContext): Violation[] {
  const found = new Findings()
  const calmMs = context.lastFaultAtMs + recoveryMs
  const asked = groupBy(context.asked, ({ key }) => key)
  for (const story of stories) {
    for (const { key, kind, sentAtMs } of story.attempts) {
      const early = asked.get(key)?.find(({ sent }) => sent === 0 && sentAtMs === null)
      found.check(!early, 'asked-before-sent', () => {
        return `${early?.task} asked about ${nameOf(story)} at ${early?.atMs}, and no call of it had begun`
      })
      const own = groupBy(asked.get(key) ?? [], loopOf)
      const isDeposit = kind === 'announce'
      const calm = (loop: string) => (own.get(loop) ?? []).filter(({ atMs }) => atMs > calmMs)
      checkWaits(calm('inquire'), {
        name: nameOf(story),
        waitOf: (before, place) => inquiryWaitMs(before, place, isDeposit),
        found,
      })
      checkWaits(calm('lateExecutions'), { name: nameOf(story), waitOf: () => lateRetryMs, found })
      checkWaits(calm('expire'), {
        name: nameOf(story),
        waitOf: ({ atMs }) => overdueWaitMs(atMs - (story.expiredAtMs ?? atMs)),
        found,
      })
      if (!context.ownAccountIds.has(story.accountId)) {
        checkLateChecks(story, { key, asked: own.get('lateExecutions') ?? [], calmMs, nowMs: rows.nowMs, found })
      }
    }
  }
  return found.list
}

function loopOf({ task }: AskedOrder): string {
  return /^G\d.*\.(\w+)-\d+$/.exec(task)?.[1] ?? 'request'
}

function inquiryWaitMs({ heard }: AskedOrder, place: number, isDeposit: boolean): number {
  const waits = isDeposit && heard === 'pending' ? depositWaitsMs : inquiryWaitsMs
  return waits[Math.min(place, waits.length - 1)] ?? 0
}

/** A tenth of the time that it is overdue, between ten seconds and a day. */
function overdueWaitMs(overdueMs: number): number {
  return Math.min(24 * hourMs, Math.max(10 * secondMs, overdueMs / 10))
}

interface Waits {
  name: string
  waitOf(before: AskedOrder, place: number): number
  found: Findings
}

/** Places are counted anew where the order was sent again. */
function checkWaits(asked: readonly AskedOrder[], { name, waitOf, found }: Waits): void {
  let place = 0
  for (const [index, next] of asked.entries()) {
    const before = asked[index - 1]
    place = before && before.sent === next.sent ? place + 1 : 0
    if (!before || place === 0) continue
    const waitMs = waitOf(before, place - 1)
    found.check(next.atMs - before.atMs >= waitMs, 'asked-too-often', () => {
      return `${next.task} asked about ${name} at ${next.atMs}, ${next.atMs - before.atMs} ms after ${before.task}, and had to wait for ${waitMs}`
    })
  }
}

interface LateChecks {
  key: string
  asked: readonly AskedOrder[]
  calmMs: number
  nowMs: number
  found: Findings
}

/** While nothing else is known, each time of the plan has its question, or one that was late. */
function checkLateChecks(story: Story, { key, asked, calmMs, nowMs, found }: LateChecks): void {
  const last = story.history.at(-1)
  const ended = story.changes.at(-1)
  if (!ended || last !== ended || ended.reason !== 'not_executed') return
  for (const timeMs of lateCheckTimesMs) {
    const dueMs = ended.atMs + timeMs
    const lastMs = dueMs + lateRetryMs + graceMs
    if (dueMs < calmMs || lastMs > nowMs) continue
    const isAsked = asked.some(({ atMs }) => atMs >= dueMs && atMs <= lastMs)
    found.check(isAsked, 'late-check-missed', () => {
      return `the order ${key} of ${nameOf(story)} was not asked about at ${dueMs}, ${timeMs / hourMs} h after it was not executed`
    })
  }
}
