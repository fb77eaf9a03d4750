import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packageFolder } from '../version.ts'

/** A key as it is written, in its file. */
const keyPattern = /\b7_210_442_\d{3}\b/g

const sources = ['src', 'test']
  .flatMap((folder) => {
    const paths = readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })
    return paths.map((path) => join(folder, path))
  })
  .filter((path) => path.endsWith('.ts') && !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(join(packageFolder, path), 'utf8') }))

describe('the keys of advisory locks', () => {
  it('differ, in the core, the extras and the tests, so that no job waits for another job’s lock', () => {
    const keys = sources.flatMap(({ text }) => text.match(keyPattern) ?? [])
    assert.ok(keys.length >= 8, keys.join())
    assert.equal(new Set(keys).size, keys.length, keys.join())
  })

  it('are of their number space wherever one is taken', () => {
    const locking = sources.filter(({ text }) => /pg_(try_)?advisory_(xact_)?lock\(\$1\)/.test(text))
    assert.ok(locking.length >= 7)
    for (const { path, text } of locking) assert.match(text, /lockKeys\.|\b7_210_442_\d{3}\b/, path)
  })
})
