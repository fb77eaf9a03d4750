import type { Outcome } from '../../src/core/values/outcome.ts'
import type { Stage } from '../stages/virtual/parts.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** How long a request, and how long an answer, is on its way usually. */
const usualWayMs = 10

/** How long a caller waits to hear that nobody takes a connection. */
const noConnectionMs = 5

const wayThereMs = {
  at_once: usualWayMs,
  late_5s: 5 * secondMs,
  late_20s: 20 * secondMs,
  late_70s: 70 * secondMs,
  late_10m: 10 * minuteMs,
  late_5h: 300 * minuteMs,
} as const

/** `no_connection`: surely nothing arrives. `lost`: nothing arrives, and nobody knows. */
type WayThere = keyof typeof wayThereMs | 'no_connection' | 'lost'
/** What the provider's own machines make of a request. Only after `takes` and `error_done` something happened. */
type Door = 'takes' | 'rate_limited' | 'unavailable' | 'error_undone' | 'error_done'
/** `slow`: within the time limit, and older by then than what happened since. */
type WayBack = 'at_once' | 'slow' | 'lost' | 'reset' | 'unreadable'

const slowBackMs = 6 * secondMs

/** What may happen to a call, with its probabilities. */
export interface Troubles {
  there: Readonly<Partial<Record<WayThere, number>>>
  door: Readonly<Partial<Record<Door, number>>>
  back: Readonly<Partial<Record<WayBack, number>>>
}

/** What a caller hears instead of an answer. */
type Failure = Extract<Outcome, { kind: 'not_sent' | 'unknown' }>

export type Heard<Answer> = { kind: 'answer'; answer: Answer } | { kind: 'failed'; outcome: Failure }

export interface Call<Answer> {
  /** Unique in the run: `payout-3/submit-2`. */
  name: string
  timeoutMs: number
  troubles: Troubles
  /** True: nobody takes a connection now. */
  down: boolean
  /** What the provider does when the request arrives, and answers. */
  arrive(): Answer
}

const timedOut: Failure = { kind: 'unknown', why: 'timeout' }
const noConnection: Failure = { kind: 'not_sent', why: 'connect_failed' }

const doorAnswers: Readonly<Record<Exclude<Door, 'takes'>, Failure>> = {
  rate_limited: { kind: 'not_sent', why: 'rate_limited', retryAfterMs: 2 * secondMs },
  unavailable: { kind: 'not_sent', why: 'unavailable' },
  error_undone: { kind: 'unknown', why: 'server_error' },
  error_done: { kind: 'unknown', why: 'server_error' },
}

/**
 * A call over the network: its way there, what the provider does, and its way back are decided each for itself. What
 * arrives after the caller's time limit is done all the same. Never rejects.
 */
export async function callProvider<Answer>(stage: Stage, call: Call<Answer>): Promise<Heard<Answer>> {
  const there = call.down ? 'no_connection' : stage.decide(`${call.name}/way-there`, 'at_once', call.troubles.there)
  const sentAtMs = stage.nowMs()
  return await new Promise((resolve) => {
    const tell = (name: string, afterMs: number, heard: Heard<Answer>) =>
      stage.later({ name: `${call.name}/${name}`, afterMs, run: () => resolve(heard) })
    const failed = (outcome: Failure): Heard<Answer> => ({ kind: 'failed', outcome })
    if (there === 'no_connection') return tell('no-connection', noConnectionMs, failed(noConnection))
    const isLate = there === 'lost' || wayThereMs[there] >= call.timeoutMs
    if (isLate) tell('timeout', call.timeoutMs, failed(timedOut))
    if (there === 'lost') return
    const arrived = () => {
      if (isLate) call.arrive()
      else answer(stage, call, { sentAtMs, tell })
    }
    stage.later({ name: `${call.name}/arrives`, afterMs: wayThereMs[there], run: arrived })
  })
}

function answer<Answer>(
  stage: Stage,
  call: Call<Answer>,
  { sentAtMs, tell }: { sentAtMs: number; tell: (name: string, afterMs: number, heard: Heard<Answer>) => void },
): void {
  const door = stage.decide(`${call.name}/door`, 'takes', call.troubles.door)
  const done = door === 'takes' || door === 'error_done' ? { answer: call.arrive() } : undefined
  const back = stage.decide(`${call.name}/way-back`, 'at_once', call.troubles.back)
  const leftMs = Math.max(0, sentAtMs + call.timeoutMs - stage.nowMs())
  const backMs = back === 'slow' ? slowBackMs : usualWayMs
  if (back === 'lost' || backMs >= leftMs) tell('timeout', leftMs, { kind: 'failed', outcome: timedOut })
  else tell('answer', backMs, whatIsHeard(done, door, back))
}

function whatIsHeard<Answer>(done: { answer: Answer } | undefined, door: Door, back: WayBack): Heard<Answer> {
  if (back === 'reset') return { kind: 'failed', outcome: { kind: 'unknown', why: 'reset_after_send' } }
  if (back === 'unreadable') return { kind: 'failed', outcome: { kind: 'unknown', why: 'unreadable' } }
  if (done === undefined || door !== 'takes') {
    return { kind: 'failed', outcome: door === 'takes' ? timedOut : doorAnswers[door] }
  }
  return { kind: 'answer', answer: done.answer }
}
