import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numericReference, textReference } from '../../../../../test/support/reference-mistakes.ts'
import { isNumericReference, isTextReference, symbols } from './references.ts'

const key = 'a key of a test'
const forms = [
  { name: 'text', write: textReference, isRight: isTextReference, alphabet: symbols, shape: /^P[2-9A-Z]{7}$/ },
  { name: 'numeric', write: numericReference, isRight: isNumericReference, alphabet: '0123456789', shape: /^\d{7}$/ },
] as const

for (const { name, write, isRight, alphabet, shape } of forms) {
  test(`${name} references are right, differ, and depend on the key`, () => {
    const seen = new Set<string>()
    for (let sequence = 1n; sequence <= 3_000n; sequence++) {
      const reference = write(key, sequence)
      assert.match(reference, shape)
      assert.ok(isRight(reference), reference)
      seen.add(reference)
    }
    assert.equal(seen.size, 3_000)
    assert.notEqual(write(key, 1n), write('another key', 1n))
  })

  test(`no wrong character of a ${name} reference makes another right one`, () => {
    for (let sequence = 1n; sequence <= 40n; sequence++) {
      const reference = write(key, sequence)
      const first = name === 'text' ? 1 : 0
      for (let place = first; place < reference.length; place++) {
        for (const other of alphabet) {
          if (other === reference[place]) continue
          const typo = reference.slice(0, place) + other + reference.slice(place + 1)
          assert.ok(!isRight(typo), `${reference} and ${typo}`)
        }
      }
    }
  })

  test(`no two exchanged neighbours of a ${name} reference make another right one`, () => {
    for (let sequence = 1n; sequence <= 200n; sequence++) {
      const reference = write(key, sequence)
      for (let place = name === 'text' ? 1 : 0; place < reference.length - 1; place++) {
        const [one, two] = [reference[place] ?? '', reference[place + 1] ?? '']
        if (one === two) continue
        const exchanged = reference.slice(0, place) + two + one + reference.slice(place + 2)
        assert.ok(!isRight(exchanged), `${reference} and ${exchanged}`)
      }
    }
  })
}

test('every numeric reference is made once before the first comes again', () => {
  const seen = new Set<string>()
  for (let sequence = 0n; sequence < 1_000n; sequence++) seen.add(numericReference(key, sequence * 997n))
  assert.equal(seen.size, 1_000)
  assert.equal(numericReference(key, 1_000_017n), numericReference(key, 17n))
})

test('neighbours differ in at least two characters, mostly in more', () => {
  let differing = 0
  for (let sequence = 1n; sequence <= 500n; sequence++) {
    const [one, two] = [textReference(key, sequence), textReference(key, sequence + 1n)]
    differing += [...one].filter((character, place) => character !== two[place]).length
  }
  assert.ok(differing / 500 > 5, `on average ${differing / 500} of 7 characters differ`)
})

test('other shapes are no references', () => {
  for (const text of ['', 'P', '1234567890', 'PP2K47XM1', 'Q22K47XM', 'P22K47X', 'p22k47xm']) {
    assert.ok(!isTextReference(text), text)
  }
  for (const text of ['', '123456', '12345678', 'ABCDEFG']) assert.ok(!isNumericReference(text), text)
})
