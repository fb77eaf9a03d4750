import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { methods } from '../src/core/payment-methods/index.ts'
import { type SdkFolder, sdkFolders, sharedWithPages } from './support/capabilities.ts'
import { importsOf, type Source, sourcesOf, walk } from './support/import-graph.ts'
import { partsOf, runsOn } from './support/node-range.ts'

/** The repo's root, from the sources and from dist alike. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), import.meta.url.includes('/dist/') ? '../../..' : '../..')

/** Fewer files than this means that the test looked at the wrong place. */
const filesMin = 150

const src = join(root, 'gateway', 'src')
const sdkSrc = join(root, 'sdk', 'src')
const dashboardSrc = join(root, 'dashboard', 'src')
const files = walk(src).filter((file) => file.endsWith('.ts'))
const sources = sourcesOf(src)
const sdkSources = sourcesOf(sdkSrc)
const dashboardSources = sourcesOf(dashboardSrc)
const everything = [
  ...files,
  ...walk(join(root, 'gateway', 'test')),
  ...walk(join(root, 'gateway', 'proof')),
  ...walk(join(root, 'bank-statements')).filter((file) => !/[/\\](dist|node_modules)[/\\]/.test(file)),
  ...walk(join(root, 'simbank', 'src')),
  ...walk(join(root, 'simbank', 'test')),
  ...walk(join(root, 'simpsp', 'src')),
  ...walk(join(root, 'simpsp', 'test')),
  ...walk(sdkSrc),
  ...walk(join(root, 'sdk', 'test')),
  ...walk(join(root, 'conformance', 'src')),
  ...walk(join(root, 'conformance', 'test')),
  ...walk(dashboardSrc),
  ...walk(join(root, 'site', 'src')),
  ...walk(join(root, 'site', 'test')),
  ...walk(join(root, 'site', 'theme')),
]
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('numbers of the dashboard', () => {
  it('are written by its formats alone, so that a viewer meets one style', () => {
    const writers = /NumberFormat|toLocaleString|toFixed|print(?:Amount|Decimal|ForViewer)/
    const found = everything
      .filter(({ file }) => file.startsWith(dashboardSrc) && relative(dashboardSrc, file) !== join('app', 'formats.ts'))
      .filter(({ text }) => writers.test(text))
      .map(({ file }) => relative(root, file))
    assert.deepEqual(found, [])
    assert.match(readFileSync(join(dashboardSrc, 'app', 'formats.ts'), 'utf8'), writers)
  })
})

describe('translations of the dashboard', () => {
  it('name their values by number, because a name would be shown as it stands', () => {
    const found = walk(join(dashboardSrc, 'texts'))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) =>
        (readFileSync(file, 'utf8').match(/\{[^\d"{}\n]+\}/g) ?? []).map((each) => `${relative(root, file)}: ${each}`),
      )
    assert.deepEqual(found, [])
  })
})

describe('the layers', () => {
  it('of the SDK hold, and it needs no package at all', () => {
    assert.deepEqual(importFaults(sdkSources, { folder: sdkSrc, table: sdkFolders }), [])
    const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'sdk', 'package.json'), 'utf8'),
    )
    assert.deepEqual([dependencies, peerDependencies, optionalDependencies], [undefined, undefined, undefined])
  })

  it('let the dashboard take of the gateway the types of its contract, the pure code of amounts and of safeguards, and nothing else', () => {
    const shared: readonly string[] = sharedWithPages.map((path) => join(src, path))
    const isContract = (path: string) => !isOutside(src, path) && basename(dirname(path)) === 'contract'
    const isAllowed = (path: string, isValue: boolean) => shared.includes(path) || (!isValue && isContract(path))
    const faults = dashboardSources.flatMap(({ file, text }) => {
      const values = importsOf(text, { withTypes: false })
      return importsOf(text)
        .filter((wanted) => wanted.startsWith('.') && isOutside(dashboardSrc, resolve(dirname(file), wanted)))
        .filter((wanted) => !isAllowed(resolve(dirname(file), wanted), values.includes(wanted)))
        .map((wanted) => `${name(file)} may not import ${wanted}`)
    })
    assert.deepEqual(faults, [])
    assert.ok(dashboardSources.some(({ text }) => text.includes('/contract/')))
    const leavesThem = shared.flatMap((file) =>
      importsOf(readFileSync(file, 'utf8'), { withTypes: false }).filter(
        (wanted) => !shared.includes(resolve(dirname(file), wanted)),
      ),
    )
    assert.deepEqual(leavesThem, [])
  })

  it('have no cycles between files, types included', () => {
    const folders = [
      'gateway/src',
      'gateway/proof',
      'bank-statements/src',
      'simbank/src',
      'simpsp/src',
      'sdk/src',
      'conformance/src',
    ]
    const all = [...folders, 'dashboard/src', 'site/src'].flatMap((folder) => {
      const found = sourcesOf(join(root, folder))
      assert.ok(found.length > 5, folder)
      return found
    })
    const graph = new Map(
      all.map(({ file, text }) => [
        file,
        importsOf(text)
          .filter((wanted) => wanted.startsWith('.'))
          .map((wanted) => resolve(dirname(file), wanted)),
      ]),
    )
    const done = new Set<string>()
    const visit = (file: string, path: readonly string[]): void => {
      assert.ok(!path.includes(file), `a cycle: ${[...path, file].map(name).join(' > ')}`)
      if (done.has(file)) return
      for (const next of graph.get(file) ?? []) visit(next, [...path, file])
      done.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
  })

  it('keep the simulated bank, the simulated payment provider and the conformance tool apart: they share no code with the gateway', () => {
    for (const workspace of ['simbank', 'simpsp', 'conformance']) {
      const own = join(root, workspace)
      for (const file of walk(own).filter((each) => each.endsWith('.ts'))) {
        for (const wanted of importsOf(readFileSync(file, 'utf8'))) {
          assert.ok(!wanted.startsWith('.') || !isOutside(own, resolve(dirname(file), wanted)), name(file))
          assert.ok(!wanted.includes('pasarela/'), name(file))
        }
      }
    }
  })
})

