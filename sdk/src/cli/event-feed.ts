import type { CallbackEvent } from '../client/callback-history.ts'
import type { PasarelaClient } from '../client/operations.ts'
import { PasarelaError } from '../client/pasarela-error.ts'
import { CommandError, onOneLine, sleep } from './terminal.ts'

export interface FeedOptions {
  client: Pick<PasarelaClient, 'listEvents'>
  signal: AbortSignal
  /** Told when the feed is open, when the gateway goes away, and when it is back. */
  say(line: string): void
}

/** How long the gateway holds the answer back for the next event. */
const waitSeconds = 25
/** The answer itself may take this much longer. */
const answerTimeoutMs = (waitSeconds + 15) * 1_000
const eventsPerPage = 100
const firstPauseMs = 500
const pauseMaxMs = 15_000
/** An empty page that comes sooner than this was not waited for: asking again at once would be a storm. */
const emptyPageMinMs = 1_000

/**
 * The point's callbacks from now on, in their order, until the signal is aborted. Survives a gateway that is away: it
 * goes on behind the last event that it saw. Throws CommandError for what waiting does not mend.
 */
export async function* eventFeed({ client, signal, say }: FeedOptions): AsyncGenerator<CallbackEvent, void, undefined> {
  let after: string | undefined
  let failures = 0
  while (!signal.aborted) {
    const asked = performance.now()
    const page = await nextPage(client, after, signal).catch((error: unknown) => asPassing(error, signal))
    if (page instanceof Error) {
      if (signal.aborted) return
      if (failures === 0) say(`${onOneLine(page.message)} Trying again until it is back …`)
      await sleep(pauseMs(failures++, page), signal)
      continue
    }
    if (after === undefined) say('Waiting for events (Ctrl-C ends it) …')
    else if (failures > 0) say('The gateway is back.')
    failures = 0
    yield* page.events
    const wasHasty = after !== undefined && page.events.length === 0 && performance.now() - asked < emptyPageMinMs
    after = page.next_after
    if (wasHasty) await sleep(emptyPageMinMs, signal)
  }
}

async function nextPage(client: FeedOptions['client'], after: string | undefined, signal: AbortSignal) {
  const query = { wait_seconds: waitSeconds, limit: eventsPerPage, ...(after === undefined ? {} : { after }) }
  const { data } = await client.listEvents(query, { signal, timeoutMs: answerTimeoutMs })
  return data
}

/** The error when it passes by itself; else throws. */
function asPassing(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && error instanceof Error) return error
  if (!(error instanceof PasarelaError)) throw error
  const { status } = error
  if (status === undefined || status === 429 || status >= 500) return error
  if (status === 404) throw new CommandError('This gateway has no event feed (GET /api/v1/events): it is too old.')
  throw new CommandError(`The gateway refuses: ${onOneLine(error.message)} (${onOneLine(error.code)})`)
}

function pauseMs(failures: number, error: Error): number {
  const asked = error instanceof PasarelaError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
  return Math.min(pauseMaxMs, Math.max(asked, firstPauseMs * 2 ** Math.min(failures, 10)))
}
