import type { ClassifiedError } from '../../src/core/net/attempt-error.ts'
import { deadlineMs, type JsonPost, type PostAnswer, type Poster } from '../../src/core/net/post-json.ts'
import { present } from '../../src/core/values/assert.ts'
import type { ReceivedCallback, Stage } from '../stages/virtual/parts.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How long a post with its answer takes usually. */
const usualMs = 5

/** An answer that is called slow, and still counts. */
const slowMs = 6 * secondMs

/** How long a post is on its way whose host crawls. The first two still count; the others come after the time limit. */
const wayThereMs = {
  late_3s: 3 * secondMs,
  late_9s: 9 * secondMs,
  late_25s: 25 * secondMs,
  late_4m: 4 * minuteMs,
} as const

/** What becomes of one post. Usual: it is received and answered with 200. */
const troubles = {
  slow: 0.03,
  late_3s: 0.05,
  late_9s: 0.06,
  late_25s: 0.01,
  late_4m: 0.01,
  request_lost: 0.03,
  no_connection: 0.02,
  no_such_host: 0.01,
  no_network: 0.01,
  answer_lost: 0.05,
  answer_reset: 0.03,
  status_500: 0.03,
  status_404: 0.01,
  status_410: 0.02,
  status_429: 0.03,
  status_503: 0.01,
  status_302: 0.01,
  status_201: 0.02,
} as const

type Fate = 'received' | keyof typeof troubles

/** How often it is decided whether a host goes away: at its first post and at every so many. */
const postsPerPhase = 8

/** `refuses`: takes no connection. `silent`: posts get lost. `broken`: receives, and answers with 500.
 * `crawls`: everything takes so long that its answer barely counts. */
const phases: Readonly<Record<string, { often: number; fate: Fate; lastsMs: number }>> = {
  refuses_10m: { often: 0.03, fate: 'no_connection', lastsMs: 10 * minuteMs },
  refuses_1h: { often: 0.03, fate: 'no_connection', lastsMs: hourMs },
  silent_1h: { often: 0.03, fate: 'request_lost', lastsMs: hourMs },
  broken_1h: { often: 0.03, fate: 'status_500', lastsMs: hourMs },
  crawls_10m: { often: 0.06, fate: 'late_9s', lastsMs: 10 * minuteMs },
  crawls_30h: { often: 0.08, fate: 'late_9s', lastsMs: 30 * hourMs },
  refuses_6h: { often: 0.02, fate: 'no_connection', lastsMs: 6 * hourMs },
  broken_6h: { often: 0.01, fate: 'status_500', lastsMs: 6 * hourMs },
  refuses_30h: { often: 0.01, fate: 'no_connection', lastsMs: 30 * hourMs },
}
const phasesByChance = Object.fromEntries(Object.entries(phases).map(([name, { often }]) => [name, often]))

const silence: ClassifiedError = { error: 'timeout', code: 'DEADLINE', ours: false }

/** What did not arrive: after how long the caller knows so, and what it hears. */
const failures: Readonly<Partial<Record<Fate, { afterMs: number; error: ClassifiedError }>>> = {
  request_lost: { afterMs: deadlineMs, error: silence },
  no_connection: { afterMs: usualMs, error: { error: 'connect', code: 'ECONNREFUSED', ours: false } },
  no_such_host: { afterMs: usualMs, error: { error: 'dns', code: 'ENOTFOUND', ours: false } },
  no_network: { afterMs: usualMs, error: { error: 'connect', code: 'ENETUNREACH', ours: true } },
}

interface Host {
  posts: number
  away: { fate: Fate; untilMs: number } | undefined
}

export interface SimulatedReceiver {
  /** One for all gateways of a run. */
  poster: Poster
  /** In the order of their arrival. */
  received(): readonly ReceivedCallback[]
}

/** The servers of all merchants: what arrives there, and what they answer. */
export function createReceiver(stage: Stage): SimulatedReceiver {
  const received: ReceivedCallback[] = []
  const hosts = new Map<string, Host>()
  const counts = new Map<string, number>()
  const note = (post: JsonPost, { answered, heldMs }: Arrived): void => {
    const { url, headers, body } = post
    const atMs = stage.nowMs()
    received.push({ atMs, url, headers, body, answered, heldUntilMs: atMs + heldMs })
  }
  const post = async (sent: JsonPost): Promise<PostAnswer> => {
    const host = new URL(sent.url).host
    const name = nextName(counts, `${host}/${labelOf(sent.body)}`)
    const fate = fateOfPhase(stage, hosts, host) ?? stage.decide(name, 'received', troubles)
    return await executeAction(stage, { name, fate, note: (arrived) => note(sent, arrived) })
  }
  return { poster: { post, close: async () => await Promise.resolve() }, received: () => received }
}

