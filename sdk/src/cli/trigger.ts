import { pasarelaClient } from '../client/client.ts'
import type { PasarelaClient } from '../client/operations.ts'
import type { TransactionDetail } from '../client/transactions.ts'
import { readCredentials } from './credentials.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import { CommandError, onOneLine, sleep, type Terminal } from './terminal.ts'

export const triggerHelp = `Usage: pasarela trigger EVENT... [--base-url URL] [--api-key KEY]

Makes real payments on a test point and waits for what becomes of them; their callbacks follow as always.

Events: ${Object.keys(scenarios).join(', ')}

  --base-url URL  the gateway; else PASARELA_BASE_URL, else demo.json in PASARELA_DATA_DIR or data
  --api-key KEY   a test key; else PASARELA_API_KEY, else demo.json in PASARELA_DATA_DIR or data`

/** Options of the command, for node:util parseArgs. */
export const triggerOptions = { 'base-url': { type: 'string' }, 'api-key': { type: 'string' } } as const

/** The simulated bank pays cards after 3 s and rejects payouts after 5 s; a busy machine needs longer. */
const waitMaxMs = 60_000
const lookPauseMs = 200

/** Brings about each event, one after the other. Returns the exit code. */
export async function trigger(
  events: readonly string[],
  options: { 'base-url'?: string | undefined; 'api-key'?: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const wanted = events.map((event) => ({ event, scenario: scenarioOf(event) }))
  if (wanted.length === 0) throw new CommandError(`Say what: ${Object.keys(scenarios).join(', ')}`, 2)
  const credentials = readCredentials(options, terminal)
  if (!credentials.apiKey.startsWith('pas_test_')) {
    throw new CommandError('trigger makes payments up, so it takes a test key only (pas_test_…).', 2)
  }
  const client = pasarelaClient(credentials)
  for (const { event, scenario } of wanted) {
    const { transaction_id: id, status, reason } = await play(scenario, client, terminal.signal)
    terminal.out(`${event}  ${onOneLine(id)}  ${onOneLine(status)} (${onOneLine(reason)})`)
  }
  return 0
}

function scenarioOf(event: string): Scenario {
  const scenario = Object.hasOwn(scenarios, event) ? scenarios[event] : undefined
  if (scenario) return scenario
  throw new CommandError(`There is no event ${onOneLine(event)}. There are: ${Object.keys(scenarios).join(', ')}`, 2)
}

async function play(scenario: Scenario, client: PasarelaClient, signal: AbortSignal): Promise<TransactionDetail> {
  const id = await scenario.create(client)
  await scenario.act?.(client, id)
  const { status, reason } = scenario.ends
  const deadline = performance.now() + waitMaxMs
  for (;;) {
    const { data } = await client.getTransaction(id, { signal })
    if (data.status === status && (reason === undefined || data.reason === reason)) return data
    if (performance.now() > deadline) {
      throw new CommandError(
        `${onOneLine(id)} is ${data.status} (${data.reason}) and did not become ${status} in time.`,
      )
    }
    await sleep(lookPauseMs, signal)
  }
}
