import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { type Country, countries, countryCodes } from '../../values/country.ts'
import { addDays, dayBegins, dayOf } from '../../values/days.ts'
import { businessDaysBetween, isBusinessDay } from '../rules/business-days.ts'
import { readHolidays } from '../store/bank-holidays.ts'
import { addHolidays, listHolidays, removeHoliday } from './holidays.ts'

const world = await setUp({ after })
const of = async (country: Country) =>
  await readHolidays(world.database.engine, { country, from: '2026-01-01', to: '2027-12-31' })

test('the first day of 2027 is a holiday in the ten countries, and 31 December one for the banks of two', async () => {
  const closed: Country[] = []
  for (const country of countryCodes) {
    const holidays = await of(country)
    assert.ok(!isBusinessDay('2027-01-01', holidays), country)
    // Thursday 31 December, Friday 1 January, Monday 4 January.
    assert.equal(businessDaysBetween('2026-12-31', '2027-01-04', holidays), 1, country)
    if (!isBusinessDay('2026-12-31', holidays)) closed.push(country)
    for (const day of holidays) assert.ok(isBusinessDay(day), `${country} ${day} is no weekend`)
  }
  assert.deepEqual(closed, ['CL', 'VE'])
})

test('days that a law moves are where the law puts them', async () => {
  const moved: readonly (readonly [Country, string, boolean])[] = [
    ['AR', '2026-06-15', true],
    ['AR', '2026-06-17', false],
    ['AR', '2026-11-23', true],
    ['AR', '2027-06-21', true],
    ['BR', '2026-02-17', true],
    ['BR', '2027-05-27', true],
    ['CL', '2027-06-28', true],
    ['CL', '2027-06-29', false],
    ['CL', '2027-09-17', true],
    ['CO', '2026-01-12', true],
    ['CO', '2027-05-31', true],
    ['EC', '2026-05-25', true],
    ['EC', '2027-08-09', true],
    ['EC', '2027-08-10', false],
    ['MX', '2026-02-02', true],
    ['MX', '2027-11-15', true],
    ['PE', '2026-12-09', true],
    ['UY', '2026-08-25', true],
    ['VE', '2026-07-24', true],
    ['PY', '2026-05-14', true],
  ]
  for (const [country, day, isHoliday] of moved) {
    assert.equal(isBusinessDay(day, await of(country)), !isHoliday, `${country} ${day}`)
  }
})

test('a day of an account begins and ends in its zone, also where clocks change and at the end of the year', () => {
  const weeks = ['2026-03-28', '2026-04-03', '2026-09-04', '2026-10-02', '2026-10-30', '2026-12-29']
  for (const country of countryCodes) {
    const { timeZone } = countries[country]
    for (const week of weeks) {
      for (let at = 0; at < 5; at++) {
        const day = addDays(week, at)
        const [begins, ends] = [dayBegins(day, timeZone), dayBegins(addDays(day, 1), timeZone)]
        assert.equal(dayOf(begins, timeZone), day, `${country} ${day}`)
        assert.equal(dayOf(new Date(ends.getTime() - 1), timeZone), day, `${country} ${day}`)
      }
    }
  }
  assert.equal(dayOf(new Date('2027-01-01T02:30:00Z'), countries.BR.timeZone), '2026-12-31')
  assert.equal(dayOf(new Date('2027-01-01T03:30:00Z'), countries.MX.timeZone), '2026-12-31')
})

test('operators add and remove holidays; a wrong line stores none of a file', async () => {
  const bridge = { country: 'AR', day: '2026-12-07', name: 'Puente', source: 'operator' }
  const wrong = { country: 'XX', day: '2026-02-30', name: '', source: 'operator' }
  await assert.rejects(addHolidays(world, [bridge, wrong], 'ana'), (error: { fields: { message: string }[] }) => {
    assert.deepEqual(
      error.fields.map(({ message }) => message.slice(0, 12)),
      ['line 2: coun', 'line 2: day ', 'line 2: name'],
    )
    return true
  })
  assert.ok(isBusinessDay(bridge.day, await of('AR')))
  await addHolidays(world, [bridge], 'ana')
  assert.ok(!isBusinessDay(bridge.day, await of('AR')))
  assert.ok((await listHolidays(world, { country: 'AR', year: '2026' })).some(({ name }) => name === 'Puente'))
  await removeHoliday(world, bridge, 'ana')
  assert.ok(isBusinessDay(bridge.day, await of('AR')))
  await assert.rejects(removeHoliday(world, bridge, 'ana'), { code: 'not_found' })
})
