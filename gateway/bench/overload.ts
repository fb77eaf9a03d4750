import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { openWorldFor, type World } from '../test/support/world.ts'
import { percentile } from './latencies.ts'
import { rssBytes } from './memory-sampler.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, callers: { type: 'string', default: '64,400,1000,2500' } },
})
const seconds = Number(values.seconds)

interface Result {
  callers: number
  accepted: number[]
  refused: number[]
  other: number
  rssMb: number
}

/**
 * More callers than one merchant has places: what is accepted must stay as fast and as much, what is refused must be
 * refused soon, and every 200 must be a row. Who is refused waits for the seconds of Retry-After.
 */
async function main(): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  const world = await openWorldFor({ after: (work) => endings.push(work) })
  try {
    await run(world, 64, 'warm')
    console.log('\nCreate pay-in by one merchant; who is refused waits for Retry-After\n')
    console.log('| callers | accepted/s | p50 ms | p99 ms | refused/s | p99 ms of a refusal | RSS MB | rows = 200s |')
    console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |')
    for (const callers of values.callers.split(',').map(Number)) {
      const prefix = randomBytes(6).toString('hex')
      const result = await run(world, callers, prefix)
      const found = await world.db.query<{ n: number }>(
        'select count(*)::int as n from transactions where reference like $1',
        [`${prefix}%`],
      )
      print(result, found.rows[0]?.n ?? 0)
    }
  } finally {
    for (const end of endings) await end()
  }
}

async function run(world: World, callers: number, prefix: string): Promise<Result> {
  const agent = new Agent({ connections: callers, pipelining: 1, headersTimeout: 30_000 })
  const headers = { authorization: `Bearer ${world.demo.api_key}`, 'content-type': 'application/json' }
  const result: Result = { callers, accepted: [], refused: [], other: 0, rssMb: 0 }
  const until = performance.now() + seconds * 1_000
  const caller = async (number: number) => {
    for (let n = 0; performance.now() < until; n++) {
      const startedAt = performance.now()
      const reference = `${prefix}-${number}-${n}`
      const answer = await request(`${world.url}/api/v1/payments/payin_hth`, {
        method: 'POST',
        dispatcher: agent,
        headers,
        body: JSON.stringify({ service_code: 'BT_AR', amount: 777.01, reference, payer_doc_id: '20267565393' }),
      })
      await answer.body.dump()
      const tookMs = performance.now() - startedAt
      if (answer.statusCode === 200) result.accepted.push(tookMs)
      else if (answer.headers['retry-after'] === undefined) result.other++
      else {
        result.refused.push(tookMs)
        await sleep(Number(answer.headers['retry-after']) * 1_000)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, async (_, number) => await caller(number)))
  result.rssMb = rssBytes(world.gatewayPid()) / 1e6
  await agent.close()
  return result
}

function print({ callers, accepted, refused, other, rssMb }: Result, rows: number): void {
  for (const each of [accepted, refused]) each.sort((a, b) => a - b)
  const ms = (sorted: readonly number[], share: number) => percentile(sorted, share).toFixed(0)
  const perSecond = (each: readonly number[]) => (each.length / seconds).toFixed(0)
  const isExact = rows === accepted.length && other === 0
  console.log(
    `| ${callers} | ${perSecond(accepted)} | ${ms(accepted, 0.5)} | ${ms(accepted, 0.99)} | ${perSecond(refused)} | ` +
      `${refused.length > 0 ? ms(refused, 0.99) : '–'} | ${rssMb.toFixed(0)} | ${isExact ? 'yes' : `no: ${rows} rows, ${accepted.length} answers, ${other} others`} |`,
  )
  if (!isExact) process.exitCode = 1
}

await main()
