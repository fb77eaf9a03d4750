import type pg from 'pg'
import { request } from 'undici'
import { type Bench, driverPool } from '../bench-world.ts'
import { closedLoop } from '../closed-loop.ts'
import type { Contender, OpenedPath } from '../contender.ts'
import { fillTransactions } from '../fill-transactions.ts'

/** Rows of one export. */
const rowCount = 10_000

/** Rows of one page of the driver: as many as the gateway reads at once. */
const pageRows = 1_000

/**
 * The transactions of the demo point, which no other path uses, as CSV through the dashboard's API. A rate is that of
 * rows, a time that of an export.
 */
export async function openExport(bench: Bench): Promise<OpenedPath> {
  const pointId = bench.world.demo.auth_point_id
  await fillTransactions(bench, { count: rowCount, pointId })
  const person = await bench.world.person({ pointId })
  const url = `${bench.world.url}/console/points/${pointId}/transactions.csv?pay_type=payin`
  const headers = { cookie: `sid=${person.cookie()}` }
  const whole = await request(url, { headers })
  await bench.bareServer.answerWith(await whole.body.text())
  const pool = driverPool(bench.world.databaseUrl)
  return {
    contenders: {
      gateway: exporting(async () => await linesOf(url, headers)),
      driver: exporting(async () => await readAll(pool, pointId)),
      http: exporting(async () => await linesOf(bench.bareServer.url, {})),
    },
    close: async () => await pool.end(),
  }
}

/** Exports one after the other: a gateway writes two at a time at most, whoever asks. */
function exporting(work: () => Promise<number>): Contender {
  return {
    busy: async (seconds) =>
      await closedLoop({
        inFlight: 1,
        seconds,
        itemsPerCall: rowCount,
        work: async () => {
          const rows = await work()
          if (rows !== rowCount) throw new Error(`an export of ${rows} rows`)
        },
      }),
  }
}

const lineEnd = 10

/** Reads a file as it streams in; its lines below the one of names. */
async function linesOf(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await request(url, { headers })
  if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}: ${await answer.body.text()}`)
  let lines = 0
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(lineEnd); at >= 0; at = chunk.indexOf(lineEnd, at + 1)) lines++
  }
  return lines - 1
}

/** The same rows by the driver, page by page, and nothing made of them. */
async function readAll(pool: pg.Pool, pointId: string): Promise<number> {
  let after = { created_at: new Date('9999-01-01'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
  for (let read = 0; ; ) {
    const { rows } = await pool.query({
      name: 'export-page',
      text: `select * from transactions where point_id = $1 and (created_at, id) < ($2, $3)
        order by created_at desc, id desc limit ${pageRows}`,
      values: [pointId, after.created_at, after.id],
    })
    read += rows.length
    if (rows.length < pageRows) return read
    after = rows.at(-1)
  }
}
