import { cpus, release } from 'node:os'
import type pg from 'pg'
import type { LoopResult } from './closed-loop.ts'

export interface Report {
  title: string
  /** What stands as ratio 1.00: the machine's own limit, of the same run. */
  limit: number
  lines: readonly (readonly [name: string, result: LoopResult])[]
}

/** Prints the results with the machine and the settings of the database. Ratios first: they travel, figures do not. */
export async function report(pool: pg.Pool, { title, limit, lines }: Report): Promise<void> {
  await printMachine(pool, title)
  console.log('ratio')
  for (const [name, result] of lines) {
    console.log(
      `${(result.perSecond / limit).toFixed(2).padStart(5)}  ${Math.round(result.perSecond).toString().padStart(7)}/s  ` +
        `p50 ${result.p50Ms.toFixed(1).padStart(6)} ms  p99 ${result.p99Ms.toFixed(1).padStart(6)} ms  ${name}`,
    )
  }
}

/** Prints what is measured, the machine, and the settings of the database. */
export async function printMachine(pool: pg.Pool, title: string): Promise<void> {
  const settings = await pool.query<{ version: string; fsync: string; sync: string }>(
    `select version(), current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
  )
  const row = settings.rows[0]
  console.log(`\n${title}`)
  console.log(`${cpus()[0]?.model.trim()} × ${cpus().length}, Linux ${release()}, Node ${process.versions.node}`)
  console.log(
    `${row?.version.split(' on ')[0]}, fsync ${row?.fsync}, synchronous_commit ${row?.sync}; load generator on the same cores\n`,
  )
}
