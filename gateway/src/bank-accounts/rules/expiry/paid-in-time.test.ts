import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bookingDayOf, isInTime, lastWaitingDay, nextBusinessDay, wholeUntil } from './paid-in-time.ts'

const none: ReadonlySet<string> = new Set()
const timeZone = 'America/Mexico_City'
// A Friday.
const friday = '2030-06-14'

test('money booked until the next business day is in time, over weekends and holidays', () => {
  assert.equal(nextBusinessDay(friday, none), '2030-06-17')
  assert.equal(nextBusinessDay(friday, new Set(['2030-06-17'])), '2030-06-18')
  assert.deepEqual(
    ['2030-06-13', friday, '2030-06-17', '2030-06-18'].map((day) => isInTime(day, friday, none)),
    [true, true, true, false],
  )
  assert.ok(isInTime('2030-06-18', friday, new Set(['2030-06-17'])))
})

test('an order waits for two business days at most', () => {
  assert.equal(lastWaitingDay(friday, none), '2030-06-18')
  assert.equal(lastWaitingDay('2030-06-15', none), '2030-06-18')
  assert.equal(lastWaitingDay('2030-06-12', new Set(['2030-06-13'])), '2030-06-17')
})

test('a bank books what it gets at night, after its cut-off or on a rest day on the next business day', () => {
  const at = (text: string, cutoff: string | null) =>
    bookingDayOf(new Date(`${text}-06:00`), { timeZone, cutoff, holidays: none })
  assert.equal(at('2030-06-14T22:00:00', null), friday)
  assert.equal(at('2030-06-14T22:00:00', '17:00'), '2030-06-17')
  assert.equal(at('2030-06-14T16:59:00', '17:00'), friday)
  assert.equal(at('2030-06-15T10:00:00', null), '2030-06-17')
})

test('a statement that came before the end of its last day holds that day in part', () => {
  const until = (receivedAt: string) => wholeUntil({ toDay: friday, receivedAt: new Date(receivedAt) }, timeZone)
  assert.equal(until('2030-06-14T23:59:00-06:00'), '2030-06-13')
  assert.equal(until('2030-06-15T00:00:00-06:00'), friday)
})
