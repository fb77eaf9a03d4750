import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newestOfPoints } from './newest-of-points.ts'

interface Row {
  id: string
  point: string
  created_at: Date
}

const newestFirst = (one: Row, other: Row) =>
  other.created_at.getTime() - one.created_at.getTime() || (one.id < other.id ? 1 : -1)

/** Rows of points as a database would have them; notes how many rows were given and not yet taken. */
function tables(rows: readonly Row[]) {
  const sorted = rows.toSorted(newestFirst)
  const byPoint = new Map<string, Row[]>()
  for (const point of new Set(rows.map((row) => row.point))) {
    byPoint.set(
      point,
      sorted.filter((row) => row.point === point),
    )
  }
  let given = 0
  let reads = 0
  return {
    sorted,
    reads: () => reads,
    given: () => given,
    read: async (
      point: string,
      { after, limit }: { after: { createdAt: Date; id: string } | undefined; limit: number },
    ) => {
      const own = byPoint.get(point) ?? []
      const from = after ? own.findIndex(({ id }) => id === after.id) + 1 : 0
      assert.equal(own[from - 1]?.created_at, after?.createdAt)
      const found = own.slice(from, from + limit)
      given += found.length
      reads++
      return found
    },
  }
}

/** Many at the same time, so that ids decide. */
const rowsOf = (point: string, count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `${String((n * 7919) % 10_007).padStart(5, '0')}-${point}`,
    point,
    created_at: new Date(1_000_000 - from - Math.floor(n / 3)),
  }))

describe('the newest rows of several points', () => {
  const points = Array.from({ length: 50 }, (_, n) => `p${String(n).padStart(2, '0')}`)
  const cases: readonly [string, readonly Row[], readonly string[]][] = [
    ['of one point', rowsOf('p00', 2_500), ['p00']],
    ['of a point whose rows end with a batch', rowsOf('p00', 2_000), ['p00']],
    ['of equal points', points.flatMap((point) => rowsOf(point, 300)), points],
    [
      'of one busy point among quiet ones',
      points.flatMap((point, n) => rowsOf(point, n === 7 ? 9_000 : 30, n === 7 ? 0 : 9_000)),
      points,
    ],
    ['of points of which some have none', points.flatMap((point, n) => rowsOf(point, n % 3 === 0 ? 200 : 0)), points],
    ['of points without any', [], points],
  ]
  for (const [name, rows, pointIds] of cases) {
    it(`${name} come in one order, each once, and a bounded number is in memory`, async () => {
      const table = tables(rows)
      const found: Row[] = []
      let most = 0
      for await (const batch of newestOfPoints({ pointIds, batchRows: 1_000, heldRows: 4_000, read: table.read })) {
        assert.ok(batch.length > 0 && batch.length <= 1_000)
        most = Math.max(most, table.given() - found.length)
        found.push(...batch)
      }
      assert.deepEqual(found, table.sorted)
      assert.equal(table.given(), rows.length, 'no row is read twice')
      assert.ok(most <= 5_000, `${most} rows in memory`)
      assert.ok(
        table.reads() <= 3 * pointIds.length + rows.length / 50,
        `${table.reads()} reads for ${rows.length} rows`,
      )
    })
  }

  it('are read only as they are asked for', async () => {
    const table = tables(points.flatMap((point) => rowsOf(point, 300)))
    const batches = newestOfPoints({ pointIds: points, batchRows: 1_000, heldRows: 4_000, read: table.read })
    assert.equal(table.reads(), 0)
    await batches.next()
    assert.equal(table.reads(), points.length)
  })
})
