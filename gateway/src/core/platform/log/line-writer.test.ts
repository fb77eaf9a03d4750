import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { lineWriter } from './line-writer.ts'

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
