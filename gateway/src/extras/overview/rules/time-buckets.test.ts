import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone } from '../../../core/values/days.ts'
import { periodOf, splitAt, type TimeBucket } from './time-buckets.ts'

const startsOf = (now: string, count: number, zone: string) =>
  periodOf(new Date(now), count, zone).slots.map(({ since }) => since.toISOString())

describe('time buckets', () => {
  it('are days of the time zone, today last', () => {
    assert.deepEqual(startsOf('2026-11-21T02:30:00Z', 2, 'America/Bogota'), [
      '2026-11-19T05:00:00.000Z',
      '2026-11-20T05:00:00.000Z',
    ])
    assert.deepEqual(startsOf('2026-11-21T02:30:00Z', 2, 'UTC'), [
      '2026-11-20T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ])
    assert.equal(startsOf('2026-11-21T20:00:00Z', 7, 'Asia/Kathmandu').at(-1), '2026-11-21T18:15:00.000Z')
  })

  it('are adjacent and contain the current time, on every day of years with clock changes', () => {
    for (const zone of ['America/Santiago', 'America/Sao_Paulo', 'America/Asuncion', 'Europe/Madrid', 'Asia/Beirut']) {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' })
      const known = new Map<number, string>()
      // Each boundary belongs to the buckets of several days.
      const shown = (at: number) => {
        const text = known.get(at) ?? format.format(at)
        known.set(at, text)
        return text
      }
      for (let day = 0; day < 800; day++) {
        const now = new Date(Date.UTC(2017, 0, 1, 13) + day * 86_400_000)
        const { slots, previous, previousUntil } = periodOf(now, 3, zone)
        const days = [...previous, ...slots]
        for (const [index, { since, until }] of days.entries()) {
          const hours = (until.getTime() - since.getTime()) / 3_600_000
          assert.ok(hours >= 23 && hours <= 25, `${zone} ${since.toISOString()} has ${hours} hours`)
          if (index > 0) assert.deepEqual(since, days[index - 1]?.until)
          assert.notEqual(shown(since.getTime()), shown(since.getTime() - 1), `${zone} ${since.toISOString()}`)
        }
        const today = slots.at(-1)
        assert.ok(today && today.since <= now && now < today.until)
        const last = previous.at(-1)
        assert.ok(last && last.since < previousUntil && previousUntil < last.until)
      }
    }
  })

  it('compare with the same time of the day before the period, to five minutes', () => {
    const until = (now: string, days: number, zone = 'America/Bogota') =>
      periodOf(new Date(now), days, zone).previousUntil.toISOString()
    assert.equal(until('2026-11-21T15:33:21Z', 7), '2026-11-14T15:30:00.000Z')
    assert.equal(until('2026-11-21T15:33:21Z', 30), '2026-10-22T15:30:00.000Z')
    assert.equal(until('2026-11-21T15:33:21Z', 1), '2026-11-14T15:30:00.000Z')
    // Midnight: nothing is compared yet.
    assert.equal(until('2026-11-21T05:01:00Z', 7), '2026-11-14T05:00:00.000Z')
    // The last hour of a day of 25 hours, beside a day of 24.
    assert.equal(until('2026-04-05T03:30:00Z', 7, 'America/Santiago'), '2026-03-29T03:00:00.000Z')
    const { today, sameDayLastWeek } = periodOf(new Date('2026-11-21T15:33:21Z'), 30, 'America/Bogota')
    assert.equal(today.since.toISOString(), '2026-11-21T05:00:00.000Z')
    assert.deepEqual(sameDayLastWeek, {
      since: new Date('2026-11-14T05:00:00Z'),
      until: new Date('2026-11-14T15:30:00Z'),
    })
  })

  it('are the hours of today, those to come included, beside those of the same day a week ago', () => {
    const { slots, previous } = periodOf(new Date('2026-11-21T02:30:00Z'), 1, 'America/Bogota')
    assert.deepEqual([slots.length, previous.length], [24, 24])
    assert.equal(slots[0]?.since.toISOString(), '2026-11-20T05:00:00.000Z')
    assert.equal(slots.at(-1)?.until.toISOString(), '2026-11-21T05:00:00.000Z')
    assert.equal(previous[0]?.since.toISOString(), '2026-11-13T05:00:00.000Z')
    assert.equal(periodOf(new Date('2026-04-04T15:00:00Z'), 1, 'America/Santiago').slots.length, 25)
    assert.equal(periodOf(new Date('2026-09-06T15:00:00Z'), 1, 'America/Santiago').slots.length, 23)
  })

  it('are split where something is inside them', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
    const bucket: TimeBucket = { since: at(0), until: at(60) }
    assert.deepEqual(splitAt(bucket, at(20)), [
      { since: at(0), until: at(20) },
      { since: at(20), until: at(60) },
    ])
    for (const minute of [-1, 0, 60, 61]) assert.deepEqual(splitAt(bucket, at(minute)), [bucket])
  })

  it('need an existing time zone', () => {
    assert.ok(isTimeZone('America/Argentina/Buenos_Aires'))
    for (const name of ['', 'America/Nowhere', "UTC'; --"]) assert.ok(!isTimeZone(name), name)
  })
})