/** The fate of every post while the host is away; undefined while it is there. */
function fateOfPhase(stage: Stage, hosts: Map<string, Host>, name: string): Fate | undefined {
  const host = hosts.get(name) ?? { posts: 0, away: undefined }
  hosts.set(name, host)
  if (host.posts % postsPerPhase === 0) {
    const number = host.posts / postsPerPhase + 1
    const phase = phases[stage.decide(`${name}/phase-${number}`, 'up', phasesByChance)]
    const isAway = host.away !== undefined && stage.nowMs() < host.away.untilMs
    if (phase && !isAway) host.away = { fate: phase.fate, untilMs: stage.nowMs() + phase.lastsMs }
  }
  host.posts += 1
  return host.away !== undefined && stage.nowMs() < host.away.untilMs ? host.away.fate : undefined
}

interface Sent {
  name: string
  fate: Fate
  note(arrived: Arrived): void
}

/** What the host made of a post, and for how long its sender must still take it for being on its way. */
interface Arrived {
  answered: number | 'lost'
  heldMs: number
}

async function executeAction(stage: Stage, { name, fate, note }: Sent): Promise<PostAnswer> {
  const beganMs = stage.nowMs()
  const passedMs = () => stage.nowMs() - beganMs
  const failed = (error: ClassifiedError): PostAnswer => ({
    kind: 'failure',
    status: null,
    firstByteMs: null,
    totalMs: passedMs(),
    ...error,
  })
  return await new Promise((resolve) => {
    const later = (what: string, afterMs: number, run: () => void) =>
      stage.later({ name: `${name}/${what}`, afterMs, run })
    const failure = failures[fate]
    if (failure) return later('fails', failure.afterMs, () => resolve(failed(failure.error)))
    const wayMs = isLate(fate) ? wayThereMs[fate] : usualMs
    if (wayMs >= deadlineMs) later('timeout', deadlineMs, () => resolve(failed(silence)))
    later('arrives', wayMs, () => {
      const leftMs = Math.max(0, deadlineMs - passedMs())
      if (wayMs >= deadlineMs) {
        note({ answered: 'lost', heldMs: 0 })
      } else if (fate === 'answer_lost') {
        note({ answered: 'lost', heldMs: leftMs })
        later('timeout', leftMs, () => resolve(failed(silence)))
      } else if (fate === 'answer_reset') {
        note({ answered: 'lost', heldMs: 0 })
        resolve(failed({ error: 'reset', code: 'ECONNRESET', ours: false }))
      } else {
        const { status, body, retryAfter } = answerOf(fate)
        note({ answered: status, heldMs: fate === 'slow' ? slowMs : 0 })
        const tell = () => {
          const totalMs = passedMs()
          resolve({ kind: 'answer', status, body, retryAfter, firstByteMs: totalMs, totalMs })
        }
        if (fate === 'slow') later('answer', slowMs, tell)
        else tell()
      }
    })
  })
}

function isLate(fate: Fate): fate is keyof typeof wayThereMs {
  return fate in wayThereMs
}

function answerOf(fate: Fate): { status: number; body: string; retryAfter: string | undefined } {
  const status = fate.startsWith('status_') ? Number(fate.slice('status_'.length)) : 200
  const retryAfter = status === 429 ? '120' : status === 503 ? '30' : undefined
  return { status, body: status === 200 ? 'ok' : 'this did not work', retryAfter }
}

/** Names a callback by what the merchant chose and what it says, never by ids. */
function labelOf(body: string): string {
  try {
    const { reference, status } = JSON.parse(body) as { reference?: unknown; status?: unknown }
    return typeof reference === 'string' && typeof status === 'string' ? `${reference}/${status}` : 'other'
  } catch {
    return 'other'
  }
}

function nextName(counts: Map<string, number>, label: string): string {
  counts.set(label, (counts.get(label) ?? 0) + 1)
  return `${label}-${present(counts.get(label), 'the count of a callback')}`
}
