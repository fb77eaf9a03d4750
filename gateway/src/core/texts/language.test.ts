import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldCodes, problemCatalogue } from '../values/problem.ts'
import { languageAsked, languageOfCountry, textsIn } from './language.ts'
import { languages } from './messages/languages.ts'

describe('the language asked for', () => {
  for (const [header, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['de, fr;q=0.8', undefined],
    ['es', 'es'],
    ['ES-ar', 'es'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['de, en;q=0.3, es;q=0.7', 'es'],
    ['en;q=0, pt;q=0.1', 'pt'],
    ['es;q=2, en;q=0.1', 'en'],
    ['esperanto', undefined],
    ['*', undefined],
    [`${'xx,'.repeat(50)}es`, undefined],
  ] as const) {
    it(`of ${JSON.stringify(header)?.slice(0, 40)} is ${expected}`, () => assert.equal(languageAsked(header), expected))
  }

  it('falls back to what the country reads', () => {
    assert.deepEqual(['BR', 'AR', 'MX', 'WW'].map(languageOfCountry), ['pt', 'es', 'es', 'en'])
  })
})

/** All texts by path. Functions are called with a marker that the result must contain. */
function flat(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String((value as (given: string) => string)('⟨given⟩'))]]
  return Object.entries(value as object).flatMap(([name, inner]) => flat(inner, path === '' ? name : `${path}.${name}`))
}

describe('the dictionaries', () => {
  const english = new Map(flat(textsIn('en')))
  /** Texts that are the same in every language. */
  const same = new Set(['languageName'])

  it('hold every code of the catalogue', () => {
    assert.deepEqual(Object.keys(textsIn('en').problems), Object.keys(problemCatalogue))
    assert.deepEqual(Object.keys(textsIn('en').fields), Object.keys(fieldCodes))
    assert.ok(english.size > 100)
  })

  for (const language of languages.filter((one) => one !== 'en')) {
    it(`say in ${language} everything, differently from English, and lose no placeholder`, () => {
      const texts = new Map(flat(textsIn(language)))
      assert.deepEqual([...texts.keys()].sort(), [...english.keys()].sort())
      for (const [path, text] of texts) {
        const original = english.get(path) ?? ''
        assert.ok(text.trim().length > 0, path)
        if (!same.has(path)) assert.notEqual(text, original, `${path} was left in English`)
        assert.equal(text.includes('⟨given⟩'), original.includes('⟨given⟩'), `${path} lost what it is given`)
        for (const name of original.match(/\b(?:Retry-After|X-[A-Z][a-z]+|expired_at|errors|HTTPS|JSON)\b/g) ?? []) {
          assert.ok(text.includes(name), `${path} does not name ${name}`)
        }
      }
    })
  }
})
