import type pg from 'pg'
import { type Db, inTransaction } from './database.ts'
import { lockKeys } from './lock-keys.ts'

/** Partitions are created for this month and the next two, so that a job may fail for weeks. */
const monthsAhead = 2

/** Rows of one month that are moved out of the default partition: seconds of work, while writers of the table wait. */
const movedRowsMax = 10_000

/** Limit of a lock wait while partitions change, so that live statements do not queue behind it. */
const lockTimeoutMs = 2_000

/** A month whose partition could not be created, and why. Its rows stay in the default partition and are not lost. */
export interface MissingMonth {
  table: string
  /** `2026-11` */
  month: string
  error: unknown
}

/**
 * Creates the missing month partitions from `now` on, as the owner of the schema. Moves the month's rows from the
 * default partition into each. Each table and month is a separate transaction, so one failure does not stop the others.
 * Throws only if the database does not answer at all.
 */
export async function ensureMonthPartitions(
  owner: pg.Pool,
  now: Date,
): Promise<{ made: number; missing: readonly MissingMonth[] }> {
  const missing: MissingMonth[] = []
  let made = 0
  for (const table of await monthlyTables(owner)) {
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1))
      const name = partitionName(table.name, from)
      if (await exists(owner, name)) continue
      try {
        if (await makePartition(owner, { ...table, partition: name, from })) made++
      } catch (error) {
        missing.push({ table: table.name, month: from.toISOString().slice(0, 7), error })
      }
    }
  }
  return { made, missing }
}

interface MonthlyTable {
  name: string
  /** Its time column. */
  column: string
}

/**
 * The tables that a migration partitioned by month, of the core and of extras. The default partition holds rows without
 * a month partition.
 */
async function monthlyTables(db: Db): Promise<readonly MonthlyTable[]> {
  const found = await db.query<MonthlyTable>({
    text: `select c.relname as name, a.attname as column from pg_partitioned_table p
      join pg_class c on c.oid = p.partrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
      where p.partdefid = to_regclass(c.relname || '_default') and a.atttypid = 'timestamptz'::regtype order by 1`,
  })
  return found.rows
}

/**
 * Drops the partitions of months that end before `before`. Returns their number. Throws if a lock is not available in
 * time.
 */
export async function dropOldPartitions(owner: pg.Pool, table: string, before: Date): Promise<number> {
  const found = await owner.query<{ name: string }>({
    text: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = $1::regclass order by c.relname`,
    values: [table],
  })
  const old = found.rows.filter(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d{2})$/.exec(name) ?? []
    return year !== undefined && Date.UTC(Number(year), Number(month), 1) <= before.getTime()
  })
  for (const { name } of old) {
    await alone(owner, async (tx) => void (await tx.query({ text: `drop table if exists ${name}` })))
  }
  return old.length
}

/** Deletes rows before `before` from the default partition, at most `limit`. Returns their number. */
export async function deleteOldStrays(
  owner: Db,
  table: string,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const column = (await monthlyTables(owner)).find(({ name }) => name === table)?.column
  const deleted = await owner.query({
    text: `delete from ${table}_default where ctid in (select ctid from ${table}_default where ${column} < $1 limit $2)`,
    values: [before, limit],
  })
  return deleted.rowCount ?? 0
}

interface NewPartition extends MonthlyTable {
  partition: string
  /** The start of its month. */
  from: Date
}

/** Creates a partition. False if another process created it meanwhile. */
async function makePartition(owner: pg.Pool, { name, column, partition, from }: NewPartition): Promise<boolean> {
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  return await alone(owner, async (tx) => {
    if (await exists(tx, partition)) return false
    // Prevents new rows of the month between the check of the default partition and the attachment.
    await tx.query({ text: `lock table only ${name} in share update exclusive mode` })
    await tx.query({ text: `lock table ${name}_default in access exclusive mode` })
    const strays = await tx.query<{ n: unknown }>({
      text: `select count(*) as n from (
        select from ${name}_default where ${column} >= $1 and ${column} < $2 limit ${movedRowsMax + 1}) s`,
      values: [from, to],
    })
    const count = Number(strays.rows[0]?.n ?? 0)
    if (count > movedRowsMax) throw new Error(`the default partition of ${name} holds too many rows of the month`)
    await tx.query({ text: `create table ${partition} (like ${name} including all)` })
    if (count > 0) {
      await tx.query({
        text: `with moved as (delete from ${name}_default where ${column} >= $1 and ${column} < $2 returning *)
          insert into ${partition} select * from moved`,
        values: [from, to],
      })
    }
    await tx.query({
      text: `alter table ${name} attach partition ${partition}
        for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
    })
    return true
  })
}

/** Runs a transaction under the partition lock. It fails instead of waiting long for a lock. */
async function alone<T>(owner: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  return await inTransaction(owner, async (tx) => {
    await tx.query({ text: `set local lock_timeout = ${lockTimeoutMs}` })
    await tx.query({ text: 'select pg_advisory_xact_lock($1)', values: [lockKeys.partitions] })
    return await work(tx)
  })
}

async function exists(db: Db, name: string): Promise<boolean> {
  const found = await db.query<{ there: boolean }>({
    text: 'select to_regclass($1) is not null as there',
    values: [name],
  })
  return found.rows[0]?.there ?? false
}

function partitionName(table: string, from: Date): string {
  return `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
}
