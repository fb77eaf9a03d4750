import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isoMicroseconds, isoMicrosecondsWithoutZone, parseInstant, payoutTimestamp } from './timestamps.ts'

const at = new Date('2026-03-04T05:06:07.089Z')
const iso = (text: string) => parseInstant(text)?.toISOString()

describe('wire timestamps', () => {
  it('have six digits for pay-ins, none for payouts, no zone for card callbacks', () => {
    assert.equal(isoMicroseconds(at), '2026-03-04T05:06:07.089000Z')
    assert.equal(isoMicrosecondsWithoutZone(at), '2026-03-04T05:06:07.089000')
    assert.equal(payoutTimestamp(at), '2026-03-04 05:06:07')
  })
})

describe('parseInstant', () => {
  it('parses a missing suffix as UTC, and understands offsets', () => {
    assert.equal(iso('2026-03-04T05:06:07'), '2026-03-04T05:06:07.000Z')
    assert.equal(iso('2026-03-04T05:06:07-03:00'), '2026-03-04T08:06:07.000Z')
    assert.equal(iso('2026-03-04T05:06:07+0530'), '2026-03-03T23:36:07.000Z')
    assert.equal(iso('2026-03-04 05:06'), '2026-03-04T05:06:00.000Z')
    assert.equal(iso('2026-03-04T05:06:07-03'), '2026-03-04T08:06:07.000Z')
    assert.equal(iso(' 2026-03-04T05:06:07z\n'), '2026-03-04T05:06:07.000Z', 'surrounding whitespace is ignored')
  })

  it('reads 0 to 9 fraction digits', () => {
    assert.equal(iso('2026-03-04T05:06:07.1Z'), '2026-03-04T05:06:07.100Z')
    assert.equal(iso('2026-03-04T05:06:07.123456789Z'), '2026-03-04T05:06:07.123Z')
    assert.equal(iso('2026-03-04T05:06:07.1234567890Z'), undefined)
  })

  it('parses a date alone as the end of that UTC day', () => {
    assert.equal(iso('2026-03-04'), '2026-03-04T23:59:59.999Z')
  })

  it('refuses text that is not a real instant', () => {
    for (const text of [
      '2026-02-30',
      '2026-13-01',
      '2026-03-04T25:00',
      'tomorrow',
      '',
      '20260304',
      '2026-03-04T05:06:07 PST',
      'on 2026-03-04',
      '2026-03-04 or so',
      'x2026-03-04T05:06:07Z',
      '2026-03-04T05:06:07Zx',
    ]) {
      assert.equal(iso(text), undefined, text)
    }
  })
})
