import { type Bench, shopOf } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { countTransactions, fillTransactions } from '../fill-transactions.ts'
import { type PathRequest, send } from '../gateway-requests.ts'

/** Over all points: enough that no page is the same all the time, few enough to be made in a second or two. */
const transactionsMin = 16_000

const pageRows = 50

/** One transaction of any age with its history. */
export async function openReadOne(bench: Bench): Promise<OpenedPath> {
  const ids = new Map<string, string[]>()
  const idOf = (index: number, pointId: string) => {
    const own = ids.get(pointId) ?? []
    return own[(index * 31) % own.length] ?? ''
  }
  return await openReading(bench, {
    prepare: async () => {
      const found = await bench.db.query<{ id: string; point_id: string }>(
        `select id, point_id from transactions where point_id = any ($1) order by random() limit ${transactionsMin}`,
        [bench.shops.map(({ pointId }) => pointId)],
      )
      for (const { id, point_id } of found.rows) ids.set(point_id, [...(ids.get(point_id) ?? []), id])
    },
    request: { method: 'GET', path: (index, { pointId }) => `/api/v1/payments/${idOf(index, pointId)}` },
    statements: [
      'select * from transactions where point_id = $1 and id = $2',
      'select * from transaction_history where point_id = $1 and transaction_id = $2 order by id',
    ],
    valuesOf: (index, pointId) => [pointId, idOf(index, pointId)],
  })
}

/** The newest paid pay-ins of a point. */
export async function openList(bench: Bench): Promise<OpenedPath> {
  return await openReading(bench, {
    request: {
      method: 'GET',
      path: () => `/api/v1/payments?pay_type=payin&status=COMPLETED&limit=${pageRows}`,
    },
    statements: [
      `select * from transactions where point_id = $1 and pay_type = $2 and status = $3
        order by created_at desc, id desc limit ${pageRows}`,
    ],
    valuesOf: (_, pointId) => [pointId, 'payin', 'COMPLETED'],
  })
}

interface Reading {
  /** Chooses what is asked for, when the tables are filled. */
  prepare?(): Promise<void>
  request: PathRequest
  /** What the driver asks for the same answer, one after the other, with the same values. */
  statements: readonly string[]
  valuesOf(index: number, pointId: string): unknown[]
}

/** Pay-ins of other lines wait for their money, however many there are. */
async function fillPaid(bench: Bench): Promise<void> {
  const found = await bench.db.query<{ paid: number }>(
    `select count(*)::int as paid from transactions where pay_type = 'payin' and status = 'COMPLETED'`,
  )
  const missing = transactionsMin - (found.rows[0]?.paid ?? 0)
  if (missing > 0) await fillTransactions(bench, (await countTransactions(bench.db)) + missing)
}

async function openReading(bench: Bench, { prepare, request, statements, valuesOf }: Reading): Promise<OpenedPath> {
  await fillPaid(bench)
  await prepare?.()
  const read = async (index: number) => {
    const values = valuesOf(index, shopOf(bench, index).pointId)
    for (const text of statements) {
      const { rows } = await bench.db.query({ name: text.slice(0, 60), text, values })
      if (rows.length === 0) throw new Error(`nothing was found: ${text}`)
    }
  }
  return {
    contenders: { gateway: loopsOf(async (index) => await send(bench, request, index)), driver: loopsOf(read) },
  }
}