describe('every file', () => {
  it('is seen', () => {
    assert.ok(everything.length >= filesMin, `only ${everything.length} files found under ${root}`)
  })

  it('has at most 500 lines', () => {
    const long = everything.filter(({ text }) => text.split('\n').length - 1 > 500)
    assert.deepEqual(
      long.map(({ file }) => name(file)),
      [],
    )
  })

  it('has functions of at most 60 lines', () => {
    const long = everything
      .filter(({ file }) => !file.endsWith('.test.ts'))
      .flatMap(({ file, text }) => longFunctions(text).map((line) => `${name(file)}:${line}`))
    assert.deepEqual(long, [])
  })

  it('is named in kebab-case for what it holds', () => {
    for (const { file } of everything) {
      const base = file.split(sep).at(-1) ?? ''
      assert.match(base, /^[a-z0-9]+(-[a-z0-9]+)*((\.slow)?\.test)?\.tsx?$/, name(file))
      assert.doesNotMatch(base, /^(utils?|helpers?|common|core|shared|service|manager|misc)\./, name(file))
      assert.ok(
        base !== 'index.ts' ||
          ['core/payment-methods', 'core/connectors', 'extras'].some((it) =>
            file.endsWith(join('src', it, 'index.ts')),
          ),
        name(file),
      )
    }
  })

  it('exports by name and leaves no loose ends', () => {
    for (const { file, text } of everything) {
      if (file.endsWith('tidy.test.ts')) continue
      assert.doesNotMatch(text, /^export default/m, name(file))
      assert.doesNotMatch(
        text,
        /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck)|\bas any\b|\b(it|test|describe)\.(only|skip|todo)\(/,
        name(file),
      )
    }
  })

  it('asks the clock in one place, and the database for the time of money', () => {
    const faults: string[] = []
    for (const { file, text } of [...sources, ...sdkSources, ...dashboardSources]) {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      // The payer's page carries a script of its own: its clock is the browser's.
      const ownClock = [
        join(src, 'core', 'platform', 'clock', 'clock.ts'),
        join(sdkSrc, 'clock.ts'),
        join(dashboardSrc, 'app', 'clock.ts'),
        join(src, 'core', 'payer-pages', 'script.ts'),
      ].includes(file)
      if (!ownClock && /Date\.now\b|new Date\b(?!\(\s*[^)\s])/.test(code)) faults.push(`${name(file)} reads the clock`)
      if (/\bbrowserMs\b/.test(code) && !/\/(clock|instant|load-code|presence|idle-notice)\.tsx?$/.test(file)) {
        faults.push(`${name(file)} counts by the browser's clock`)
      }
      // Leases measure real time: statement_timestamp() is theirs, and does not move with the gateway's clock.
      if (
        /(?<![\w.])(now|current_timestamp|clock_timestamp)\(\)[^\n]*(interval|\bas\b|where|set|values|select)/i.test(
          code,
        )
      ) {
        faults.push(`${name(file)} asks the server's clock`)
      }
    }
    assert.deepEqual(faults, [])
  })

  it('takes random bytes from the system: only the simulator replaces them', () => {
    const own = [
      join('src', 'core', 'platform', 'random.ts'),
      join('proof', 'stages', 'virtual', 'engine', 'virtual-globals.ts'),
    ]
    const naming = everything
      .filter(({ file, text }) => !file.endsWith('tidy.test.ts') && text.includes('takeRandomBytesFrom'))
      .map(({ file }) => relative(join(root, 'gateway'), file))
    assert.deepEqual(naming.sort(), own.sort())
  })
})

