import assert from 'node:assert/strict'
import { it } from 'node:test'
import { datedToken, isUuid, uuidV7 } from './ids.ts'

it('ids are UUIDs of version 7 that contain their millisecond and never repeat', () => {
  const at = new Date('2026-03-04T05:06:07.089Z')
  const ids = new Set(Array.from({ length: 10_000 }, () => uuidV7(at)))
  assert.equal(ids.size, 10_000)
  for (const id of ids) {
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), at.getTime())
  }
  assert.ok(!isUuid('not-a-uuid'))
})

it('a dated token sorts after those of earlier minutes and never repeats', () => {
  const at = new Date('2026-03-04T05:06:07.089Z')
  const tokens = new Set(Array.from({ length: 10_000 }, () => datedToken(at)))
  assert.equal(tokens.size, 10_000)
  const minuteLater = Buffer.from(datedToken(new Date(at.getTime() + 60_000)), 'base64url')
  for (const token of tokens) {
    assert.match(token, /^[\w-]{22}$/)
    assert.ok(Buffer.from(token, 'base64url').compare(minuteLater) < 0)
  }
})
