import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numericReference, textReference } from '../../connectors/own-account/references.ts'
import type { LineToMatch } from './match-types.ts'
import { searchOf } from './reference-search.ts'

const line = (text: string, more: Partial<LineToMatch> = {}): LineToMatch => ({
  ...{ connectorAccountId: 'a', sign: 'C', amountMinor: 1n, currency: 'MXN', bookingDay: '2030-06-14' },
  ...{ reversal: false, isHint: false, text },
  ...more,
})

test('a search finds an order by its reference, and by every single mistake in it', () => {
  for (let sequence = 1n; sequence < 40n; sequence += 1n) {
    const reference = textReference('key', sequence)
    assert.ok(searchOf(line(`pago ${reference.slice(0, 4)} ${reference.slice(4)}`)).references.includes(reference))
    for (let at = 1; at < reference.length; at += 1) {
      const typos = [
        `${reference.slice(0, at)}${reference[at] === '7' ? '8' : '7'}${reference.slice(at + 1)}`,
        reference.slice(0, at) + reference.slice(at + 1),
        reference.slice(0, at) + reference[at] + reference.slice(at),
        `${reference.slice(0, at)}${reference[at + 1] ?? ''}${reference[at]}${reference.slice(at + 2)}`,
      ]
      for (const typo of typos.filter((each) => /\d/.test(each))) {
        assert.ok(searchOf(line(`pago ${typo}`)).references.includes(reference), `${typo} of ${reference}`)
      }
    }
  }
})

test('a search takes numbers of seven digits, and the bank’s numbers of the transfer', () => {
  const reference = numericReference('key', 4_711n)
  assert.ok(searchOf(line(`pago ${reference}`)).references.includes(reference))
  const { transferNumbers } = searchOf(line('pago', { bankRef: 'MX-99', endToEndId: 'E2E', txId: '' }))
  assert.deepEqual(transferNumbers, ['MX-99', 'E2E'])
})
