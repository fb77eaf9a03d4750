import { type Bench, driverPool, shopOf } from '../bench-world.ts'
import { loopsOf, type OpenedPath } from '../contender.ts'
import { fillTransactions } from '../fill-transactions.ts'
import { bareContender, type PathRequest, send } from '../gateway-contender.ts'

/** Over all points: enough that no page is the same all the time, few enough to be made in a second. */
const transactionCount = 16_000

const pageRows = 50

/** One transaction with its history. */
export async function openReadOne(bench: Bench): Promise<OpenedPath> {
  const ids = await fillTransactions(bench, { count: transactionCount })
  const idOf = (index: number, pointId: string) => {
    const own = ids.get(pointId) ?? []
    return own[(index * 31) % own.length] ?? ''
  }
  return await openReading(bench, {
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
  await fillTransactions(bench, { count: transactionCount })
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
  request: PathRequest
  /** What the driver asks for the same answer, one after the other, with the same values. */
  statements: readonly string[]
  valuesOf(index: number, pointId: string): unknown[]
}

async function openReading(bench: Bench, { request, statements, valuesOf }: Reading): Promise<OpenedPath> {
  const pool = driverPool(bench.world.databaseUrl)
  const read = async (index: number) => {
    const values = valuesOf(index, shopOf(bench, index).pointId)
    for (const text of statements) {
      const { rows } = await pool.query({ name: text.slice(0, 60), text, values })
      if (rows.length === 0) throw new Error(`nothing was found: ${text}`)
    }
  }
  return {
    contenders: {
      gateway: loopsOf(async (index) => await send(bench, bench.gateway, { of: request, index })),
      driver: loopsOf(read),
      http: await bareContender(bench, request),
    },
    close: async () => await pool.end(),
  }
}
