import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { type Db, inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isCountry } from '../../values/country.ts'
import { isDay } from '../../values/days.ts'
import { type FieldProblem, Problem } from '../../values/problem.ts'
import { refuseCardNumber, refuseFaults } from '../../values/refuse-faults.ts'
import {
  deleteHoliday,
  type HolidayRow,
  listHolidayRows,
  markCountryStale,
  saveHolidays,
} from '../store/bank-holidays.ts'

export type Holiday = HolidayRow

type HolidayDeps = Pick<PlatformDeps, 'database' | 'clock'>

/** Holidays of one import: more than all countries have in five years. */
const importedMax = 1_000
const textLengthMax = 200

/** The bank holidays of one country or of all, from the beginning of a year on. */
export async function listHolidays(
  { database }: Pick<PlatformDeps, 'database'>,
  { country, year }: { country?: string | undefined; year: string },
): Promise<readonly Holiday[]> {
  return await listHolidayRows(database.engine, { country: country ?? null, from: `${year}-01-01` })
}

/**
 * Days on which banks of a country do not book, beside Saturdays and Sundays. A known day takes the new name. Throws
 * `validation_failed` with every wrong field; then none is stored.
 */
export async function addHolidays(deps: HolidayDeps, all: readonly Holiday[], actor: string): Promise<void> {
  refuseFaults(all.flatMap((each, at) => faultsOf(each, all.length > 1 ? `line ${at + 1}: ` : '')))
  if (all.length === 0 || all.length > importedMax) {
    throw refused('file', `one import has 1 to ${importedMax} holidays`)
  }
  await inTransaction(deps.database.engine, async (tx) => {
    await saveHolidays(tx, [...new Map(all.map((each) => [`${each.country} ${each.day}`, each])).values()])
    await markStale(tx, all)
    const detail = { holidays: all.length, days: all.slice(0, 20).map(({ country, day }) => `${country} ${day}`) }
    const entry = auditOf(actor, 'bank_holiday.add', { objectId: null, merchantId: null, detail })
    await writeAudit(tx, entry, deps.clock.now())
  })
}

/** Throws `not_found`. */
export async function removeHoliday(
  deps: HolidayDeps,
  holiday: Pick<Holiday, 'country' | 'day'>,
  actor: string,
): Promise<void> {
  refuseFaults(faultsOf({ ...holiday, name: 'x', source: 'x' }, ''))
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await deleteHoliday(tx, holiday))) throw new Problem('not_found', { message: 'There is no such holiday.' })
    await markStale(tx, [holiday])
    const entry = auditOf(actor, 'bank_holiday.remove', { objectId: null, merchantId: null, detail: { ...holiday } })
    await writeAudit(tx, entry, deps.clock.now())
  })
}

async function markStale(tx: Db, all: readonly Pick<Holiday, 'country' | 'day'>[]): Promise<void> {
  const first = new Map<string, string>()
  for (const { country, day } of all) {
    const known = first.get(country)
    if (known === undefined || day < known) first.set(country, day)
  }
  for (const [country, day] of first) await markCountryStale(tx, { country, day })
}

function faultsOf({ country, day, name, source }: Holiday, place: string): FieldProblem[] {
  for (const text of [name, source]) refuseCardNumber(text, 'name')
  const isPlain = (text: string) => text.trim() !== '' && text.length <= textLengthMax && !/\p{Cc}|\p{Cs}/u.test(text)
  const checks = [
    { isRight: isCountry(country), param: 'country', message: 'country is one of the ten that are served, such as AR' },
    { isRight: isDay(day), param: 'day', message: 'day is a day such as 2030-06-14' },
    { isRight: isPlain(name), param: 'name', message: `name has 1 to ${textLengthMax} characters` },
    { isRight: isPlain(source), param: 'source', message: `source has 1 to ${textLengthMax} characters` },
  ]
  return checks
    .filter(({ isRight }) => !isRight)
    .map(({ param, message }) => ({ code: 'invalid_format', param, message: `${place}${message}` }))
}

function refused(param: string, message: string): Problem {
  return new Problem('validation_failed', { fields: [{ code: 'not_allowed', param, message }] })
}
