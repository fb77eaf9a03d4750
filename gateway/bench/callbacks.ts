import pg from 'pg'
import { claimTimes, fillTables } from './callback-claims.ts'
import { commitToFirstByte, type Latency, perSecond } from './callback-latency.ts'
import { bareAgent, deliverBacklog, postBare, type Targets } from './callback-throughput.ts'
import { printMachine } from './machine.ts'
import { openShops, type Shops } from './shops.ts'

const points = 50
/** The machine may be busy with other things: each part is repeated, and the best stands beside the others. */
const runs = Number(process.env['BENCH_RUNS'] ?? 3)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const events = Number(process.env['BENCH_EVENTS'] ?? 10_000)
const backlog = Number(process.env['BENCH_BACKLOG'] ?? 20_000)
const sizes = {
  delivered: Number(process.env['BENCH_DELIVERED'] ?? 10_000_000),
  paused: Number(process.env['BENCH_PAUSED'] ?? 200_000),
}
const claims = 200

const parts: Readonly<Record<string, (shops: Shops) => Promise<void>>> = { throughput, latency, neighbour, claim }
/** Names of parts, separated by commas. */
const wanted = (process.env['BENCH_PARTS'] ?? Object.keys(parts).join()).split(',')

/**
 * Callbacks: how fast one process delivers, how soon after the commit, what a hanging neighbour costs the others, and
 * what a claim costs when the table is large. Aims stand beside the figures; nothing fails here.
 */
export async function measureCallbacks(): Promise<void> {
  const shops = await openShops(points)
  try {
    await printMachine(shops.world.database.engine, `Callbacks of ${points} points, ${runs} runs each, the best first`)
    console.log('Endpoints: HTTPS with keep-alive on 127.0.0.1, two child processes, a third for the one that hangs')
    for (const name of wanted) await parts[name]?.(shops)
  } finally {
    await shops.close()
  }
}

async function throughput(shops: Shops): Promise<void> {
  console.log(`\n1. Throughput: ${events} events already due, limits lifted, until every result is written`)
  const found: { ratio: number; line: string }[] = []
  for (let run = 0; run < runs; run++) {
    const gateway = await deliverBacklog(shops, events)
    const targets = targetsOf(shops)
    const agent = bareAgent(targets, gateway.connections)
    const bare = await postBare(targets, events, agent)
    await agent.close()
    const ratio = gateway.perSecond / bare.perSecond
    const line = `${ratio.toFixed(2)}  ${Math.round(gateway.perSecond)}/s over ${gateway.connections} connections; a bare undici loop, 128 in flight: ${Math.round(bare.perSecond)}/s over ${bare.connections}`
    found.push({ ratio, line })
  }
  console.log('ratio (aim 0.50 or more)')
  for (const { line } of found.sort((a, b) => b.ratio - a.ratio)) console.log(`  ${line}`)
}

function targetsOf({ world, merchants, urls, receivers }: Shops): Targets {
  return { ca: world.authority.cert, points: merchants, urls, receivers }
}

async function latency(shops: Shops): Promise<void> {
  console.log(
    `\n2. Commit to first byte: ${perSecond} events/s for ${seconds} s, open loop (aim p50 < 100 ms, p99 < 1 s)`,
  )
  const found: Latency[] = []
  for (let run = 0; run < runs; run++) found.push(await commitToFirstByte(shops, { points, seconds, backlog: 0 }))
  for (const each of best(found)) console.log(`  ${latencyLine(each)}`)
}

async function neighbour(shops: Shops): Promise<void> {
  console.log(
    `\n3. The same for ${points - 1} points, alone and beside one that hangs every request with ${backlog} due (aim: p99 + < 10 %)`,
  )
  const alone: Latency[] = []
  const beside: Latency[] = []
  for (let run = 0; run < runs; run++) {
    alone.push(await commitToFirstByte(shops, { points: points - 1, seconds, backlog: 0 }))
    beside.push(await commitToFirstByte(shops, { points: points - 1, seconds, backlog }))
  }
  for (const each of best(alone)) console.log(`  alone   ${latencyLine(each)}`)
  for (const each of best(beside)) console.log(`  beside  ${latencyLine(each)}`)
  const change = ((best(beside)[0]?.p99Ms ?? 0) / (best(alone)[0]?.p99Ms ?? 1) - 1) * 100
  console.log(`  change of the best p99: ${change >= 0 ? '+' : ''}${change.toFixed(0)} %`)
}

async function claim(shops: Shops): Promise<void> {
  console.log(
    `\n4. Time of a claim, ${sizes.paused} rows due behind a paused point, ${sizes.delivered} delivered (aim < 10 ms)`,
  )
  const client = new pg.Client({ connectionString: shops.world.url })
  await client.connect()
  const took = await fillTables(client, shops, sizes)
  await client.end()
  console.log(`  rows, indexes and statistics took ${Math.round(took)} s to make`)
  for (const rows of [1, 64]) {
    const found = []
    for (let run = 0; run < runs; run++) found.push(await claimTimes(shops, { claims, rows }))
    for (const each of best(found)) {
      console.log(
        `  p50 ${ms(each.p50Ms)}  p99 ${ms(each.p99Ms)}  max ${ms(each.maxMs)}  ${claims} claims of ${Math.round(each.rows)} rows`,
      )
    }
  }
}

function best<T extends { p99Ms: number }>(found: readonly T[]): T[] {
  return found.toSorted((a, b) => a.p99Ms - b.p99Ms)
}

function latencyLine({ p50Ms, p99Ms, maxMs, insertP99Ms }: Latency): string {
  return `p50 ${ms(p50Ms)}  p99 ${ms(p99Ms)}  max ${ms(maxMs)}  (writing an event itself: p99 ${ms(insertP99Ms)})`
}

function ms(value: number): string {
  return `${value.toFixed(1).padStart(6)} ms`
}
