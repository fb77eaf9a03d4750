import { parseArgs } from 'node:util'
import { compare } from './growth/compare.ts'
import { dropAll, openEmpty, openFull } from './growth/databases.ts'
import { readSizes } from './growth/fill.ts'
import { printMachine } from './machine.ts'

/**
 * How speed holds as tables grow: fills a database with a year of payments, and measures it beside an empty one on the
 * same server. `--rows`: transactions, 10 million unless said otherwise; each has three rows of history
 * and a delivered callback. Ten million take about 40 GB. `--keep`: leaves the databases for the next run on this server.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rows: { type: 'string' }, keep: { type: 'boolean' } } })
  const rows = Number(values.rows ?? 10_000_000)
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined || !Number.isSafeInteger(rows) || rows < 1_000) {
    throw new Error('run it by `npm run bench -- growth`; at least 1000 rows')
  }
  const points = 200
  const full = await openFull(serverUrl, { rows, points, log: console.log })
  const empty = await openEmpty(serverUrl, points)
  try {
    await printMachine(full.world.database.owner, `Growth: ${rows} transactions beside none`)
    await printSettings(full.world.database.owner)
    const sizes = await readSizes(full.world.database.owner)
    for (const { name, bytes, rows: count } of sizes.slice(0, 60)) {
      console.log(`${(bytes / 1e6).toFixed(0).padStart(7)} MB ${`${count}`.padStart(10)}  ${name}`)
    }
    console.log(`${(sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e9).toFixed(1).padStart(7)} GB in all\n`)
    console.log('ratio       full/s   p50 ms   p99 ms      empty/s   p50 ms   p99 ms')
    await compare({ empty, full }, ({ name, ratio, full: a, empty: b }) => {
      const figures = [a, b].map(
        ({ perSecond, p50Ms, p99Ms }) =>
          `${perSecond.toFixed(0).padStart(9)} ${p50Ms.toFixed(2).padStart(8)} ${p99Ms.toFixed(2).padStart(8)}`,
      )
      console.log(`${ratio.toFixed(2).padStart(5)}  ${figures.join('    ')}  ${name}`)
    })
  } finally {
    await full.close()
    await empty.close()
    if (values.keep !== true) await dropAll(serverUrl)
  }
}

async function printSettings(owner: { query(text: string): Promise<{ rows: { line: string }[] }> }): Promise<void> {
  const found = await owner.query(
    `select string_agg(name || ' ' || current_setting(name), ', ' order by name) as line from pg_settings where name in
      ('shared_buffers', 'effective_cache_size', 'max_wal_size', 'checkpoint_timeout', 'wal_compression', 'work_mem', 'full_page_writes')`,
  )
  console.log(`${found.rows[0]?.line}\n`)
}

await main()
