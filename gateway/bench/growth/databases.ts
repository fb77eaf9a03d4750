import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { openDatabase } from '../../src/core/platform/database/database.ts'
import { migrate } from '../../src/core/platform/database/migrate.ts'
import { secretBox } from '../../src/core/platform/secret-box.ts'
import { withDatabase } from '../../test/support/database.ts'
import type { SetUp } from '../../test/support/set-up.ts'
import { fill } from './fill.ts'
import { makeShops } from './points.ts'

/** A database that is measured, with the points that are asked about; the first one is the busy one. */
export interface Side {
  name: 'empty' | 'full'
  world: SetUp
  points: readonly { pointId: string; merchantId: string }[]
  connectorAccountId: string
  close(): Promise<void>
}

/** Set when a database is filled to its end: a run that was cut short leaves none. */
const filledMark = 'growth-filled-rows'

/** A fresh database with nothing but points. */
export async function openEmpty(serverUrl: string, points: number): Promise<Side> {
  const url = await create(serverUrl, 'pasarela_growth_empty')
  const world = await open(url)
  await makeShops(world, points)
  return await side('empty', world)
}

/** The database of an earlier run where it has as many rows, or one that is filled now. */
export async function openFull(
  serverUrl: string,
  wish: { rows: number; points: number; log: (line: string) => void },
): Promise<Side> {
  const name = 'pasarela_growth_full'
  if ((await filledRows(serverUrl, name)) === wish.rows) {
    wish.log(`${name} holds ${wish.rows} transactions from an earlier run`)
    return await side('full', await open(withDatabase(serverUrl, name)))
  }
  const world = await open(await create(serverUrl, name))
  await fill(world, wish)
  await markFilled(world, wish.rows)
  return await side('full', world)
}

export async function markFilled(world: SetUp, rows: number): Promise<void> {
  await world.database.owner.query(`insert into deployment_facts (name, value) values ($1, convert_to($2, 'UTF8'))`, [
    filledMark,
    `${rows}`,
  ])
}

/** Removes what a run leaves behind, the large one too. */
export async function dropAll(serverUrl: string): Promise<void> {
  await onServer(serverUrl, async (client) => {
    for (const name of ['pasarela_growth_empty', 'pasarela_growth_full']) {
      await client.query(`drop database if exists ${name} with (force)`)
    }
  })
}

async function side(name: Side['name'], world: SetUp): Promise<Side> {
  const { owner } = world.database
  const points = await owner.query<{ pointId: string; merchantId: string }>(
    `select id as "pointId", merchant_id as "merchantId" from points order by created_at, id`,
  )
  const account = await owner.query<{ id: string }>('select id from connector_accounts')
  return {
    name,
    world,
    points: points.rows,
    connectorAccountId: account.rows[0]?.id ?? '',
    close: async () => await world.database.close(),
  }
}

async function open(url: string): Promise<SetUp> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  await migrate(pool, () => undefined)
  await pool.end()
  return {
    url,
    database: openDatabase(url, () => undefined),
    secretBox: secretBox(randomBytes(32)),
    clock: systemClock(),
    moveClockTo: async () => undefined,
  }
}

async function create(serverUrl: string, name: string): Promise<string> {
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  return withDatabase(serverUrl, name)
}

async function filledRows(serverUrl: string, name: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: withDatabase(serverUrl, name) })
  try {
    await client.connect()
    const found = await client.query<{ rows: string }>(
      `select convert_from(value, 'UTF8') as rows from deployment_facts where name = $1`,
      [filledMark],
    )
    return found.rows[0] && Number(found.rows[0].rows)
  } catch {
    // There is none, or what there is was never migrated: it is made anew.
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
