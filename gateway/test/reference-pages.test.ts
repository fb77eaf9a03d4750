import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readConfig } from '../src/core/platform/config/config.ts'
import { settings } from '../src/core/platform/config/settings.ts'
import { limitsOf, referenceFolder, referencePages } from './support/reference-pages.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const sources = join(root, 'gateway', 'src')

describe('the pages of docs/reference', () => {
  const pages = referencePages(sources)
  for (const { name, text } of pages) {
    it(`say what the code says: ${name}`, () => {
      const standing = readFileSync(join(root, referenceFolder, name), 'utf8')
      assert.equal(standing, text, 'out of date: run node scripts/write-reference.mjs')
    })
  }

  it('are these and no others', () => {
    assert.deepEqual(readdirSync(join(root, referenceFolder)).toSorted(), pages.map(({ name }) => name).toSorted())
  })

  it('name a default that is the same as the setting left out', () => {
    const defaults = Object.entries(settings).flatMap(([name, { unset }]) => {
      const value = /^`([^`]+)`$/.exec(unset)?.[1]
      return value === undefined || /[A-Z]/.test(value) ? [] : [[name, value] as const]
    })
    assert.ok(defaults.length >= 8)
    for (const [name, value] of defaults) assert.deepEqual(readConfig({ [name]: value }), readConfig({}), name)
  })

  it('list the limits that the code has', () => {
    const limits = limitsOf(sources)
    const body = limits.find(({ name }) => name === 'bodyBytesMax')
    assert.deepEqual([body?.capability, body?.value], ['web', '65,536 bytes'])
    assert.ok(limits.length > 100, String(limits.length))
  })
})
