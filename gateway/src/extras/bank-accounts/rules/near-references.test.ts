import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSteps } from '@pasarela/bank-statements/count-steps'
import { mistakesIn, numericReference, textReference } from '../../../../test/support/reference-mistakes.ts'
import { symbols } from '../connector/rules/references.ts'
import { namesIn } from './match-line.ts'
import { isOneMistake, nearKeys, nearReferencesIn } from './near-references.ts'

test('every single mistake in a reference finds it by a half or as it is, and nothing else is one', () => {
  for (let sequence = 1n; sequence <= 20n; sequence++) {
    for (const [right, alphabet] of [
      [textReference('key', sequence), symbols],
      [numericReference('key', sequence), '0123456789'],
    ] as const) {
      for (const typo of mistakesIn(right, alphabet)) {
        if (nearReferencesIn([`pago ${typo}`]).length === 0) continue
        const { heads, tails, whole } = nearKeys([typo])
        const isFound = heads.includes(right.slice(0, 4)) || tails.includes(right.slice(-4)) || whole.includes(right)
        assert.ok(isFound && isOneMistake(typo, right), `${typo} of ${right}`)
      }
      assert.equal(isOneMistake(right, right), false)
    }
  }
  for (const [word, other] of [
    ['ABCDEFGH', 'ABXDEFYH'],
    ['ABCDEFGH', 'ABCDEF'],
    ['ABCD', 'BADC'],
    ['', 'AB'],
  ] as const) {
    assert.equal(isOneMistake(word, other), false, `${word} ${other}`)
  }
})

test('a text of four times the words takes four times the steps, and gives ten words to look for', async () => {
  const textOf = (words: number) => Array.from({ length: words }, (_, at) => `P${2_345_678 + at * 131}`).join(' ')
  const search = (text: string) =>
    nearKeys([...nearReferencesIn([text]), ...namesIn({ fields: [text], text }).payoutIds])
  const stepsOf = async (words: number) => await countSteps(() => void search(textOf(words)))
  await stepsOf(1)
  const [base, few, many] = [await stepsOf(1), await stepsOf(25), await stepsOf(97)]
  assert.ok(many - base <= 4.1 * (few - base), `${base}, ${few} and ${many} steps`)
  const { heads, tails, whole } = search(textOf(400))
  assert.ok(heads.length === 10 && heads.length + tails.length + whole.length <= 150)
})
