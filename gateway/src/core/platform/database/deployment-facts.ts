import type { Db } from './database.ts'

/** Names of the facts. */
export type FactName = 'master_key_check' | 'demo_point' | 'own_point' | 'own_account' | 'own_entries' | 'cell'

export async function findFact(db: Db, name: FactName): Promise<Buffer | undefined> {
  const found = await db.query<{ value: Buffer }>({
    name: 'find-deployment-fact',
    text: 'select value from deployment_facts where name = $1',
    values: [name],
  })
  return found.rows[0]?.value
}

/** Writes a fact unless it exists. Returns true for the one process that wrote it. */
export async function insertFactOnce(db: Db, name: FactName, value: Buffer): Promise<boolean> {
  const written = await db.query({
    name: 'insert-deployment-fact',
    text: 'insert into deployment_facts (name, value) values ($1, $2) on conflict (name) do nothing',
    values: [name, value],
  })
  return written.rowCount === 1
}

/** Whether the first start created the demo, and a live point was created later. */
export async function isDemonstrationOver(db: Db): Promise<boolean> {
  const found = await db.query<{ over: boolean }>({
    name: 'is-demonstration-over',
    text: `select exists (select from deployment_facts where name = 'demo_point')
      and exists (select from points where environment = 'live') as over`,
  })
  return found.rows[0]?.over ?? false
}

/** Whether the database contains values that are sealed with the master key. */
export async function anythingSealed(db: Db): Promise<boolean> {
  const found = await db.query<{ sealed: boolean }>({
    name: 'anything-sealed',
    text: `select exists (select from points) or exists (select from connector_accounts)
      or exists (select from api_keys) as sealed`,
  })
  return found.rows[0]?.sealed ?? false
}

/**
 * The offset of the gateway's clock in milliseconds, locked until the transaction ends. The lock serialises clock moves
 * and the creation of live points.
 */
export async function lockClockOffsetMs(tx: Db): Promise<number> {
  const found = await tx.query<{ offset_ms: bigint }>({
    name: 'lock-clock-offset',
    text: 'select offset_ms from gateway_clock for update',
  })
  return Number(found.rows[0]?.offset_ms ?? 0n)
}
