import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { either, fromStored, Message, say, stored, textOf } from './say.ts'

describe('a message', () => {
  it('is said in each language, with its values, and with the messages in them', () => {
    const message = say('field.must_be_type', { field: 'amount', expected: say('json.string'), type: say('json.null') })
    assert.equal(textOf(message, 'en'), 'amount must be a string, not null')
    assert.equal(textOf(message, 'es'), 'debe ser un texto, no null')
    assert.equal(textOf(message, 'pt'), 'deve ser um texto, não null')
  })

  it('is English in a text, in JSON and for whoever reads its text', () => {
    const message = say('field.too_long', { field: 'city', length: 300, max: 255n })
    assert.equal(`${message}.`, 'city has 300 characters: at most 255 are taken.')
    assert.equal(JSON.stringify({ message }), '{"message":"city has 300 characters: at most 255 are taken"}')
  })

  it('keeps braces in a value as they are', () => {
    assert.equal(textOf(say('id.check_digit', { digit: '{digit}' }), 'en'), 'check digit should be {digit}')
  })

  it('joins several items, and leaves one as it is', () => {
    assert.equal(textOf(say('hint.meant', { names: either(['A', 'B', 'C']) }), 'pt'), 'quis dizer A ou B ou C?')
    assert.equal(either(['A']), 'A')
    assert.equal(either([]), '')
  })

  it('is stored and said later; a text that is no message stays', () => {
    const message = say('field.found', { field: 'x', what: say('id.too_long', { max: 3 }) })
    const back = fromStored(stored(message))
    assert.deepEqual(
      [String(back), back instanceof Message && textOf(back, 'es')],
      [String(message), textOf(message, 'es')],
    )
    assert.equal(fromStored(stored('a text')), 'a text')
  })

  it('does not compile with a wrong key, or with other values than its English names', () => {
    const made = [
      // @ts-expect-error no such key
      () => say('body.must_be_objec', { type: 'x' }),
      // @ts-expect-error a value is missing
      () => say('field.too_long', { field: 'x', max: 3 }),
      // @ts-expect-error all values are missing
      () => say('field.too_long'),
      // @ts-expect-error it has no values
      () => say('json.null', { type: 'x' }),
      // @ts-expect-error a misspelt name
      () => say('body.must_be_object', { typ: 'x' }),
      (many: boolean) => say(many ? 'id.check_digits' : 'id.check_digit', { digit: '1' }),
    ]
    assert.equal(made.length, 6)
  })
})
