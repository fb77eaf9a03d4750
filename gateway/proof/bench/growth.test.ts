import assert from 'node:assert/strict'
import { it } from 'node:test'
import { slopeOf } from './growth.ts'

it('a slope is told for a million rows, and one slow minute does not move it', () => {
  const ms = [1, 1.1, 9, 1.3, 1.4]
  const slope = slopeOf(ms.map((each, stage) => ({ rows: stage * 500_000, ms: each })))
  assert.ok(Math.abs(slope - 0.2) < 0.001, `${slope}`)
  assert.equal(slopeOf([{ rows: 5, ms: 1 }]), 0)
})
