import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  brandLengths,
  type CardNumberPlace,
  cardDigitsMax,
  cardDigitsMin,
  holdsCardNumber,
  holdsDigits,
  maskCardNumbers,
  passesLuhn,
} from './card-numbers.ts'

const places: readonly CardNumberPlace[] = ['anywhere', 'groups', 'alone']

/** First digits of every range of every brand. */
const beginnings =
  `400000 499999 510000 559999 222100 272099 340000 379999 300000 305999 309512 369999 389999 352800 358999
  601112 644000 659999 629999 220499 501899 502099 503800 589399 630400 675900 676299 676399 504175 506699 506778
  509999 636297 636368 606282 637095 589657 604201 589562 501105 603493 589892 286900 502275 506300 639388`.split(/\s+/)

/** A pseudo-random generator (mulberry32) with the same numbers on every run. */
function randoms(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

function cardNumber(beginning: string, length: number, random: (below: number) => number): string {
  const body = beginning + Array.from({ length: length - beginning.length - 1 }, () => random(10)).join('')
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${body}${digit}`).find(passesLuhn) ?? ''
}

const separators = [' ', '-', '--', ',', '/', '_', ' . ', '\u00a0', '\u200b', '\u2013', ' | ', '\n', '*+*', '   ', '😀']

/** The number in groups of one to six digits; some digits are in another script. */
function hidden(number: string, random: (below: number) => number): string {
  const separator = separators[random(separators.length)] ?? ' '
  const zeros = [0x30, 0x30, 0x30, 0xff10, 0x660, 0x966]
  const zero = zeros[random(zeros.length)] ?? 0x30
  let text = ''
  for (let place = 0; place < number.length; ) {
    const piece = 1 + random(6)
    text += (place > 0 ? separator : '') + number.slice(place, place + piece)
    place += piece
  }
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

const neighbours = ['', '1 ', 'ref 004 ', 'PEPE ', '12/30 123 ', 'card:', '(', '99999999999999999999 ', 'año ', '٣ ']

describe('a card number of every brand', () => {
  const random = randoms(20261121)
  const numbers = beginnings.flatMap((beginning) =>
    brandLengths(Number(beginning)).map((length) => cardNumber(beginning, length, random)),
  )

  it('is recognised by its first digits', () => {
    for (const beginning of beginnings) assert.ok(brandLengths(Number(beginning)).length > 0, beginning)
    for (const none of ['199999', '222099', '272100', '560000', '701000', '012345', '']) {
      assert.deepEqual(brandLengths(Number(none)), [], none)
    }
    for (const { length } of numbers) assert.ok(length >= cardDigitsMin && length <= cardDigitsMax)
  })

  it('is found with any separators and any characters next to it', () => {
    for (let turn = 0; turn < 4_000; turn++) {
      const number = numbers[turn % numbers.length] ?? ''
      const [before, after] = [neighbours[random(neighbours.length)], neighbours[random(neighbours.length)]]
      const text = `${before}${hidden(number, random)} ${after}`
      for (const place of places) assert.ok(holdsCardNumber(text, place), `${place}: ${text} holds ${number}`)
      assert.ok(holdsDigits(text, number), text)
      assert.ok(!holdsDigits(maskCardNumbers(text), number), text)
    }
  })

  it('is found inside a longer run of digits in prose', () => {
    for (let turn = 0; turn < 1_000; turn++) {
      const number = numbers[turn % numbers.length] ?? ''
      const text = `x${String(random(1_000))}${number}${String(random(100_000_000))}`
      assert.ok(holdsCardNumber(text, 'anywhere'), text)
      assert.ok(!holdsDigits(maskCardNumbers(text), number), maskCardNumbers(text))
    }
  })

  it('is found in a URL, with or without percent encoding', () => {
    for (const text of ['https://a.example/?c=4111%201111%201111%201111', 'https://a.example/4111-1111-1111-1111/x']) {
      for (const place of places) assert.ok(holdsCardNumber(text, place), text)
    }
    assert.ok(holdsDigits('%34111111111111111', '4111111111111111'))
    assert.ok(!holdsCardNumber('100%zz 4111', 'anywhere'))
  })
})

describe('a text without a card number', () => {
  it('may have digits with a wrong check digit, an unknown brand, or a length that the brand does not have', () => {
    for (const text of ['4111111111111112', '7111111111111113', '411111111111116', '55555555555544', '123', '']) {
      for (const place of places) assert.ok(!holdsCardNumber(text, place), text)
    }
  })

  it('may have a letter inside the digits', () => {
    for (const place of places) assert.ok(!holdsCardNumber('4111 1111 a 1111 1111', place))
  })

  it('may have a longer number, such as a CBU or CCI, outside prose', () => {
    const random = randoms(7)
    let inside = 0
    for (let turn = 0; turn < 2_000; turn++) {
      const cbu = Array.from({ length: 22 }, () => random(10)).join('')
      for (const place of ['groups', 'alone'] as const) assert.ok(!holdsCardNumber(`CBU ${cbu}`, place), cbu)
      if (holdsCardNumber(cbu, 'anywhere')) inside += 1
    }
    assert.ok(inside > 100, 'the sample has enough numbers that prose would refuse')
  })

  it('may have an id with letters: a UUID anywhere, or hexadecimal digits', () => {
    assert.ok(!holdsCardNumber('a4111111111111111f', 'alone'))
    assert.ok(!holdsCardNumber('P4111111111111111', 'alone'))
    assert.ok(holdsCardNumber('P4111111111111111', 'groups'))
    for (const place of places) assert.ok(!holdsCardNumber('41111111-1111-4111-8111-11111111111a', place))
    assert.ok(
      holdsCardNumber('41111111-1111-1111-8111-111111111111', 'alone'),
      'a UUID that has only digits is not exempt',
    )
  })

  it('is refused by chance in fewer than one of a hundred numeric references', () => {
    const random = randoms(99)
    let found = 0
    const turns = 20_000
    for (let turn = 0; turn < turns; turn++) {
      const length = 6 + random(20)
      if (holdsCardNumber(Array.from({ length }, () => random(10)).join(''), 'alone')) found += 1
    }
    assert.ok(found / turns < 0.01, `${found} of ${turns}`)
  })
})

it('the search finishes on long texts of only digits, separators and ids', () => {
  for (const text of [
    '7'.repeat(60_000),
    '1-'.repeat(30_000),
    '0 '.repeat(30_000),
    `${'0'.repeat(8)}-`.repeat(7_000),
  ]) {
    for (const place of places) assert.ok(!holdsCardNumber(text, place), text.slice(0, 10))
    assert.equal(maskCardNumbers(text), text)
  }
})
