import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openWorldFor } from '../test/support/world.ts'
import { startMixedLoad } from './mixed-load.ts'
import { type Growth, growthOf } from './robust-slope.ts'
import { type Sample, sampler } from './soak-samples.ts'
import { soakText } from './soak-text.ts'

/** The process has compiled, cached and connected all that it will by then. */
const warmUpMinutes = 5

/** What the first and the last stretch of growth are judged over. */
const stretchMinutes = 10

const sampleEveryMs = 5_000

/** What was accepted last still has its callbacks and inquiries (after 30 s and 2 minutes) before the books are proved. */
const settleMs = 30_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    rate: { type: 'string', default: '60' },
  },
})

/**
 * A steady mix of everything for a long time: does memory, sockets, connections or the delay of the event loop grow? The
 * gateway is a process of its own; its simulated bank, a merchant's receiver and the database are real.
 */
async function main(): Promise<void> {
  const minutes = Number(values.minutes)
  const rate = Number(values.rate)
  const endings: (() => Promise<void>)[] = []
  try {
    const world = await openWorldFor({ after: (close) => endings.unshift(close) }, { receives: true })
    const load = await startMixedLoad(world, rate)
    const take = sampler(world, world.db)
    const samples: Sample[] = []
    let callbacks = 0
    const startedAt = performance.now()
    for (let round = 1; ; round++) {
      await sleep(Math.max(0, startedAt + round * sampleEveryMs - performance.now()))
      callbacks += world.receiver.requests.splice(0).length
      const minute = (performance.now() - startedAt) / 60_000
      const sample = await take(minute)
      samples.push(sample)
      if (round % 12 === 0) console.log(lineOf(sample, load.answered(), callbacks))
      if (minute >= minutes) break
    }
    await load.stop()
    await sleep(settleMs)
    callbacks += world.receiver.requests.splice(0).length
    const figures = { samples, growth: growths(samples), counts: load.counts(), callbacks, rate, minutes }
    const verified = await world.command('verify')
    console.log(await soakText(world.db, figures, verified.code === 0 ? 'hold' : verified.output))
    if (load.counts().unexpected.size > 0) process.exitCode = 1
  } finally {
    for (const end of endings) await end()
  }
}

/** Growth per hour after the warm-up, and the level of the first and the last stretch. */
function growths(samples: readonly Sample[]): Record<'rss' | 'heap' | 'heapLow' | 'sockets' | 'lag', Growth> {
  const of = (read: (sample: Sample) => number) =>
    growthOf(
      samples
        .filter(({ minute }) => minute >= Math.min(warmUpMinutes, (samples.at(-1)?.minute ?? 0) / 4))
        .map((sample) => ({ x: sample.minute, y: read(sample) })),
      stretchMinutes,
    )
  return {
    rss: of(({ rssMb }) => rssMb),
    heap: of(({ heapMb }) => heapMb),
    heapLow: of((sample) => lowestAround(samples, sample)),
    sockets: of(({ files }) => files),
    lag: of(({ lagMs }) => lagMs),
  }
}

/** What a collection leaves: the lowest heap within half a minute before and after. */
function lowestAround(samples: readonly Sample[], { minute }: Sample): number {
  return Math.min(...samples.filter((each) => Math.abs(each.minute - minute) <= 0.5).map(({ heapMb }) => heapMb))
}

function lineOf(sample: Sample, answered: number, callbacks: number): string {
  const { minute, rssMb, heapMb, lagMs, files, connections, transactions, cpuShare } = sample
  return (
    `${minute.toFixed(0).padStart(3)} min  RSS ${rssMb.toFixed(0)} MB  heap ${heapMb.toFixed(0)} MB  lag ${lagMs.toFixed(1)} ms  ` +
    `files ${files}  pg ${connections}  cpu ${(cpuShare * 100).toFixed(0)} %  transactions ${transactions}  ` +
    `answered ${answered}  callbacks ${callbacks}`
  )
}

await main()
