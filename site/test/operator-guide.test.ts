import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { languages } from '../src/languages.ts'

/** The repository, from the sources and from dist alike. */
const root = resolve(import.meta.dirname, import.meta.url.includes('/dist/') ? '../../..' : '../..')

const filesOf = (folder: string) =>
  readdirSync(join(root, folder)).map((name) => readFileSync(join(root, folder, name), 'utf8'))

const guideOf = (language: string) => filesOf(join('site/pages', language === 'en' ? '' : language, 'operator'))

describe('the operator’s guide', () => {
  for (const language of languages) {
    it(`names menus and buttons as the dashboard does: ${language}`, () => {
      const texts = filesOf(join('dashboard/src/texts', language)).join()
      const named = guideOf(language).flatMap((page) => [...page.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name))
      assert.ok(named.length > 80, String(named.length))
      const quote = language === 'en' ? `'` : '"'
      assert.deepEqual(
        named.filter((name) => !texts.includes(`${quote}${name}${quote}`)),
        [],
      )
    })
  }

  it('gives commands that exist, with options of theirs and all that are required', () => {
    const sections = readFileSync(join(root, 'docs/reference/commands.md'), 'utf8').split(/^## /m)
    const lines = guideOf('en').flatMap((page) => page.match(/^pasarela .+$/gm) ?? [])
    assert.ok(lines.length > 25, String(lines.length))
    const faults = lines.flatMap((line) => {
      const [, name = ''] = /^pasarela ([a-z][a-z-]*(?: [a-z][a-z-]*)*)/.exec(line) ?? []
      const section = sections.find((each) => each.startsWith(`${name}\n`)) ?? ''
      const options = [...section.matchAll(/^\| `(--[a-z-]+)[^|]*(?:\\\|[^|]*)*\| (yes|no) \|/gm)]
      const used: readonly string[] = line.match(/--[a-z-]+/g) ?? []
      const unknown = used.filter((option) => !options.some(([, known]) => known === option))
      const missing = options.filter(([, option, need]) => need === 'yes' && !used.includes(option ?? ''))
      if (section === '') return [`${line}: no such command`]
      return [...unknown, ...missing.map(([, option]) => `${option} is missing`)].map((fault) => `${name}: ${fault}`)
    })
    assert.deepEqual(faults, [])
  })
})
