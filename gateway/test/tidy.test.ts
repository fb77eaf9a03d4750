import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { methods } from '../src/payment-methods/index.ts'

/** The repo's root, from the sources and from dist alike. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), import.meta.url.includes('/dist/') ? '../../..' : '../..')

/** Fewer files than this means that the test looked at the wrong place. */
const filesMin = 150

interface Layer {
  /** Own modules it may import besides itself. */
  modules: readonly string[]
  packages: readonly string[]
  builtins: readonly string[] | 'any'
}

/** Who may import whom. The table in ARCHITECTURE.md says the same with reasons; a new folder is added to both. */
const layers: Readonly<Record<string, Layer>> = {
  lib: { modules: [], packages: ['pino', 'prom-client'], builtins: 'any' },
  domain: { modules: ['lib'], packages: [], builtins: ['crypto'] },
  identifiers: { modules: ['lib'], packages: ['libphonenumber-js', 'iso-3166'], builtins: [] },
  'payment-methods': {
    modules: ['domain', 'identifiers', 'lib'],
    packages: ['zod'],
    builtins: [],
  },
  connectors: { modules: ['domain', 'identifiers', 'lib'], packages: ['undici', 'zod'], builtins: ['crypto', 'net'] },
  accounts: { modules: ['domain', 'lib'], packages: [], builtins: ['crypto', 'net'] },
  store: { modules: ['domain', 'lib'], packages: ['pg'], builtins: ['fs', 'crypto'] },
  operations: {
    modules: ['domain', 'identifiers', 'payment-methods', 'accounts', 'store', 'lib', 'connectors/connector.ts'],
    packages: [],
    builtins: ['crypto'],
  },
  callbacks: {
    modules: ['domain', 'store', 'lib'],
    packages: ['undici', 'ipaddr.js'],
    builtins: ['dns', 'net', 'tls', 'crypto'],
  },
  jobs: { modules: ['operations', 'callbacks', 'store', 'lib', 'domain'], packages: [], builtins: ['crypto'] },
  http: {
    modules: ['operations', 'payment-methods', 'domain', 'accounts', 'texts', 'lib', 'store/reads'],
    packages: [
      'fastify',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      'fastify-type-provider-zod',
      'zod',
      'qrcode',
      'ipaddr.js',
    ],
    builtins: ['crypto', 'fs', 'http', 'https', 'net', 'path', 'url', 'module', 'stream', 'util', 'buffer'],
  },
  texts: { modules: ['domain'], packages: [], builtins: [] },
  boot: { modules: ['store', 'domain', 'lib'], packages: ['pg', 'zod', 'ipaddr.js'], builtins: 'any' },
  cli: {
    modules: ['operations', 'store', 'boot', 'lib', 'domain', 'accounts', 'connectors/index.ts'],
    packages: [],
    builtins: 'any',
  },
}

/** The entry of the process, the composition root and the version: they may import everything. */
const rootFiles = new Set(['main.ts', 'gateway.ts', 'version.ts'])

const src = join(root, 'gateway', 'src')
const files = walk(src).filter((file) => file.endsWith('.ts'))
const sources = files
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const everything = [
  ...files,
  ...walk(join(root, 'gateway', 'test')),
  ...walk(join(root, 'gateway', 'bench')),
  ...walk(join(root, 'simbank', 'src')),
  ...walk(join(root, 'simbank', 'test')),
]
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

