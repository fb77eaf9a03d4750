import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { walk } from './support/import-graph.ts'
import { gatewayRoot } from './support/processes.ts'

const root = join(gatewayRoot, '..')

/** Words of docs/glossary.md that no compound identifier may contain, each as its parts in camel case. */
const refused = [
  'News',
  'Stranger',
  'Strangers',
  'Foresee',
  'Foresight',
  'Foreseen',
  'CarryOut',
  'CarriedOut',
  'CarryingOut',
  'ByHand',
  'Attention',
  'Story',
  'Places',
  'Gate',
  'Gates',
  'Witness',
  'Witnesses',
  'Wall',
  'YoungTables',
  'Judge',
  'LookFor',
  'Question',
  'TwoOperators',
  'NoteHealth',
  'Tend',
]

/** A clock on the wall is a term of its own: time that people read. */
const allowed = /^(wall(Clock|Ms|Seconds)|startedWallMs)$/

const sources = [
  'gateway/src',
  'gateway/test',
  'gateway/proof',
  'bank-statements/src',
  'bank-statements/test',
  'simbank/src',
  'simpsp/src',
  'simpsp/test',
  'sdk/src',
  'conformance/src',
  'conformance/test',
  'dashboard/src',
  'site/src',
  'site/test',
  'site/theme',
]
  .flatMap((folder) => walk(join(root, folder)))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('words.test.ts'))

describe('the identifiers', () => {
  it('are made of the words of docs/glossary.md', () => {
    const found = sources.flatMap((file) =>
      identifiersOf(readFileSync(file, 'utf8'))
        .filter((name) => isRefused(name))
        .map((name) => `${relative(root, file)}: ${name}`),
    )
    assert.deepEqual(found, [])
  })

  it('are looked at in every file, and a private word in a compound is seen', () => {
    assert.ok(sources.length > 900, String(sources.length))
    assert.ok(identifiersOf(sources.map((file) => readFileSync(file, 'utf8')).join('\n')).length > 5_000)
    for (const name of ['readNews', 'callPlaces', 'StoryData', 'carryOut', 'byHandTitle'])
      assert.ok(isRefused(name), name)
    for (const name of ['gatewayRoot', 'wallClock', 'history', 'walletNumber', 'firewall']) {
      assert.ok(!isRefused(name), name)
    }
  })
})

/** The compound identifiers of a file's code, comments and texts left out. */
function identifiersOf(text: string): string[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, '')
  return [...new Set(code.match(/\b[A-Za-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+\b/g) ?? [])]
}

function isRefused(name: string): boolean {
  if (allowed.test(name)) return false
  const parts = `${name[0]?.toUpperCase()}${name.slice(1)}`
  return refused.some((word) => new RegExp(`${word}(?![a-z])`).test(parts))
}
