import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nameWords } from './name-words.ts'

describe('the words of a name', () => {
  it('have no case, no accents and no signs, and each stands once', () => {
    assert.deepEqual(nameWords('María-José  SEPÚLVEDA, Núñez', 'sepulveda', null, undefined), [
      ...['maria', 'jose', 'sepulveda', 'nunez'],
    ])
    assert.deepEqual(nameWords('João', 'JOA\u0303O', 'ＪＯＡＯ'), ['joao'])
    assert.deepEqual(nameWords('Muñoz y Peña', "D'Elía", ''), ['munoz', 'pena', 'elia'])
    assert.deepEqual(nameWords('Юлия 田中'), ['юлия', '田中'])
  })

  it('are at most 24 of at most 32 characters', () => {
    const many = Array.from({ length: 30 }, (_, place) => `word${place}`)
    assert.deepEqual(nameWords(many.join(' ')), many.slice(0, 24))
    assert.deepEqual(nameWords('x'.repeat(80)), ['x'.repeat(32)])
  })

  it('are none of a text with a card number, however it is written', () => {
    for (const text of ['4111111111111111', 'Ana 4111 1111 1111 1111', 'Ana ４１１１-1111-1111-1111']) {
      assert.deepEqual(nameWords(text), [])
    }
    assert.deepEqual(nameWords('Ana 4111 1111 1111 1111', 'Ana'), ['ana'])
  })
})