describe('the layers', () => {
  it('hold: every import is in the table', () => {
    const faults: string[] = []
    for (const { file, text } of sources) {
      const module = moduleOf(file)
      if (rootFiles.has(module)) continue
      const layer = layers[module]
      if (!layer) {
        faults.push(`${name(file)}: the folder ${module} is not in the table`)
        continue
      }
      for (const wanted of importsOf(text)) {
        if (!allowed(layer, { module, file, wanted })) faults.push(`${name(file)} may not import ${wanted}`)
      }
    }
    assert.deepEqual(faults, [])
  })

  it('have no cycles between files', () => {
    const graph = new Map(
      sources.map(({ file, text }) => [
        file,
        importsOf(text, { withTypes: false })
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

  it('keep the simulated bank apart: it shares no code with the gateway', () => {
    for (const file of walk(join(root, 'simbank')).filter((each) => each.endsWith('.ts'))) {
      for (const wanted of importsOf(readFileSync(file, 'utf8'))) {
        assert.ok(
          !wanted.startsWith('.') || !relative(join(root, 'simbank'), resolve(dirname(file), wanted)).startsWith('..'),
          name(file),
        )
        assert.ok(!wanted.includes('pasarela/gateway'), name(file))
      }
    }
  })
})

describe('every file', () => {
  it('is seen', () => {
    assert.ok(everything.length >= filesMin, `only ${everything.length} files found under ${root}`)
  })

  it('has at most 300 lines', () => {
    const long = everything.filter(({ text }) => text.split('\n').length - 1 > 300)
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
      assert.match(base, /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/, name(file))
      assert.doesNotMatch(base, /^(utils?|helpers?|common|core|shared|service|manager|misc)\./, name(file))
      assert.ok(
        base !== 'index.ts' ||
          ['payment-methods', 'connectors'].some((it) => file.endsWith(join('src', it, 'index.ts'))),
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
    for (const { file, text } of sources) {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
      // The payer's page carries a script of its own: its clock is the browser's.
      const ownClock = [join('lib', 'clock.ts'), join('pay', 'script.ts')].some((each) => file.endsWith(each))
      if (!ownClock && /Date\.now\(\)|new Date\(\)/.test(code)) faults.push(`${name(file)} reads the clock`)
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
})

describe('the migrations', () => {
  it('are numbered without gaps and use the gateway clock', () => {
    const folder = join(root, 'gateway', 'migrations')
    const names = readdirSync(folder).sort()
    assert.ok(names.length >= 5)
    names.forEach((each, index) => {
      assert.ok(each.startsWith(`${String(index + 1).padStart(4, '0')}_`) && each.endsWith('.sql'), each)
      const sql = readFileSync(join(folder, each), 'utf8').replace(/--.*$/gm, '')
      assert.doesNotMatch(sql, /(?<!gateway_)\bnow\(\)|current_timestamp/i, each)
      assert.doesNotMatch(sql, /\b(real|double precision|float\d*|money)\b/i, `${each} has a column of floating point`)
    })
  })
})

describe('the registries', () => {
  it('hold every payment method that has a file', () => {
    const own = walk(join(src, 'payment-methods')).filter(
      (file) =>
        /[/\\][a-z]+[/\\][^/\\]+\.ts$/.test(relative(join(src, 'payment-methods'), file).replace(/^/, sep)) &&
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

  it('speaks of the product alone', () => {
    const machinePath = new RegExp(`(^|[^A-Za-z0-9_.])/${'work'}/[A-Za-z.]`)
    for (const { file, text } of everything) assert.doesNotMatch(text, machinePath, name(file))
  })
})

function allowed(layer: Layer, given: { module: string; file: string; wanted: string }): boolean {
  const { wanted } = given
  if (wanted.startsWith('node:')) {
    return layer.builtins === 'any' || layer.builtins.includes(wanted.slice(5).split('/')[0] ?? '')
  }
  if (builtinModules.includes(wanted)) return false
  if (wanted.startsWith('.')) {
    const target = relative(src, resolve(dirname(given.file), wanted))
      .split(sep)
      .join('/')
    if (target.startsWith('..')) return false
    if (target.split('/')[0] === given.module) return true
    return layer.modules.some((own) => target === own || target.startsWith(`${own}/`))
  }
  return layer.packages.some((own) => wanted === own || wanted.startsWith(`${own}/`))
}

function importsOf(text: string, options = { withTypes: true }): string[] {
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)]
  return found.filter((match) => options.withTypes || !match[1]).map((match) => match[2] ?? '')
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

function moduleOf(file: string): string {
  return relative(src, file).split(sep)[0] ?? ''
}

function name(file: string): string {
  return relative(root, file)
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}
