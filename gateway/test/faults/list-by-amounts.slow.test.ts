import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { searchByText } from '../../src/core/payments/store/reads/search-by-text.ts'
import { asMerchant } from '../../src/core/platform/database/database.ts'
import {
  foundRows,
  type ListedRow,
  type Search,
  type SearchFilters,
  searchTransactions,
} from '../../src/extras/transactions/store/reads/transaction-search.ts'
import { aConnectorAccount } from '../support/a-transaction.ts'
import { aPoint, setUp } from '../support/set-up.ts'

const world = await setUp({ after })

/** So few that a page of two walks over a small part of them. */
const transactions = 3_000
const pageRows = 2

const codesByDecimals = { two: ['BT_AR'], none: ['BT_CL'] }

/** Nominal: 1500 means as many pesos of Argentina, which have cents, as of Chile. */
const amounts = (from: number, to: number): SearchFilters => ({
  codesByDecimals,
  amountFrom: { two: BigInt(from * 100), none: BigInt(from) },
  amountTo: { two: BigInt(to * 100), none: BigInt(to) },
})

const codesOf = ({ codesByDecimals: codes }: SearchFilters) => [...(codes?.two ?? []), ...(codes?.none ?? [])]

/** What passes, by the rules and without SQL. */
function passes({ filters }: Pick<Search, 'filters'>, row: ListedRow): boolean {
  const nominal = row.currency === 'CLP' ? row.amount_minor * 100n : row.amount_minor
  return (
    (filters.amountFrom === undefined || nominal >= filters.amountFrom.two) &&
    (filters.amountTo === undefined || nominal <= filters.amountTo.two) &&
    (filters.payType === undefined || row.pay_type === filters.payType) &&
    (filters.status === undefined || row.status === filters.status) &&
    (filters.currency === undefined || row.currency === filters.currency) &&
    (filters.codesByDecimals === undefined || codesOf(filters).includes(row.service_code)) &&
    (filters.reason === undefined || row.reason === filters.reason) &&
    (filters.createdFrom === undefined || row.created_at >= filters.createdFrom) &&
    (filters.createdTo === undefined || row.created_at < filters.createdTo)
  )
}

describe('a list by amounts', () => {
  let point: Awaited<ReturnType<typeof aPoint>>
  let all: readonly ListedRow[]
  const read = async (search: Search) =>
    await asMerchant(
      world.database.reader,
      { merchantId: point.merchantId },
      async (tx) => await searchTransactions(tx, point.pointId, search),
    )
  before(async () => {
    point = await aPoint(world)
    await fill(point.pointId, await aConnectorAccount(world))
    all = await read({ filters: {}, limit: transactions })
    assert.equal(all.length, transactions)
  })

  const cases: [string, SearchFilters][] = [
    ['that one has', amounts(2_500, 2_500)],
    ['that nobody has', amounts(900_000, 900_001)],
    ['that few old ones have', amounts(1, 9)],
    ['that many have', amounts(1_000, 2_000)],
    ['from one on', { ...amounts(2_990, 0), amountTo: undefined } as unknown as SearchFilters],
    ['up to one', { ...amounts(0, 20), amountFrom: undefined } as unknown as SearchFilters],
    ['of pay-ins', { ...amounts(100, 140), payType: 'payin' }],
    ['of a rare status', { ...amounts(1, 3_000), status: 'ERROR' }],
    [
      'of a currency with cents',
      { ...amounts(40, 60), currency: 'ARS', codesByDecimals: { two: ['BT_AR'], none: [] } },
    ],
    ['of a currency without', { ...amounts(40, 60), currency: 'CLP', codesByDecimals: { two: [], none: ['BT_CL'] } }],
    ['of one service', { ...amounts(500, 600), serviceCode: 'BT_CL', codesByDecimals: { two: [], none: ['BT_CL'] } }],
    ['of no service that there is', { ...amounts(1, 9_999), codesByDecimals: { two: [], none: [] } }],
    ['of a rare reason', { ...amounts(1, 3_000), reason: 'overpaid' }],
    ['until a day', { ...amounts(1, 600), createdTo: new Date('2026-02-01T00:00:00Z') }],
    ['since a day', { ...amounts(1, 2_400), createdFrom: new Date('2026-09-01T00:00:00Z') }],
    [
      'of some days',
      {
        ...amounts(900, 1_100),
        createdFrom: new Date('2026-04-20T10:00:00Z'),
        createdTo: new Date('2026-05-03T10:00:00Z'),
      },
    ],
  ]
  it('and a search for a document show, page by page, what all weeks have, newest first', async () => {
    const document = '20267565393'
    const held = await world.database.owner.query<{ id: string }>(
      `update transactions set party_document = $2 where point_id = $1 and sequence % 250 = 0 returning id`,
      [point.pointId, document],
    )
    const wanted = all.map(({ id }) => id).filter((id) => held.rows.some((row) => row.id === id))
    assert.equal(wanted.length, transactions / 250)
    const shown: ListedRow[] = []
    for (let pages = 0; pages < wanted.length / pageRows; pages++) {
      const last = shown.at(-1)
      const search = {
        filters: {},
        parsed: { text: document, documents: [document], words: [] },
        connectorAccountIds: [],
        limit: pageRows,
        ...(last && { after: { createdAt: last.created_at, id: last.id } }),
      }
      const { merchantId, pointId } = point
      const { rows } = await asMerchant(
        world.database.reader,
        { merchantId, plans: 'general' },
        async (tx) => await searchByText<ListedRow>(tx, foundRows, { pointId, search }),
      )
      shown.push(...rows)
    }
    assert.deepEqual(
      shown.map(({ id }) => id),
      wanted,
    )
  })

  for (const [name, filters] of cases) {
    it(`shows, page by page, those ${name}, newest first`, async () => {
      const wanted = all.filter((row) => passes({ filters }, row)).map(({ id }) => id)
      const shown: string[] = []
      let last: ListedRow | undefined
      do {
        const position = last && { after: { createdAt: last.created_at, id: last.id } }
        const page = await read({ filters, limit: pageRows, ...position })
        assert.ok(page.length <= pageRows)
        shown.push(...page.map(({ id }) => id))
        last = page.at(-1)
      } while (last !== undefined && shown.length < 40)
      assert.deepEqual(shown, wanted.slice(0, Math.max(shown.length, Math.min(wanted.length, 40))))
    })
  }
})

/** Two hours apart, so that they span most of a year; older ones are smaller, some a little out of that order. */
async function fill(pointId: string, accountId: string): Promise<void> {
  await world.database.owner.query(
    `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
      status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, target_reference,
      created_at, updated_at, expired_at)
    select gen_random_uuid(), $1, 'test', case when n % 5 = 0 then 'payout' else 'payin' end,
      case when n % 3 = 0 then 'BT_CL' else 'BT_AR' end, 'ref-' || n,
      case when n % 3 = 0 then n + n % 7 else (n + n % 7) * 100 + n % 100 end, case when n % 3 = 0 then 'CLP' else 'ARS' end,
      case when n % 400 = 1 then 'ERROR' else 'COMPLETED' end, case when n % 300 = 7 then 'overpaid' else 'paid' end, $2, n, '{}', '{}', sha256(n::text::bytea),
      case when n % 5 > 0 then substr(md5(n::text), 1, 22) end, 'SB' || n,
      '2026-01-01'::timestamptz + n * interval '2 hours', gateway_now(), case when n % 5 > 0 then gateway_now() end
    from generate_series(1, ${transactions}) n`,
    [pointId, accountId],
  )
  await world.database.owner.query('analyze transactions')
}
