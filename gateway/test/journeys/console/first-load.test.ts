import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'

/** Seen from the sources and from dist alike. */
const up = import.meta.url.includes('/dist/') ? '../../../../..' : '../../../..'
const dashboard = join(import.meta.dirname, up, 'dashboard')

describe('the size of the dashboard’s first load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-load-'))
  after(() => rmSync(folder, { recursive: true }))

  /** A built page of an entry, what it imports at once, and what it imports later; bytes that do not shrink. */
  const check = (sizes: { entry: number; shared: number; later: number }) => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    for (const [name, size] of Object.entries(sizes)) {
      writeFileSync(join(folder, 'assets', `${name}.js`), randomBytes(size))
    }
    const manifest = {
      'main.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['shared'], dynamicImports: ['later'] },
      shared: { file: 'assets/shared.js', imports: ['main.tsx'] },
      later: { file: 'assets/later.js' },
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    return spawnSync(process.execPath, [join(dashboard, 'first-load.mjs'), folder], { encoding: 'utf8' })
  }

  it('may be 175 kB, however much is loaded later', () => {
    const { status, stderr } = check({ entry: 120_000, shared: 50_000, later: 400_000 })
    assert.equal(status, 0, stderr)
    assert.match(stderr, /first load 170\.\d kB/)
  })

  it('fails the build above that', () => {
    const { status, stderr } = check({ entry: 120_000, shared: 60_000, later: 0 })
    assert.equal(status, 1, stderr)
    assert.match(stderr, /too large/)
  })
})