describe('the registries', () => {
  it('name each prepared statement once: a connection refuses another text under the same name', () => {
    const named = everything
      .filter(({ file }) => file.startsWith(src) && !file.endsWith('.test.ts'))
      .flatMap(({ text }) => [...text.matchAll(/\bname: '([a-z0-9-]+)',\s+text: ([`'][\s\S]*?[`']),?\n/g)])
    const texts = new Map<string, Set<string>>()
    for (const [, statement = '', text = ''] of named) {
      texts.set(statement, (texts.get(statement) ?? new Set()).add(text))
    }
    const doubles = [...texts].filter(([, found]) => found.size > 1)
    assert.ok(named.length > 300, String(named.length))
    assert.deepEqual(
      doubles.map(([statement]) => statement),
      [],
    )
  })

  it('hold every payment method that has a file', () => {
    const own = walk(join(src, 'core', 'payment-methods')).filter(
      (file) =>
        /[/\\][a-z]+[/\\][^/\\]+\.ts$/.test(relative(join(src, 'core', 'payment-methods'), file).replace(/^/, sep)) &&
        !file.endsWith('.test.ts'),
    )
    const defining = own.filter((file) => /= paymentMethod\(/.test(readFileSync(file, 'utf8')))
    assert.equal(methods.length, defining.length)
    assert.equal(new Set(methods.map((method) => method.code)).size, methods.length)
  })
})

describe('what the repo says', () => {
  it('names no download address in the lock file', () => {
    assert.doesNotMatch(readFileSync(join(root, 'package-lock.json'), 'utf8'), /"resolved": "https?:/)
  })

  it('needs no package that the oldest Node of package.json does not run', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; engines?: { node?: string } }>
    }
    const oldest = partsOf(packages['']?.engines?.node ?? '')
    const tooNew = Object.entries(packages)
      .filter(([, { engines }]) => engines?.node !== undefined && !runsOn(engines.node, oldest))
      .map(([path, { version, engines }]) => `${path} ${version} needs Node ${engines?.node}`)
    assert.deepEqual(tooNew, [])
    assert.ok(!runsOn('>=22', oldest) && !runsOn('^18 || >=20.20', oldest) && runsOn('18 || 20 || >=22', oldest))
  })

  it('speaks of the product alone', () => {
    const machinePath = new RegExp(`(^|[^A-Za-z0-9_.])/${'work'}/[A-Za-z.]`)
    for (const { file, text } of everything) assert.doesNotMatch(text, machinePath, name(file))
  })
})

function importFaults(
  given: readonly Source[],
  { folder, table }: { folder: string; table: Readonly<Record<string, SdkFolder>> },
): string[] {
  return given.flatMap(({ file, text }) => {
    const module = moduleOf(folder, file)
    const layer = table[module]
    if (!layer) return [`${name(file)}: the folder ${module} is not in the table`]
    return importsOf(text)
      .filter((wanted) => !allowed(layer, { folder, module, file, wanted }))
      .map((wanted) => `${name(file)} may not import ${wanted}`)
  })
}

function allowed(layer: SdkFolder, given: { folder: string; module: string; file: string; wanted: string }): boolean {
  const { wanted } = given
  if (wanted.startsWith('node:')) {
    return layer.builtins === 'any' || layer.builtins.includes(wanted.slice(5).split('/')[0] ?? '')
  }
  if (builtinModules.includes(wanted)) return false
  if (wanted.startsWith('.')) {
    const target = relative(given.folder, resolve(dirname(given.file), wanted))
      .split(sep)
      .join('/')
    if (target.startsWith('..')) return false
    if (target.split('/')[0] === given.module) return true
    return layer.modules.some((own) => target === own || target.startsWith(`${own}/`))
  }
  return false
}

function isOutside(folder: string, path: string): boolean {
  return relative(folder, path).startsWith('..')
}

/** Lines where a function of more than 60 lines begins, by the indentation that the formatter guarantees. */
function longFunctions(text: string): number[] {
  const lines = text.split('\n')
  const found: number[] = []
  lines.forEach((line, start) => {
    if (!/^\s*(export )?(async )?function\b|^\s*(export )?const \w+ = (async )?\(.*=> \{$/.test(line)) return
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    const end = lines.findIndex(
      (other, index) =>
        index > start &&
        other.startsWith(`${indent}}`) &&
        !other.startsWith(`${indent}})`) &&
        !/^\s*\}.*\{$/.test(other),
    )
    if (end - start + 1 > 60) found.push(start + 1)
  })
  return found
}

function moduleOf(folder: string, file: string): string {
  return relative(folder, file).split(sep)[0] ?? ''
}

function name(file: string): string {
  return relative(root, file)
}
