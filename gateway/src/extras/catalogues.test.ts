import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { factsOf } from '../../test/support/facts-of-texts.ts'
import { packageFolder } from '../core/platform/version.ts'
import { catalogues } from '../core/texts/messages/say.ts'
import './index.ts'

const { en, es, pt } = catalogues
const keys = Object.keys(en)

describe('the messages of the core and of all extras', () => {
  it('are all read', () => {
    assert.ok(['field.required', 'refund.unknown', 'key.id'].every((key) => keys.includes(key)))
  })

  it('have the same keys in each language, in the same order', () => {
    assert.deepEqual(Object.keys(es), keys)
    assert.deepEqual(Object.keys(pt), keys)
  })

  it('have the same values in each language; the reply writes the name of a field in front of the others', () => {
    for (const key of keys) {
      const wanted = namesIn(en[key])
      for (const text of [es[key], pt[key]]) {
        const names = namesIn(text)
        const isNameInFront = wanted.includes('field') && !names.includes('field')
        assert.deepEqual(names, isNameInFront ? wanted.filter((name) => name !== 'field') : wanted, `${key}: ${text}`)
      }
    }
  })

  it('carry the same facts in each language: numbers, codes, names of fields', () => {
    const bare = (text = '') => factsOf(text.replace(/\{[a-z_]+\}/g, ''))
    for (const key of keys) for (const text of [es[key], pt[key]]) assert.deepEqual(bare(text), bare(en[key]), key)
  })

  it('are each written once, so that one place has one text', () => {
    const texts = Object.values(en)
    assert.deepEqual(
      texts.filter((text, at) => texts.indexOf(text) !== at),
      [],
    )
  })

  it('are all said somewhere', () => {
    const src = join(packageFolder, 'src')
    const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/messages.en[-\w]*\.ts$/.test(file))
      .map((file) => readFileSync(join(src, file), 'utf8'))
      .join('\n')
    const beginnings = [...code.matchAll(/\bsay\(\s*`([^`$]+)\$\{/g)].map(([, beginning = '']) => beginning)
    assert.ok(beginnings.length > 0)
    const isSaid = (key: string) => code.includes(`'${key}'`) || beginnings.some((each) => key.startsWith(each))
    assert.deepEqual(
      keys.filter((key) => !isSaid(key)),
      [],
    )
  })
})

/** The `{names}` of a text, each once. */
function namesIn(text = ''): string[] {
  return [...new Set([...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name))].sort()
}
