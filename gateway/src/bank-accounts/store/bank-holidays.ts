import type { Db } from '../../platform/database/database.ts'

/** The days on which banks of a country do not book, from one day to another. */
export async function readHolidays(
  db: Db,
  wanted: { country: string; from: string; to: string },
): Promise<ReadonlySet<string>> {
  const found = await db.query<{ day: string }>({
    name: 'read-bank-holidays',
    text: 'select day::text from bank_holidays where country = $1 and day between $2 and $3',
    values: [wanted.country, wanted.from, wanted.to],
  })
  return new Set(found.rows.map(({ day }) => day))
}

export interface HolidayRow {
  country: string
  /** `2030-06-14` */
  day: string
  name: string
  source: string
}

/** More holidays than a country has in ten years. */
const listedMax = 2_000

/** Of one country or of all, from a day on. */
export async function listHolidayRows(
  db: Db,
  { country, from }: { country: string | null; from: string },
): Promise<readonly HolidayRow[]> {
  const found = await db.query<HolidayRow>({
    name: 'list-bank-holidays',
    text: `select country, day::text, name, source from bank_holidays
      where ($1::text is null or country = $1) and day >= $2 order by country, day limit ${listedMax}`,
    values: [country, from],
  })
  return found.rows
}

/** A day that is known takes the new name and source. */
export async function saveHolidays(tx: Db, rows: readonly HolidayRow[]): Promise<void> {
  await tx.query({
    name: 'save-bank-holidays',
    text: `insert into bank_holidays (country, day, name, source)
      select country, day, name, source from jsonb_to_recordset($1::jsonb) as r (country text, day date, name text, source text)
      on conflict (country, day) do update set name = excluded.name, source = excluded.source`,
    values: [JSON.stringify(rows)],
  })
}

/** Returns false where it is none. */
export async function deleteHoliday(tx: Db, { country, day }: { country: string; day: string }): Promise<boolean> {
  const deleted = await tx.query({
    name: 'delete-bank-holiday',
    text: 'delete from bank_holidays where country = $1 and day = $2',
    values: [country, day],
  })
  return deleted.rowCount === 1
}

/** Days from here on are computed again for the accounts of a country. */
export async function markCountryStale(tx: Db, { country, day }: { country: string; day: string }): Promise<void> {
  await tx.query({
    name: 'mark-days-of-country-stale',
    text: `update bank_day_progress p set stale_from = least(p.stale_from, $2::date) from bank_accounts b
      where b.id = p.bank_account_id and b.country = $1`,
    values: [country, day],
  })
}
