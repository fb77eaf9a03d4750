import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The repo's root, from the sources and from dist alike. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), import.meta.url.includes('/dist/') ? '../../..' : '../..')

/** So many words in a row, figures aside, are no coincidence: within one document, and in any two. */
const repeatedWords = { within: 8, between: 12 }

/** Characters of a line of prose; tables and code keep theirs. */
const proseWidthMax = 120

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    // Written from the code, whose comments may say the same of two limits.
    .filter((path) => path.endsWith('.md') && !path.startsWith('reference'))
    .map((path) => join('docs', path)),
]

describe('the documentation', () => {
  const texts = documents.map((path) => readFileSync(join(root, path), 'utf8'))

  it('says nothing twice', () => {
    assert.ok(documents.length > 20, documents.join())
    const within = texts.flatMap((text, index) =>
      repetitions([text], repeatedWords.within).map((words) => `${documents[index]}: ${words}`),
    )
    assert.deepEqual([...within, ...repetitions(texts, repeatedWords.between)], [])
  })

  it('has lines of prose that fit a window', () => {
    const wide = texts.flatMap((text, index) => wideLines(text).map((line) => `${documents[index]}: ${line}`))
    assert.deepEqual(wide, [])
    assert.deepEqual(wideLines(`${'word '.repeat(30)}\n\`\`\`\n${'code '.repeat(30)}\n\`\`\``).length, 1)
  })

  it('is checked by a search that finds a sentence with another figure in it', () => {
    const sentence = 'waits no longer than 0.5 seconds for a lock, so that live statements do not queue behind it'
    const other = sentence.replace('0.5', '3')
    assert.ok(repetitions([`A migration ${sentence}.\nIt ${other}.`], repeatedWords.within).length > 0)
    assert.ok(repetitions([`A migration ${sentence}.`, `It ${other}.`], repeatedWords.between).length > 0)
    assert.deepEqual(repetitions([`A migration ${sentence}.`], repeatedWords.within), [])
  })
})

/** A line that one address or one piece of code fills cannot be broken. */
function wideLines(text: string): string[] {
  const prose = text.replace(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '')
  return prose
    .split('\n')
    .filter((line) => line.length > proseWidthMax && !/^\s*[|<[!]/.test(line))
    .filter((line) => line.replace(/`[^`]+`|\]\([^)]*\)|https?:\S+/g, '').length > proseWidthMax)
}

describe('the packages', () => {
  it('are all locked with a checksum, and by no address', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const entries = Object.entries<{ integrity?: string; resolved?: string; link?: boolean }>(lock.packages)
    const fromRegistry = entries.filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    assert.ok(fromRegistry.length > 300, String(fromRegistry.length))
    const faults = fromRegistry.filter(
      ([, { integrity, resolved }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '') || resolved !== undefined,
    )
    assert.deepEqual(
      faults.map(([path]) => path),
      [],
    )
  })

  it('that workflows use are pinned by their commit', () => {
    const folder = join(root, '.github', 'workflows')
    const uses = readdirSync(folder).flatMap(
      (file) => readFileSync(join(folder, file), 'utf8').match(/uses: .*/g) ?? [],
    )
    assert.ok(uses.length > 5, uses.join())
    assert.deepEqual(
      uses.filter((line) => !/^uses: \S+@[0-9a-f]{40} # v[\d.]+$/.test(line)),
      [],
    )
  })

  it('of Debian stand in a file of each tier with the reason for each, and one place installs them', () => {
    const ci = (name: string) => readFileSync(join(root, '.ci', name), 'utf8')
    const lines = ['debian-packages', 'debian-packages-second-tier'].flatMap((name) => ci(name).trimEnd().split('\n'))
    const packages = lines.filter((line) => !line.startsWith('#'))
    assert.ok(packages.length > 3)
    for (const line of packages) assert.match(line, /^[a-z0-9][a-z0-9+.-]+ +# \S.{10,}$/)
    const programs = readdirSync(join(root, '.ci')).filter((name) => !name.startsWith('debian'))
    assert.equal(
      programs
        .map(ci)
        .join('\n')
        .match(/apt-get install/g)?.length,
      1,
    )
    assert.match(ci('run'), /install_debian_packages \.ci\/debian-packages\n/)
  })
})

/** The runs of so many words that stand in the texts more than once. Code blocks and tables may repeat themselves. */
function repetitions(texts: readonly string[], length: number): string[] {
  const seen = new Set<string>()
  const found: string[] = []
  for (const text of texts) {
    const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/^\|.*$/gm, '')
    const words = prose.match(/\p{L}[\p{L}\d_'’-]*/gu) ?? []
    for (let at = 0; at + length <= words.length; at += 1) {
      const run = words
        .slice(at, at + length)
        .join(' ')
        .toLowerCase()
      if (seen.has(run)) {
        found.push(run)
        // One report for one repetition, however long it is.
        at += length - 1
      }
      seen.add(run)
    }
  }
  return found
}
