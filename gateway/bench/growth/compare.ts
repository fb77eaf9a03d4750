import { machineMs, percentile } from '../latencies.ts'
import type { Side } from './databases.ts'
import { readings } from './read-paths.ts'
import { type Age, readSamples, type Sample } from './samples.ts'
import { type Created, claim, createPayins, makeOverdue, payThem, sweep, type Timed, tidy } from './write-paths.ts'

/** Rounds, each of which measures both sides of every path, one right after the other. */
const rounds = 7

/** Work of one round and side. */
const work = { groups: 60, sweeps: 8, claims: 8, reads: 40 }

/**
 * Written on either side before the first round. The first change of a page after a checkpoint takes the page into the
 * log whole; under load that is soon behind it, and a short measurement would show nothing else.
 */
const warming = { created: 2_000, paid: 1_400 }

type Samples = Record<Age, Map<Side, readonly Sample[]>>

interface Path {
  name: string
  /** Before the first round, for each side; not measured. */
  before?(side: Side): Promise<void>
  run(side: Side, timed: Timed): Promise<void>
  /** Its pieces run one by one: their speed is the median's, which a pause of the machine does not move. */
  single: boolean
}

/** What one side of a path took. */
interface Times {
  /** Items a second, of each round. */
  rates: number[]
  tookMs: number[]
}

export interface Line {
  name: string
  /** Speed of the full side in parts of the empty one's. */
  ratio: number
  empty: { perSecond: number; p50Ms: number; p99Ms: number }
  full: { perSecond: number; p50Ms: number; p99Ms: number }
}

/** Measures every path on both sides, in turns, and reports each when it is done. The first round warms and does not count. */
export async function compare(sides: { empty: Side; full: Side }, report: (line: Line) => void): Promise<void> {
  const both = [sides.empty, sides.full]
  const created: Created = new Map()
  for (const side of both) await seed(side, created)
  const samples: Samples = { young: new Map(), 'any age': new Map() }
  for (const side of both) {
    samples.young.set(side, await readSamples(side, 'young'))
    samples['any age'].set(side, await readSamples(side, 'any age'))
  }
  for (const path of paths(created, samples)) {
    for (const side of both) await path.before?.(side)
    const times = new Map<Side, Times>(both.map((side) => [side, { rates: [], tookMs: [] }]))
    for (let round = 0; round <= rounds; round++) {
      for (const side of round % 2 === 0 ? both : both.toReversed()) {
        const measured = await measure(path, side)
        if (round > 0) add(times.get(side), measured)
      }
    }
    report(lineOf(path, times.get(sides.empty), times.get(sides.full)))
  }
}

/** The first payments: what lists and lookups of the empty side find. */
async function seed(side: Side, created: Created): Promise<void> {
  const once: Timed = async (run) => void (await run())
  await createPayins(side, once, { groups: warming.created, created })
  await payThem(side, once, { groups: warming.paid, created })
  await tidy(side)
}

function paths(created: Created, samples: Samples): readonly Path[] {
  const { groups } = work
  return [
    {
      name: 'create pay-in',
      single: false,
      run: async (side, timed) => await createPayins(side, timed, { groups, created }),
    },
    {
      name: 'apply outcome',
      single: false,
      run: async (side, timed) => await payThem(side, timed, { groups, created }),
    },
    {
      name: 'expiry sweep',
      single: true,
      before: async (side) => {
        await makeOverdue(side, created)
        await tidy(side)
      },
      run: async (side, timed) => await sweep(side, timed, work.sweeps),
    },
    {
      name: 'callback claim',
      single: true,
      before: tidy,
      run: async (side, timed) => await claim(side, timed, work.claims),
    },
    ...readings.map(
      ({ name, age, rows, read }): Path => ({
        name,
        single: true,
        run: async (side, timed) => {
          const known = samples[age].get(side) ?? []
          for (let n = 0; n < work.reads; n++) {
            const sample = known[Math.floor(Math.random() * known.length)]
            if (!sample) throw new Error(`${side.name} has nothing to look for`)
            await timed(async () => {
              const found = await read(side, sample)
              if (found < rows) throw new Error(`${name}: nothing was found in the ${side.name} one`)
            })
          }
        },
      }),
    ),
  ]
}

interface Measured {
  rate: number
  tookMs: readonly number[]
}

async function measure(path: Path, side: Side): Promise<Measured> {
  const tookMs: number[] = []
  let items = 0
  const startedMs = machineMs()
  let measuredMs = 0
  await path.run(side, async (run, count = 1) => {
    const fromMs = machineMs()
    await run()
    const ms = machineMs() - fromMs
    tookMs.push(ms)
    measuredMs += ms
    items += count
  })
  // Groups overlap: their speed is that of the round. What runs one by one is not charged with what lies between.
  const spanMs = Math.min(measuredMs, machineMs() - startedMs)
  return { rate: (items * 1_000) / spanMs, tookMs }
}

function add(times: Times | undefined, { rate, tookMs }: Measured): void {
  times?.rates.push(rate)
  times?.tookMs.push(...tookMs)
}

function lineOf({ name, single }: Path, empty: Times | undefined, full: Times | undefined): Line {
  const [a, b] = [figuresOf(empty, single), figuresOf(full, single)]
  return { name, ratio: b.perSecond / a.perSecond, empty: a, full: b }
}

function figuresOf(times: Times | undefined, single: boolean): Line['full'] {
  const { rates, tookMs } = times ?? { rates: [], tookMs: [] }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const p50Ms = percentile(sorted, 0.5)
  const byRounds = percentile(
    rates.toSorted((a, b) => a - b),
    0.5,
  )
  return {
    perSecond: single ? 1_000 / p50Ms : byRounds,
    p50Ms,
    p99Ms: percentile(sorted, 0.99),
  }
}
