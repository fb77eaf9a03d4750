import type pg from 'pg'
import type { SetUp } from '../../test/support/set-up.ts'
import { aPoint } from '../../test/support/set-up.ts'

/** What the rows of a filled database belong to: arrays by the number of the point, the first one is the busy one. */
export interface Shops {
  points: readonly { pointId: string; merchantId: string }[]
  connectorAccountId: string
  /** Ids of ledger accounts. */
  available: readonly string[]
  reserved: readonly string[]
  fees: readonly string[]
  settlement: readonly string[]
}

/** Countries that points are in, turn about; the second code is the rarer one. */
export const countries = [
  { currency: 'ARS', codes: ['BT_AR', 'DEBIN_AR'] },
  { currency: 'BRL', codes: ['PIX_BR', 'PIX_BR'] },
  { currency: 'MXN', codes: ['SPEI_MX', 'SPEI_MX'] },
  { currency: 'COP', codes: ['BT_CO', 'BT_CO'] },
  { currency: 'CLP', codes: ['BT_CL', 'BT_CL'] },
  { currency: 'PEN', codes: ['BT_PE', 'YP_PE'] },
] as const

export function countryOf(place: number): (typeof countries)[number] {
  return countries[place % countries.length] ?? countries[0]
}

/** Merchants with a point each, a connector account, and the ledger accounts that payments of a year leave behind. */
export async function makeShops(world: SetUp, count: number): Promise<Shops> {
  const { owner } = world.database
  const connectorAccountId = (
    await owner.query<{ id: string }>(
      `insert into connector_accounts (id, connector, environment, name, credentials_box)
      values (gen_random_uuid(), 'simulated-bank', 'test', 'Simulated bank', 'x') returning id`,
    )
  ).rows[0]?.id
  if (connectorAccountId === undefined) throw new Error('Bug! an insert returned no row')
  const points: { pointId: string; merchantId: string }[] = []
  for (let place = 0; place < count; place++) points.push(await aPoint(world))
  const ofPoints = async (kind: string, rest: string) =>
    await accounts(owner, kind, {
      text: `insert into ledger_accounts (environment, currency, kind, point_id, balance_minor, overdraft_minor)
        select 'test', currency, $3, owner, ${rest} from unnest($1::uuid[], $2::text[]) a(owner, currency)`,
      owners: points.map(({ pointId }) => pointId),
    })
  return {
    points,
    connectorAccountId,
    available: await ofPoints('available', '0, 10000000000000'),
    reserved: await ofPoints('reserved', '0, null'),
    fees: await ofPoints('fees', 'null, null'),
    settlement: await settlements(owner, connectorAccountId, count),
  }
}

async function accounts(owner: pg.Pool, kind: string, { text, owners }: { text: string; owners: readonly string[] }) {
  await owner.query(text, [owners, owners.map((_, place) => countryOf(place).currency), kind])
  const found = await owner.query<{ id: string }>(
    `select a.id::text from unnest($1::uuid[]) with ordinality o(point_id, place)
      join ledger_accounts a on a.point_id = o.point_id and a.kind = $2 order by o.place`,
    [owners, kind],
  )
  return found.rows.map(({ id }) => id)
}

/** One of each currency, named for each point. */
async function settlements(owner: pg.Pool, connectorAccountId: string, count: number): Promise<readonly string[]> {
  const found = await owner.query<{ id: string; currency: string }>(
    `insert into ledger_accounts (environment, currency, kind, connector_account_id)
      select 'test', currency, 'settlement', $1 from unnest($2::text[]) currency returning id::text, currency`,
    [connectorAccountId, countries.map(({ currency }) => currency)],
  )
  const ids = new Map(found.rows.map(({ id, currency }) => [currency, id]))
  return Array.from({ length: count }, (_, place) => ids.get(countryOf(place).currency) ?? '')
}
