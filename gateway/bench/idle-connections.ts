import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpus, release } from 'node:os'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { IdleState, IdleWish } from '../test/support/idle-clients.ts'
import { startWorld, type World } from '../test/support/world.ts'
import { closedLoop } from './closed-loop.ts'
import { httpCaller } from './http-caller.ts'
import type { Measured } from './latencies.ts'
import { rssBytes } from './memory-sampler.ts'
import { median } from './robust-slope.ts'

const { values } = parseArgs({
  options: {
    idle: { type: 'string', default: '10000' },
    slow: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '8' },
  },
})
const idle = Number(values.idle)
const slow = Number(values.slow)
const seconds = Number(values.seconds)

/** Callers of the normal load. */
const inFlight = 16

/**
 * What idle keep-alive connections and slow clients cost those who work: create pay-in in a closed loop, with and
 * without them in turn, so that what else happens on the machine falls on both.
 */
async function main(): Promise<void> {
  const world = await startWorld()
  try {
    await load(world, seconds)
    const before: Measured[] = []
    const during: Measured[] = []
    const rss: { without: number; with: number }[] = []
    let state: IdleState | undefined
    for (let round = 0; round < Number(values.rounds); round++) {
      const without = rssBytes(world.gatewayPid())
      before.push(await load(world, seconds))
      const clients = await startClients(world)
      rss.push({ without, with: rssBytes(world.gatewayPid()) })
      during.push(await load(world, seconds))
      state = await clients.state()
      clients.stop()
    }
    print({ before, during, rss, state })
  } finally {
    await world.stop()
  }
}

async function startClients(world: World): Promise<{ state(): Promise<IdleState>; stop(): void }> {
  const program = new URL(`./idle-process${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(program), { stdio: 'inherit' })
  const wish: IdleWish = { port: Number(new URL(world.url).port), idle, slow, apiKey: world.demo.api_key }
  const ask = async (message: object): Promise<IdleState> => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer as IdleState
  }
  await ask(wish)
  return { state: async () => await ask({}), stop: () => child.disconnect() }
}

async function load(world: World, forSeconds: number): Promise<Measured> {
  const caller = httpCaller(world.url)
  const run = randomBytes(6).toString('hex')
  const work = async (number: number) => {
    const body = { service_code: 'BT_AR', amount: 777.01, reference: `${run}-${number}`, payer_doc_id: '20267565393' }
    const answer = await caller.call({
      method: 'POST',
      path: '/api/v1/payments/payin_hth',
      authorization: `Bearer ${world.demo.api_key}`,
      body: JSON.stringify(body),
    })
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.body}`)
  }
  try {
    return await closedLoop({ inFlight, seconds: forSeconds, work })
  } finally {
    caller.close()
  }
}

interface Compared {
  before: readonly Measured[]
  during: readonly Measured[]
  rss: readonly { without: number; with: number }[]
  state: IdleState | undefined
}

function print({ before, during, rss, state }: Compared): void {
  const rate = (rounds: readonly Measured[]) => median(rounds.map(({ perSecond }) => perSecond))
  const p99 = (rounds: readonly Measured[]) => median(rounds.map(({ p99Ms }) => p99Ms))
  const perConnection = (rss[0] ? rss[0].with - rss[0].without : 0) / Math.max(1, idle + slow)
  console.log(
    `\n${idle} idle keep-alive connections and ${slow} slow clients beside create pay-in, ${inFlight} in flight`,
  )
  console.log(
    `${cpus()[0]?.model.trim()} × ${cpus().length}, Linux ${release()}, Node ${process.versions.node}; all on the same cores\n`,
  )
  console.log(
    `ratio of throughput  ${(rate(during) / rate(before)).toFixed(2)}   ${rate(during).toFixed(0)}/s beside ${rate(before).toFixed(0)}/s`,
  )
  console.log(
    `ratio of p99         ${(p99(during) / p99(before)).toFixed(2)}   ${p99(during).toFixed(1)} ms beside ${p99(before).toFixed(1)} ms`,
  )
  console.log(
    `memory per connection ${(perConnection / 1_024).toFixed(1)} KiB; RSS ${rss.map((each) => `${(each.with / 1e6).toFixed(0)} MB`).join(', ')} with them`,
  )
  console.log(
    `still open ${state?.idleOpen} of ${idle}; slow clients closed by the gateway ${JSON.stringify(state?.slowClosed)}`,
  )
}

await main()
