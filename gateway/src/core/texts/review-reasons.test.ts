import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from '../../../test/support/facts-of-texts.ts'
import { statuses } from '../values/status.ts'
import { en } from './en.ts'
import es from './es.json' with { type: 'json' }
import { languages } from './messages/languages.ts'
import pt from './pt.json' with { type: 'json' }
import { reviewReasonIn, reviewReasons } from './review-reasons.ts'

describe('reasons of reviews', () => {
  it('are said differently in each language, with the same parts', () => {
    const parts = (text: string) => text.match(/\{\d\}/g)?.toSorted()
    for (const { en, es, pt } of reviewReasons) {
      assert.equal(new Set([en, es, pt]).size, 3, en)
      for (const text of [es, pt]) assert.deepEqual(parts(text), parts(en), en)
    }
  })

  it('are recognised as they are stored, and what is none of them stays', () => {
    assert.equal(reviewReasonIn('es', 'paid again after EXPIRED'), 'pagado otra vez después de vencer')
    assert.equal(reviewReasonIn('pt', 'reversed in BRL, ordered in ARS'), 'revertida em BRL, pedida em ARS')
    for (const { en } of reviewReasons.filter(({ en }) => en.endsWith(' after {0}'))) {
      for (const status of statuses.filter((each) => each !== 'PENDING')) {
        const said = languages.map((language) => reviewReasonIn(language, en.replace('{0}', status)))
        assert.doesNotMatch(said.join(), /[A-Z]{3}/, 'a state is named in the reader’s language')
      }
    }
    assert.equal(reviewReasonIn('en', 'completed without money'), 'completed without money')
    assert.match(reviewReasonIn('es', 'expired with part of the money in suspense'), /^venció/)
    assert.equal(reviewReasonIn('es', 'noted by hand'), 'noted by hand')
  })
})

describe('the texts by code', () => {
  it('carry the same facts in each language: numbers, codes, names of fields', () => {
    for (const kind of ['problems', 'fields', 'payoutFailures'] as const) {
      for (const [code, english] of Object.entries(en[kind])) {
        for (const texts of [es, pt]) {
          const text = (texts[kind] as Record<string, string>)[code] ?? ''
          assert.deepEqual(factsOf(text), factsOf(english), `${code}: ${text}`)
        }
      }
    }
  })
})
