import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { secretBox } from './secret-box.ts'

const place = { table: 'points', column: 'auth_api_token', rowId: 'a' }

describe('the secret box', () => {
  const box = secretBox(randomBytes(32))

  it('opens what it sealed, and seals the same secret differently every time', () => {
    const sealed = box.seal('tökén', place)
    assert.equal(box.open(sealed, place), 'tökén')
    assert.notDeepEqual(box.seal('tökén', place), sealed)
  })

  it('does not open a box that was moved to another row, column or table', () => {
    const sealed = box.seal('secret', place)
    for (const moved of [
      { ...place, rowId: 'b' },
      { ...place, column: 'x' },
      { ...place, table: 'x' },
    ]) {
      assert.throws(() => box.open(sealed, moved))
    }
  })

  it('does not open a box with a changed byte or under another master key', () => {
    const sealed = box.seal('secret', place)
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.throws(() => box.open(changed, place), `byte ${index}`)
    }
    assert.throws(() => secretBox(randomBytes(32)).open(sealed, place))
  })

  it('hashes differently for each purpose', () => {
    assert.notDeepEqual(box.keyedHash('a', 'x'), box.keyedHash('b', 'x'))
    assert.deepEqual(box.keyedHash('a', 'x'), box.keyedHash('a', 'x'))
  })
})
