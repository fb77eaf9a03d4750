import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { describe, it } from 'node:test'
import { type ProcessLimit, processLimits } from '../src/core/platform/limits/process-limits.ts'
import { capabilities, filesOfFolderMax, httpPackages } from './support/capabilities.ts'
import { faultOf, importsBetween, importsOf, placeOf, sourcesOf, walk } from './support/import-graph.ts'
import { importsToCut } from './support/imports-to-cut.ts'
import { gatewayRoot } from './support/processes.ts'

const src = join(gatewayRoot, 'src')
const sources = sourcesOf(src)
const imports = importsBetween(sources, src)

/** Far fewer than there are: a search that finds almost nothing is broken. */
const importsMin = 1500

describe('the capabilities', () => {
  it('are the folders of the core and of the extras', () => {
    const found = ['extras', 'core'].flatMap((part) =>
      readdirSync(join(src, part), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? [`${part}/${entry.name}`] : [],
      ),
    )
    const listed = capabilities.map(({ folder }) => folder).filter((folder) => /^\w+\/[\w-]+$/.test(folder))
    assert.deepEqual(listed.toSorted(), found.toSorted())
  })

  it('hold every file of the sources', () => {
    const paths = sources.map(({ file }) =>
      file
        .slice(src.length + 1)
        .split(sep)
        .join('/'),
    )
    assert.deepEqual(
      paths.filter((path) => placeOf(path) === undefined),
      [],
    )
    assert.ok(imports.length >= importsMin, String(imports.length))
  })

  for (const [kind, listed] of Object.entries(importsToCut)) {
    it(`import in order, types included: ${kind}, nothing but what imports-to-cut.ts still lists`, () => {
      const found = imports.filter((each) => faultOf(each) === kind).map(({ from, to }) => `${from} > ${to}`)
      assert.deepEqual([...new Set(found)], [...listed])
    })
  }

  it('leave the extras alone in the tests of the core: what tests both stands with the extra', () => {
    const tests = walk(join(src, 'core')).filter((file) => file.endsWith('.test.ts'))
    assert.ok(tests.length > 50, String(tests.length))
    assert.deepEqual(
      tests.filter((file) => importsOf(readFileSync(file, 'utf8')).some((wanted) => wanted.includes('/extras/'))),
      [],
    )
  })

  it('use the packages and built-ins of their table', () => {
    const faults = sources.flatMap(({ file, text }) => {
      const path = file
        .slice(src.length + 1)
        .split(sep)
        .join('/')
      return importsOf(text)
        .filter((wanted) => !wanted.startsWith('.') && !isGranted(path, wanted))
        .map((wanted) => `${path} may not import ${wanted}`)
    })
    assert.deepEqual(faults, [])
  })

  it('hold few enough files in each folder to be read at a glance', () => {
    const perFolder = new Map<string, number>()
    // Texts are one file for each area.
    const pages = sourcesOf(join(gatewayRoot, '..', 'dashboard', 'src')).filter(({ file }) => !file.includes('texts'))
    assert.ok(pages.length > importsMin / 10)
    for (const { file } of [...sources, ...pages]) perFolder.set(dirname(file), (perFolder.get(dirname(file)) ?? 0) + 1)
    const full = [...perFolder].filter(([, count]) => count > filesOfFolderMax)
    assert.deepEqual(full, [])
  })
})

describe('ARCHITECTURE.md', () => {
  const path = join(gatewayRoot, '..', 'ARCHITECTURE.md')
  const document = readFileSync(path, 'utf8')

  it('has a row for every capability', () => {
    const rows = new Set(
      document
        .split('\n')
        .filter((line) => line.startsWith('| `'))
        .flatMap((line) => line.split('|')[1]?.match(/[\w-]+/g)),
    )
    const names = capabilities
      .map(({ folder }) => folder.split('/'))
      .filter(([, name = '', ...rest]) => rest.length === 0 && !name.endsWith('.ts'))
    assert.deepEqual(
      names.filter(([, name]) => !rows.has(name)),
      [],
    )
  })

  it('names only files and folders that exist', () => {
    const named = [...document.matchAll(/`([a-z][\w-]*(?:\/[\w.-]+)+(?:\.ts|\/)?)`/g)].map(([, name = '']) => name)
    const roots = [join(gatewayRoot, '..'), src, join(gatewayRoot, 'test'), gatewayRoot]
    assert.ok(named.length > 60, String(named.length))
    assert.deepEqual(
      named.filter((name) => !roots.some((root) => existsSync(join(root, name)))),
      [],
    )
  })
})

