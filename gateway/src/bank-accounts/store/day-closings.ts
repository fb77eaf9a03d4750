import type { Db } from '../../platform/database/database.ts'
import type { DayClosing } from '../rules/bank-day.ts'

/** The newest closing of each day that two people closed. */
export async function readDayClosings(
  db: Db,
  wanted: { bankAccountId: string; from: string; to: string },
): Promise<ReadonlyMap<string, DayClosing>> {
  const found = await db.query<{ day: string; difference_minor: bigint | null; late_minor: bigint }>({
    name: 'read-bank-day-closings',
    text: `select distinct on (day) day::text, difference_minor, late_minor from bank_day_closings
      where bank_account_id = $1 and day between $2 and $3 order by day, id desc`,
    values: [wanted.bankAccountId, wanted.from, wanted.to],
  })
  return new Map(
    found.rows.map((row) => [row.day, { differenceMinor: row.difference_minor, lateMinor: row.late_minor }]),
  )
}

export async function insertDayClosing(
  tx: Db,
  closing: DayClosing & { bankAccountId: string; day: string; reason: string; closedBy: string; now: Date },
): Promise<void> {
  await tx.query({
    name: 'insert-bank-day-closing',
    text: `insert into bank_day_closings (bank_account_id, day, difference_minor, late_minor, reason, closed_by, closed_at)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      closing.bankAccountId,
      closing.day,
      closing.differenceMinor,
      closing.lateMinor,
      closing.reason,
      closing.closedBy,
      closing.now,
    ],
  })
}

export interface ClosedDayRow {
  reason: string
  closed_by: string
  closed_at: Date
}

export async function readNewestClosing(
  db: Db,
  wanted: { bankAccountId: string; day: string },
): Promise<ClosedDayRow | undefined> {
  const found = await db.query<ClosedDayRow>({
    name: 'read-newest-bank-day-closing',
    text: `select reason, closed_by, closed_at from bank_day_closings where bank_account_id = $1 and day = $2
      order by id desc limit 1`,
    values: [wanted.bankAccountId, wanted.day],
  })
  return found.rows[0]
}
