import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChainedStatement, vouchedStatements } from './statement-chain.ts'

/** A statement of one day of June 2030 that adds up. */
const of = (id: string, day: number, [opening, closing]: [number, number], change: Partial<ChainedStatement> = {}) => ({
  ...{ id, from_day: `2030-06-${String(day).padStart(2, '0')}`, to_day: `2030-06-${String(day).padStart(2, '0')}` },
  ...{ opening_minor: BigInt(opening), closing_minor: BigInt(closing), accepted: false, is_root: false },
  ...{ credit_minor: BigInt(Math.max(0, closing - opening)), debit_minor: BigInt(Math.max(0, opening - closing)) },
  ...change,
})
const vouched = (...statements: ChainedStatement[]) => [...vouchedStatements(statements)].sort().join('')

test('statements that follow one that people vouch for are vouched for, whatever order they are given in', () => {
  const chain = [of('a', 1, [0, 5], { is_root: true }), of('b', 2, [5, 3]), of('c', 5, [3, 9])]
  assert.equal(vouched(...chain), 'abc')
  assert.equal(vouched(...[...chain].reverse()), 'abc')
  assert.equal(vouched(of('a', 1, [0, 5]), of('b', 2, [5, 3])), '', 'nobody vouches for the first')
})

test('a gap, a sum that is wrong or a missing balance ends the chain; an acceptance begins it again', () => {
  const root = of('a', 1, [0, 5], { is_root: true })
  assert.equal(vouched(root, of('b', 2, [6, 7]), of('c', 3, [7, 8])), 'a')
  assert.equal(vouched(root, of('b', 2, [6, 7], { accepted: true }), of('c', 3, [7, 8])), 'abc')
  assert.equal(vouched(root, of('b', 2, [5, 7], { credit_minor: 1n }), of('c', 3, [7, 8])), 'a')
  assert.equal(vouched(root, of('b', 2, [5, 7], { closing_minor: null })), 'a')
})

test('a balance of an earlier day than the last one is joined by nothing, and parts of a day are joined by each other', () => {
  const root = of('a', 1, [0, 5], { is_root: true })
  assert.equal(vouched(root, of('b', 2, [5, 7]), of('c', 3, [5, 8])), 'ab')
  assert.equal(vouched(root, of('c', 2, [7, 8]), of('b', 2, [5, 7])), 'abc')
  assert.equal(vouched(root, of('c', 2, [7, 8]), of('b', 2, [8, 7])), 'a', 'two that prove each other alone')
})
