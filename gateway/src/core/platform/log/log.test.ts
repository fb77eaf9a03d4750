import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { holdsDigits } from '../../values/card-numbers.ts'
import { createLog, lineWriter } from './log.ts'

describe('the log', () => {
  it('masks card numbers anywhere in a line, with and without separators', () => {
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

  it('masks a number inside other digits or with any separators, and stays valid JSON', () => {
    for (const text of [
      '4111111111111111 12/30 123',
      '1 4111111111111111',
      '41111111111111111230123',
      '4111--1111, 1111_1111',
      '4111\n1111\t1111\u00a01111',
      '４１１１１１１１１１１１１１１１',
      4111111111111111,
      [4111, 1111, 1111, 1111],
    ]) {
      const lines: string[] = []
      createLog('info', (line) => lines.push(line)).info({ text }, 'got')
      assert.ok(!holdsDigits(lines[0] ?? '', '4111111111111111'), `${text}`)
      assert.doesNotThrow(() => JSON.parse(lines[0] ?? '') as unknown, `${text}`)
    }
  })

  it('does not change numbers and ids that are not card numbers', () => {
    for (const text of [
      'sequence 4111111111111112 at 1700000000000',
      '42424242-4242-4242-8a24-424242424242',
      'took 12.345 ms at 2026-11-20 12:00:00.000',
    ]) {
      const lines: string[] = []
      createLog('info', (line) => lines.push(line)).info({ text }, 'done')
      assert.ok(lines[0]?.includes(text), text)
    }
  })

  it('keeps of a driver error only the fault, not the row', () => {
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

const setUp = () => {
  const writes: string[] = []
  const writer = lineWriter(
    (lines) => writes.push(lines),
    (line) => line.startsWith('!'),
  )
  return { writes, writer }
}

describe('lines of the log', () => {
  it('of one turn are written together, in their order', async () => {
    const { writes, writer } = setUp()
    writer.write('a\n')
    writer.write('b\n')
    assert.deepEqual(writes, [])
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(writes, ['a\nb\n'])
    writer.write('c\n')
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(writes, ['a\nb\n', 'c\n'])
  })

  it('that are urgent are written at once, after the lines before them', async () => {
    const { writes, writer } = setUp()
    writer.write('a\n')
    writer.write('!b\n')
    assert.deepEqual(writes, ['a\n!b\n'])
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(writes.length, 1)
  })

  it('are buffered up to a limit, and can be flushed when the process ends', () => {
    const { writes, writer } = setUp()
    for (let n = 0; n < 1_500; n++) writer.write('x')
    assert.deepEqual(writes, ['x'.repeat(1_000)])
    writer.flush()
    assert.equal(writes.join('').length, 1_500)
  })
})
