import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsInOrder } from './statement-chain.ts'

const part = (id: string, opening: string | null, closing: string | null, page: string | null = null) => ({
  ...{ id, page, opening_minor: opening, closing_minor: closing },
})
const ids = (parts: readonly { id: string }[]) => parts.map(({ id }) => id).join(' ')

test('parts of one day count together in the order of their balances, in whatever order they came', () => {
  const [a, b, c] = [part('3', '0', '10'), part('1', '10', '25'), part('2', '25', '5')]
  assert.equal(ids(partsInOrder([a, b, c])), '3 1 2')
  assert.equal(ids(partsInOrder([c, a, b])), '3 1 2')
})

test('pages keep their order, and a newer page replaces the older one', () => {
  const pages = [part('1', '0', '10', '1'), part('2', '10', '25', '2'), part('3', '0', '10', '1')]
  assert.equal(ids(partsInOrder(pages)), '3 2')
  assert.equal(ids(partsInOrder([part('1', null, null, '10'), part('2', null, null, '9')])), '2 1')
})

test('a newer statement of the same days replaces one that it does not lead to', () => {
  assert.equal(ids(partsInOrder([part('1', '0', '10'), part('2', '0', '12')])), '2')
  assert.equal(ids(partsInOrder([part('1', '0', '10'), part('2', '1', '12')])), '2')
  assert.equal(ids(partsInOrder([part('1', null, null), part('2', null, null)])), '2')
})
