import pg from 'pg'
import type { World } from './world.ts'

/**
 * Lets the world forget that its first start made a demonstration: its people then are like any others, whom a live point
 * does not shut out.
 */
export async function makePeopleReal(world: Pick<World, 'databaseUrl'>): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query(`delete from deployment_facts where name = 'demo_point'`)
  } finally {
    await client.end()
  }
}
