import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '../../../../test/support/facts-of-texts.ts'
import { en } from './en.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

test('the sentences of alerts carry the same values and facts in each language', () => {
  for (const [name, kind] of Object.entries({ ...en.kinds, ...en.instead })) {
    for (const other of [es, pt]) {
      const translation = Object.entries({ ...other.kinds, ...other.instead }).find(([each]) => each === name)?.[1]
      assert.ok(translation)
      assert.deepEqual(namesIn(translation.title), namesIn(kind.title), name)
      assert.deepEqual(namesIn(translation.text), namesIn(kind.text), name)
      assert.deepEqual(factsOf(bare(translation.text)), factsOf(bare(kind.text)), name)
    }
  }
})

const valueNames = /\{[a-z_]+\}/g
const namesIn = (text: string) => [...text.matchAll(valueNames)].map(([name]) => name).sort()
const bare = (text: string) => text.replace(valueNames, '')
