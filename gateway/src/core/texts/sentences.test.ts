import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { factsOf } from '../../../test/support/facts-of-texts.ts'
import { packageFolder } from '../platform/version.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'
import { partialSentences, sentenceIn, sentences } from './sentences.ts'

const src = join(packageFolder, 'src')

/** Use cases that only the operator's commands run. Commands are in English. */
const ofOperator = new Set(['create-api-key.ts', 'revoke-api-key.ts', 'rotate-api-key.ts'])

/**
 * Sentences with English words as parts. Other languages show the text of the code, and the sentence is in `detail`.
 */
const toldByCode = ['The simulated bank refuses: {}.']

const sentencesMin = 35
const toolSentencesMin = 45

describe('the sentences of refusals', () => {
  const found = messagesInSources()

  it('are found in the sources', () => assert.ok(found.length >= sentencesMin, String(found.length)))

  it('are all here, or said to be told by their code', () => {
    const known = new Set([
      ...[...sentences, ...partialSentences].map(({ en }) => en.replace(/\{\d\}/g, '{}')),
      ...toldByCode,
    ])
    assert.deepEqual(
      found.filter((message) => !known.has(message)),
      [],
    )
  })

  it('are here for whatever the tools for callbacks say', () => {
    const said = ['test-webhook.ts', 'explain-callback.ts'].flatMap(sentencesOf)
    assert.ok(said.length >= toolSentencesMin, String(said.length))
    assert.deepEqual(
      said.filter((english) => sentenceIn('es', english) === undefined),
      [],
    )
  })

  it('are said differently in each language and lose no part', () => {
    for (const { en, es, pt } of sentences) {
      const parts = (text: string) => text.match(/\{\d\}/g)?.toSorted() ?? []
      assert.equal(new Set([en, es, pt]).size, 3, en)
      for (const text of [es, pt]) assert.deepEqual(parts(text), parts(en), en)
    }
  })

  it('carry the same facts in each language: numbers, codes, names of fields, commands', () => {
    for (const { en, es, pt } of [...sentences, ...partialSentences]) {
      for (const text of [es, pt]) assert.deepEqual(factsOf(text), factsOf(en), `${en} | ${text}`)
    }
    for (const kind of ['problems', 'fields', 'payoutFailures'] as const) {
      for (const [code, english] of Object.entries(en[kind])) {
        for (const texts of [es, pt]) {
          const text = (texts[kind] as Record<string, string>)[code] ?? ''
          assert.deepEqual(factsOf(text), factsOf(english), `${code}: ${text}`)
        }
      }
    }
  })

  it('say parts and sentences about fields differently than in English, and lose no part of them', () => {
    const looseEnding = '{0}; {1}'
    for (const { en, es, pt } of partialSentences.filter(({ en }) => en !== looseEnding)) {
      const parts = (text: string) => text.match(/\{\d\}/g)?.toSorted() ?? []
      for (const text of [es, pt]) {
        assert.notEqual(text, en)
        assert.deepEqual(parts(text), parts(en), en)
      }
    }
  })

  it('keep the parts of the English one, whatever they are', () => {
    assert.equal(
      sentenceIn('es', 'This address answers GET, HEAD only, not POST. What it takes: /docs'),
      'Esta dirección solo responde a GET, HEAD, no a POST. Lo que recibe: /docs',
    )
    assert.match(
      sentenceIn('pt', sentences.find(({ en }) => en.includes('advance_seconds'))?.en ?? '') ?? '',
      /\{"advance_seconds":0\}/,
    )
    assert.equal(sentenceIn('es', 'There is no such transaction'), undefined)
  })
})

/** The messages that the sources pass to `Problem`, with `{}` for each part. */
function messagesInSources(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !ofOperator.has(basename(file)),
  )
  return files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8').replace(/' \+\s*'/g, '')
    return [
      ...text.matchAll(
        /new Problem\('(?!validation_failed)[a-z_]+', \{\s*(?:param: \w+, )?message:\s*('[^\n]*'|`[^\n]*`)/g,
      ),
    ]
      .map(([, literal]) => literal ?? '')
      .map((literal) => /^(['`])(.*?)\1/.exec(literal)?.[2] ?? '')
      .map((message) => message.replace(/\$\{[^}]*(?:\{[^}]*\})?[^}]*\}/g, '{}'))
  })
}

/** The texts of a file that are complete sentences. */
function sentencesOf(name: string): string[] {
  const file = readdirSync(src, { recursive: true, encoding: 'utf8' }).find((each) => basename(each) === name)
  const text = readFileSync(join(src, file ?? name), 'utf8').replace(/^import .*|^\s*(\/?\*|\/\/).*/gm, '')
  return [...text.matchAll(/'([^'\n]*)'|`([^`\n]*)`/g)]
    .map(([, plain, template]) => (plain ?? template ?? '').replace(/\$\{way\}/g, 'ago').replace(/\$\{[^}]*\}/g, '7'))
    .filter((each) => / /.test(each) && /[.?]$/.test(each) && !each.startsWith('No callback address'))
}
