import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { matchLine } from '../../src/bank-accounts/rules/match.ts'
import {
  isTextReference,
  numericReference,
  symbols,
  textReference,
} from '../../src/connectors/own-account/references.ts'
import { key, line, order, settings } from './matching.ts'

/** Every text that one mistake makes of a reference. */
function* mistakes(right: string, alphabet: string): Generator<string> {
  for (let at = 0; at < right.length; at++) {
    const [before, letter, after] = [right.slice(0, at), right.charAt(at), right.slice(at + 1)]
    for (const wrong of alphabet) if (wrong !== letter) yield before + wrong + after
    yield before + after
    yield before + letter + letter + after
    if (after !== '' && after[0] !== letter) yield before + after.charAt(0) + letter + after.slice(1)
  }
}

/**
 * Declares the tests of references that were typed with one mistake.
 * @param orders how many orders' references each test mistypes: in a text, in a column of digits
 */
export function tryReferenceMistakes(orders: { texts: bigint; numbers: bigint }): void {
  describe('a mistake in a reference', () => {
    it('never applies the money to another order, though each wrong reference were one of the same amount', () =>
      mistypeTexts(orders.texts))
    it('never makes another reference of its second part and the next word', splitReferences)
    it('never applies it in a column of digits, of any amount', () => mistypeNumbers(orders.numbers))
  })
}

function mistypeTexts(count: bigint): void {
  let tried = 0
  for (let sequence = 1n; sequence <= count; sequence++) {
    const right = textReference(key, sequence)
    for (const wrong of mistakes(right, `${symbols}01ILOUV -.`)) {
      for (const text of [
        wrong,
        `PAGO ${wrong} DE JUAN`,
        `COMPRA${wrong} 12`,
        `${wrong}/X A 7`,
        `${wrong} 23 ABC 4567 KM`,
      ]) {
        tried += 1
        const others = everyReferenceIn(text)
          .filter((each) => each !== right)
          .map((each, at) => order(BigInt(1000 + at), { targetReference: each }))
        const decision = matchLine(line({ text }), [order(sequence), ...others], settings)
        if (decision.kind === 'apply') assert.equal(decision.transactionId, `order-${sequence}`, `${right} ${text}`)
      }
    }
  }
  assert.ok(tried > 1_600n * count, String(tried))
}

function splitReferences(): void {
  let tried = 0
  for (let sequence = 1n; sequence <= 2_000n; sequence++) {
    const right = textReference(key, sequence)
    const second = right.lastIndexOf('P')
    if (second < 3 || second > 6) continue
    // The character before the second part was typed as a blank.
    const begin = right.slice(second)
    const next = [...symbols].flatMap((one) => [...symbols].map((two) => `${'2'.repeat(second - 2)}${one}${two}`))
    const whole = next.map((word) => `${begin}${word}`).find((each) => isTextReference(each))
    if (whole === undefined) continue
    tried += 1
    const text = `${right.slice(0, second - 1)} ${begin} ${whole.slice(begin.length)}`
    const decision = matchLine(line({ text }), [order(sequence), order(9_999n, { targetReference: whole })], settings)
    assert.notEqual(decision.kind, 'apply', text)
  }
  assert.ok(tried > 100, String(tried))
}

function mistypeNumbers(count: bigint): void {
  for (let sequence = 1n; sequence <= count; sequence++) {
    const right = numericReference(key, sequence)
    for (const wrong of mistakes(right, '0123456789')) {
      for (const structuredReference of [wrong, wrong.padStart(7, '0'), wrong.padStart(20, '0')]) {
        const seven = structuredReference.slice(-7).padStart(7, '0')
        if (seven === right) continue
        const both = [order(sequence, { targetReference: right }), order(999n, { targetReference: seven })]
        const decision = matchLine(line({ structuredReference, amountMinor: 9n }), both, settings)
        assert.notEqual(decision.kind, 'apply', `${right} ${structuredReference}`)
      }
    }
  }
}

/** What a reader that is too eager would take for a reference. */
function everyReferenceIn(text: string): string[] {
  const plain = text.replace(/[^A-Z0-9]/g, '')
  const found = new Set<string>()
  for (let at = 0; at + 8 <= plain.length; at++) {
    const part = plain.slice(at, at + 8)
    if (part.startsWith('P')) found.add(part)
  }
  return [...found]
}
