import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog, maskCardNumbers } from './log.ts'

describe('the log', () => {
  it('masks card numbers wherever they stand, with and without separators', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    log.info(
      { body: { n: '4111 1111 1111 1111' }, err: new Error('bad card 5555-5555-5555-4444') },
      'got 4242424242424242',
    )
    assert.equal(lines.length, 1)
    for (const number of ['4111 1111 1111 1111', '5555-5555-5555-4444', '4242424242424242'])
      assert.ok(!lines[0]?.includes(number))
    assert.match(lines[0] ?? '', /424242\*\*\*\*\*\*4242/)
  })

  it('leaves numbers alone that are no card numbers', () => {
    assert.equal(
      maskCardNumbers('sequence 4111111111111112 at 1700000000000'),
      'sequence 4111111111111112 at 1700000000000',
    )
  })

  it('keeps of a driver error only what names the fault, not the row', () => {
    const lines: string[] = []
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (reference)=(secret) exists',
      parameters: ['secret'],
    })
    createLog('info', (line) => lines.push(line)).error({ err: error }, 'failed')
    assert.ok(!lines[0]?.includes('secret'))
    assert.match(lines[0] ?? '', /23505/)
  })
})
