// Gateways to merchants: receivers that misbehave, and what they received to the judge.
import { deadlineMs } from '../../../../src/core/net/post-json.ts'
import type { Certificate } from '../../../../test/support/certificates.ts'
import { type Answer, httpsReceiver } from '../../../../test/support/https-receiver.ts'
import type { Chance, ReceivedCallback } from '../../virtual/parts.ts'
import { between } from '../between.ts'

export interface Receivers {
  urls: readonly string[]
  /** In the order of their arrival. */
  received: readonly ReceivedCallback[]
  /** From now on everybody answers 200 at once. */
  behave(): void
  /** The first merchant's machine is away, or back. */
  outage(away: boolean): void
  /** From now on nobody answers; the returned function lets all that wait be answered by 500, and the rest as before. */
  stall(): () => void
  /** The gateways' clocks are moved to that far ahead of the true time. */
  followClock(offsetMs: number): void
  stop(): Promise<void>
}

/** How often a merchant refuses, cuts the connection, never answers, or thinks for a while before that. */
const badManners = { refused: 0.15, reset: 0.03, silent: 0.03, slow: 0.5 }

/** Below the deadline, far above the way between two processes, so that haste shows. */
const thinkMs = { min: 400, max: 900 }

type Manner = 'ok' | 'refused' | 'reset' | 'silent'
type Note = { -readonly [Key in keyof ReceivedCallback]: ReceivedCallback[Key] }

interface State {
  chance: Chance
  isBad: boolean
  awayUrl: string | undefined
  /** Answers that wait for the end of a stall. */
  stalled: (() => void)[] | undefined
  offsets: number[]
  received: Note[]
}

/** Merchants' machines with an HTTPS endpoint each: they keep what arrives for the judge, and answer as they please. */
export async function startReceivers(
  count: number,
  { certificate, chance, areBad }: { certificate: Certificate; chance: Chance; areBad: boolean },
): Promise<Receivers> {
  const closers: (() => Promise<void>)[] = []
  const urls: string[] = []
  const state: State = { chance, isBad: areBad, awayUrl: undefined, stalled: undefined, offsets: [0], received: [] }
  for (let index = 0; index < count; index++) {
    const receiver = await httpsReceiver({ after: (close) => void closers.push(close) }, certificate)
    urls.push(receiver.url)
    receiver.answerWith(answerOf(state, receiver.url))
  }
  return {
    ...{ urls, received: state.received },
    behave: () => {
      state.isBad = false
    },
    outage: (away) => {
      state.awayUrl = away ? urls[0] : undefined
    },
    stall: () => {
      const waiting: (() => void)[] = []
      state.stalled = waiting
      return () => {
        state.stalled = undefined
        for (const refuse of waiting) refuse()
      }
    },
    followClock: (offsetMs) => void state.offsets.push(offsetMs),
    stop: async () => {
      for (const close of closers) await close()
    },
  }
}

/** What a merchant's machine does with each request. */
function answerOf(state: State, url: string): Answer {
  return ({ headers, body }, response, socket) => {
    const atMs = timeOf(state, Number(headers['webhook-timestamp']) * 1_000)
    const startedMs = performance.now()
    const note: Note = { atMs, url, headers: headers as Record<string, string>, body, answered: 'lost' }
    state.received.push(note)
    const end = () => (note.heldUntilMs ??= atMs + Math.min(deadlineMs, performance.now() - startedMs))
    response.once('close', end)
    const act = (manner: Manner) => {
      // The sender gave up or died meanwhile: its merchant's program never sees the request.
      if (socket.destroyed || manner === 'silent') return
      end()
      if (manner === 'reset') socket.destroy()
      else {
        note.answered = manner === 'ok' ? 200 : 500
        response.writeHead(note.answered).end('{"status":"success"}')
      }
    }
    if (state.stalled) state.stalled.push(() => act('refused'))
    else if (!state.isBad || !state.chance.bool(badManners.slow)) act(mannerOf(state, url))
    else setTimeout(() => act(mannerOf(state, url)), between(state.chance, thinkMs))
  }
}

/** Now, by the clock that signed: gateways follow a moved clock within seconds. */
function timeOf({ offsets }: State, signedAtMs: number): number {
  const times = offsets.slice(-2).map((offsetMs) => Date.now() + offsetMs)
  return times.reduce((one, other) => (Math.abs(other - signedAtMs) < Math.abs(one - signedAtMs) ? other : one))
}

function mannerOf({ chance, isBad, awayUrl }: State, url: string): Manner {
  if (url === awayUrl) return 'reset'
  if (!isBad) return 'ok'
  if (chance.bool(badManners.refused)) return 'refused'
  if (chance.bool(badManners.reset)) return 'reset'
  return chance.bool(badManners.silent) ? 'silent' : 'ok'
}
