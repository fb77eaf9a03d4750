import { pasarelaClient } from '../client/client.ts'
import { currentTime } from '../clock.ts'
import { type Credentials, readCredentials } from './credentials.ts'
import { eventFeed } from './event-feed.ts'
import { type Forwarded, forward } from './forward.ts'
import { CommandError, onOneLine, type Terminal } from './terminal.ts'

export const listenHelp = `Usage: pasarela listen --forward URL [--base-url URL] [--api-key KEY]

Brings the callbacks of your point to a server on your machine, as the gateway signed them, while it runs.

  --forward URL   where they are POSTed, such as http://localhost:4242/hook
  --base-url URL  the gateway; else PASARELA_BASE_URL, else demo.json in PASARELA_DATA_DIR or data
  --api-key KEY   a key with the scope read; else PASARELA_API_KEY, else demo.json in PASARELA_DATA_DIR or data`

/** Options of the command, for node:util parseArgs. */
export const listenOptions = {
  forward: { type: 'string' },
  'base-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const

/** Forwards events until Ctrl-C. Returns the exit code. */
export async function listen(
  options: { forward?: string | undefined; 'base-url'?: string | undefined; 'api-key'?: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const target = targetOf(options.forward)
  const credentials = readCredentials(options, terminal)
  const { signal } = terminal
  const client = clientOf(credentials)
  terminal.err(`Listening to ${credentials.baseUrl}, forwarding to ${target.href}`)
  let count = 0
  for await (const event of eventFeed({ client, signal, say: terminal.err })) {
    const forwarded = await forward(event, target, signal)
    if (signal.aborted) break
    count++
    const time = currentTime().toISOString().slice(11, 19)
    const what = onOneLine(`${event.webhook_id}  ${event.transaction_id}  ${event.status}`)
    terminal.out(`${time}  ${what}  ${answerText(forwarded)}`)
  }
  terminal.err(`Ended after ${count} ${count === 1 ? 'event' : 'events'}.`)
  return 0
}

function answerText({ status, error, ms, attempts }: Forwarded): string {
  const answer = status === undefined ? `no answer: ${error}` : `${status}`
  return `-> ${answer} in ${ms} ms${attempts > 1 ? ` (attempt ${attempts})` : ''}`
}

function targetOf(text: string | undefined): URL {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol)) return url
  throw new CommandError('Say where to: --forward http://localhost:4242/hook', 2)
}

/** One attempt a call: the feed has its own patience, and says what it waits for. */
function clientOf({ baseUrl, apiKey }: Credentials) {
  return pasarelaClient({ baseUrl, apiKey, attemptsMax: 1 })
}