describe('the order of capabilities', () => {
  it('is broken by an import upwards, by one out of a layer, and by one into a neighbour’s store; the root imports all', () => {
    const fault = (from: string, to: string) => faultOf({ from, to })
    assert.equal(fault('core/values/money.ts', 'core/ledger/rules/ledger.ts'), 'upward')
    assert.equal(fault('core/ledger/rules/ledger.ts', 'core/ledger/fund-point.ts'), 'outward')
    assert.equal(fault('extras/alerts/http/alert-routes.ts', 'extras/alerts/store/alerts.ts'), 'past the use cases')
    assert.equal(fault('extras/alerts/http/alert-routes.ts', 'extras/alerts/store/reads/alerts.ts'), undefined)
    assert.equal(fault('core/payments/create-payin.ts', 'core/ledger/store/ledger.ts'), 'into a neighbour')
    assert.equal(fault('core/payments/create-payin.ts', 'core/ledger/rules/ledger.ts'), undefined)
    assert.equal(fault('gateway.ts', 'core/ledger/store/ledger.ts'), undefined)
    assert.equal(fault('extras/verify/extra.ts', 'extras/verify/store/verify-runs.ts'), undefined)
  })

  it('is broken by an import of an extra in the core; only an extra that extends a capability uses its store', () => {
    const fault = (from: string, to: string) => faultOf({ from, to })
    assert.equal(fault('core/callbacks/record-events.ts', 'extras/webhooks/list-inbox.ts'), 'from the core')
    assert.equal(fault('core/platform/deps.ts', 'extras/nodes/count-nodes.ts'), 'from the core')
    assert.equal(fault('core/start-core.ts', 'extras/index.ts'), 'from the core')
    assert.equal(fault('extras/webhooks/list-inbox.ts', 'core/callbacks/store/inbox.ts'), undefined)
    assert.equal(fault('extras/alerts/evaluate-alerts.ts', 'core/callbacks/store/inbox.ts'), 'into a neighbour')
  })
})

describe('the limits of a process', () => {
  it('leave something to others: each has a share, smaller than the whole', () => {
    const limits: [string, ProcessLimit][] = Object.entries(processLimits)
    assert.deepEqual(
      limits.filter(([, { max, share }]) => share < 1 || share >= max),
      [],
    )
  })

  it('are made from their table: what counts work in progress against a limit takes it from there', () => {
    const counting = sources.filter(({ text }) =>
      /\b(?:running|waiting|queue|inProgress|inFlight|taken)(?:\.size|\.length)? >= \w+/.test(text),
    )
    const made = counting.map(({ file, text }) => [file.slice(src.length + 1), text.includes('/process-limits.ts')])
    assert.deepEqual(
      made.filter(([, isMade]) => !isMade),
      [
        // Nobody waits: full, it writes what it has.
        ['core/platform/log/log.ts', false],
        // It is given the numbers of the table.
        ['core/web/limits/admission-control.ts', false],
        // Nobody waits: full, it leaves out rows of the log.
        ['extras/request-log/log-requests.ts', false],
      ],
    )
    assert.ok(made.length > 3, String(made.length))
  })
})

/** Routes may use the HTTP packages; the root may use everything. */
function isGranted(path: string, wanted: string): boolean {
  const place = placeOf(path)
  if (!place?.capability) return true
  const { packages = [], builtins = [] } = capabilities.find(({ folder }) => folder === place.capability) ?? {}
  if (wanted.startsWith('node:')) {
    return builtins === 'any' || builtins.includes(wanted.slice(5).split('/')[0] ?? '')
  }
  const granted = place.layer === 'http' ? [...packages, ...httpPackages] : packages
  return granted.some((own) => wanted === own || wanted.startsWith(`${own}/`))
}
