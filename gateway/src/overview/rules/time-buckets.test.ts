import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isTimeZone } from '../../values/days.ts'
import { lastDays, lastHours } from './time-buckets.ts'

const startsOf = (now: string, count: number, zone: string) =>
  lastDays(new Date(now), count, zone).map(({ since }) => since.toISOString())

describe('time buckets', () => {
  it('are days of the viewer’s time zone, today last', () => {
    assert.deepEqual(startsOf('2026-11-21T02:30:00Z', 2, 'America/Bogota'), [
      '2026-11-19T05:00:00.000Z',
      '2026-11-20T05:00:00.000Z',
    ])
    assert.deepEqual(startsOf('2026-11-21T02:30:00Z', 2, 'UTC'), [
      '2026-11-20T00:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ])
    assert.deepEqual(startsOf('2026-11-21T20:00:00Z', 1, 'Asia/Kathmandu'), ['2026-11-21T18:15:00.000Z'])
  })

  it('are adjacent and contain the current time, on every day of years with clock changes', () => {
    for (const zone of ['America/Santiago', 'America/Sao_Paulo', 'America/Asuncion', 'Europe/Madrid', 'Asia/Beirut']) {
      for (let day = 0; day < 800; day++) {
        const now = new Date(Date.UTC(2017, 0, 1, 13) + day * 86_400_000)
        const slots = lastDays(now, 3, zone)
        for (const [index, { since, until }] of slots.entries()) {
          const hours = (until.getTime() - since.getTime()) / 3_600_000
          assert.ok(hours >= 23 && hours <= 25, `${zone} ${since.toISOString()} has ${hours} hours`)
          if (index > 0) assert.deepEqual(since, slots[index - 1]?.until)
          const shown = (at: number) =>
            new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)
          assert.notEqual(shown(since.getTime()), shown(since.getTime() - 1), `${zone} ${since.toISOString()}`)
        }
        const today = slots.at(-1)
        assert.ok(today && today.since <= now && now < today.until)
      }
    }
  })

  it('are whole hours, the current one last', () => {
    const slots = lastHours(new Date('2026-11-21T02:30:00Z'), 24)
    assert.equal(slots.length, 24)
    assert.equal(slots[0]?.since.toISOString(), '2026-11-20T03:00:00.000Z')
    assert.equal(slots.at(-1)?.until.toISOString(), '2026-11-21T03:00:00.000Z')
  })

  it('need an existing time zone', () => {
    assert.ok(isTimeZone('America/Argentina/Buenos_Aires'))
    for (const name of ['', 'America/Nowhere', "UTC'; --"]) assert.ok(!isTimeZone(name), name)
  })
})
