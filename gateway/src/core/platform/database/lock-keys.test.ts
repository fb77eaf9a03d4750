import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { packageFolder } from '../version.ts'
import { lockKeys } from './lock-keys.ts'

describe('the keys of advisory locks', () => {
  it('differ, so that no job waits for another job’s lock', () => {
    const keys = Object.values(lockKeys)
    assert.ok(keys.length >= 3)
    assert.equal(new Set<number>(keys).size, keys.length)
  })

  it('are all in one file; no other source file defines one', () => {
    const folder = join(packageFolder, 'src')
    const locking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
      .filter(({ text }) => /pg_(try_)?advisory_(xact_)?lock\(\$1\)/.test(text))
    assert.ok(locking.length >= 3)
    for (const { name, text } of locking) assert.match(text, /lockKeys\./, name)
  })
})
