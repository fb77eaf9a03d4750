import { cpus, release } from 'node:os'
import type pg from 'pg'
import type { MixCounts } from './mixed-load.ts'
import type { Growth } from './robust-slope.ts'
import type { Sample } from './soak-samples.ts'

export interface SoakFigures {
  samples: readonly Sample[]
  growth: Record<'rss' | 'heap' | 'heapLow' | 'sockets' | 'lag', Growth>
  counts: MixCounts
  callbacks: number
  rate: number
  minutes: number
}

/** The chapter of the documents about a run, in Markdown. `verified`: what verify said of the books afterwards. */
export async function soakText(
  pool: Pick<pg.Client, 'query'>,
  figures: SoakFigures,
  verified: string,
): Promise<string> {
  const { samples, growth, counts, callbacks, rate, minutes } = figures
  const answered = sum(counts.answers)
  const last = samples.at(-1)
  const found = await pool.query<{ version: string; fsync: string; sync: string; megabytes: number }>(
    `select version(), current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
      (pg_database_size(current_database()) / 1000000)::int as megabytes`,
  )
  const database = found.rows[0]
  const row = (name: string, { first, last: end, perHour, highest }: Growth, digits: number) =>
    `| ${name} | ${first.toFixed(digits)} | ${end.toFixed(digits)} | ${perHour >= 0 ? '+' : ''}${perHour.toFixed(digits)} | ${highest.toFixed(digits)} |`
  return `${[
    `## Soak: ${minutes} minutes of everything`,
    '',
    `${cpus()[0]?.model.trim()} × ${cpus().length}, Linux ${release()}, Node ${process.versions.node}, ${database?.version.split(' on ')[0]}, fsync ${database?.fsync}, ` +
      `synchronous_commit ${database?.sync}; load, bank, receiver and database on the same cores. About ${rate} requests a second at random ` +
      `moments: every kind of pay-in, cards, payouts, a fifteenth of them scenarios that fail, time out or take money back; repeated ` +
      `references, wrong bodies and keys, reads, lists, exports, the dashboard's pages; callbacks go to a real HTTPS receiver.`,
    '',
    `${answered} requests answered, ${last?.transactions} transactions, ${callbacks} callbacks received, ${counts.refused} refused with 503 and Retry-After, ${sum(counts.unexpected)} answers that nobody expected; ` +
      `the gateway used ${(average(samples.map(({ cpuShare }) => cpuShare)) * 100).toFixed(0)} % of one core, the database grew to ${database?.megabytes} MB, ` +
      `no queue was ever fuller than ${(Math.max(...samples.map(({ fullest }) => fullest)) * 100).toFixed(0)} % of its limit. The invariants: ${verified.trim()}.`,
    '',
    '| After 5 minutes of warm-up | first 10 min (median) | last 10 min (median) | slope per hour | highest |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('resident memory, MB', growth.rss, 1),
    row('JavaScript heap used, MB', growth.heap, 1),
    row('heap after collections (lowest of each minute), MB', growth.heapLow, 1),
    row('open files and sockets', growth.sockets, 0),
    row('event loop delay p99, ms', growth.lag, 1),
    '',
    `The slope is the median of the slopes between all pairs of samples (one every 5 s), which no single spike moves. Connections to ` +
      `PostgreSQL: ${Math.min(...samples.map(({ connections }) => connections))} to ${Math.max(...samples.map(({ connections }) => connections))}. ` +
      'Repeat it with `npm run bench -- soak --minutes 30`.',
    '',
    ...(counts.unexpected.size > 0 ? ['Unexpected:', '', ...lines(counts.unexpected), ''] : []),
    '<details><summary>Answers by kind and status</summary>',
    '',
    ...lines(counts.answers),
    '',
    '</details>',
  ].join('\n')}\n`
}

function lines(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort().map(([name, count]) => `- ${name}: ${count}`)
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, each) => total + each, 0)
}

function average(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0) / Math.max(1, values.length)
}
