import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { allChecks } from '../src/checks/all-checks.ts'
import { allRules } from '../src/rules/all-rules.ts'
import { introductions, specificationSha256 } from '../src/rules/introductions.ts'
import { isBeyond } from '../src/rules/rule.ts'
import { specUnits } from '../src/run/spec-units.ts'
import { specificationPage } from '../src/write-specification.ts'
import { root } from './support/root.ts'

const specification = join(process.env['PASARELA_SHARED'] ?? join(root, '..', 'shared'), 'spec', 'payment-gateway.md')

describe('the rules', () => {
  it('have ids of their own, and each says what proves it', () => {
    assert.ok(allRules.length > 150, String(allRules.length))
    const ids = allRules.map(({ id }) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    for (const { id, checks, tests = [], outside } of allRules) {
      assert.match(id, /^(SERVICE|TX|STATE|CARD|PAYIN|PAYOUT|AUTH|CALLBACK|ERROR|LIMIT|REFUND|LINK)-\d+$/)
      assert.ok(checks.length > 0 || (outside !== undefined && tests.length > 0), `${id} has no proof`)
      assert.equal(outside !== undefined, checks.length === 0, `${id}: either a check, or why there can be none`)
    }
  })

  it('name checks that exist, and every check proves exactly one rule', () => {
    const named = allRules.flatMap(({ checks }) => checks)
    assert.deepEqual(named.toSorted(), Object.keys(allChecks).toSorted())
  })

  it('name tests and files of the gateway that exist', () => {
    const faults = allRules.flatMap(({ id, tests = [], code }) => [
      ...code.map((file) => join('gateway', 'src', file)).filter((file) => !existsSync(join(root, file))),
      ...tests.filter(({ file, name }) => !namesTest(file, name)).map(({ file, name }) => `${id}: ${file} "${name}"`),
    ])
    assert.deepEqual(faults, [])
  })

  it('are what docs/specification.md says', () => {
    const page = readFileSync(join(root, 'docs', 'specification.md'), 'utf8')
    assert.equal(page, specificationPage(), 'run node scripts/write-specification.mjs')
  })

  it('that are beyond the specification stand in sections that say so, and are checked on request only', () => {
    for (const rule of allRules) {
      assert.equal(isBeyond(rule), rule.section.endsWith('(beyond the specification)'), rule.id)
      if (!isBeyond(rule)) continue
      for (const name of rule.checks) assert.ok(allChecks[name]?.needs?.includes('decisions'), name)
    }
    assert.ok(allRules.filter((rule) => !isBeyond(rule)).length > 250)
  })

  it('say why they stand where the specification is silent', () => {
    const silent = allRules.filter(({ rule }) => / not described\.?/.test(rule))
    assert.ok(silent.length > 30)
    assert.deepEqual(
      silent.filter(({ decision }) => decision === undefined).map(({ id }) => id),
      [],
    )
  })
})

describe('the specification', () => {
  it('is covered by rules, row by row and sentence by sentence', (t) => {
    if (!existsSync(specification)) {
      t.skip(`NOT RUN: there is no specification at ${specification}; PASARELA_SHARED names the folder above it`)
      return
    }
    const text = readFileSync(specification, 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    assert.equal(
      digest,
      specificationSha256,
      'the specification has changed: read it, change the rules, then the digest',
    )
    const units = specUnits(text)
    assert.ok(units.length > 150, String(units.length))
    const locators = units.map(({ locator }) => locator)
    const covered = new Set([...allRules.flatMap(({ from }) => from), ...Object.keys(introductions)])
    assert.deepEqual(
      locators.filter((locator) => !covered.has(locator)),
      [],
      'no rule covers these',
    )
    assert.deepEqual(
      [...covered].filter((locator) => !locators.includes(locator)),
      [],
      'the specification lacks these',
    )
    const open = units.filter(({ notShown }) => notShown)
    assert.ok(open.length > 15)
    const decided = new Set(allRules.filter(({ decision }) => decision !== undefined).flatMap(({ from }) => from))
    assert.deepEqual(
      open.map(({ locator }) => locator).filter((locator) => !decided.has(locator)),
      [],
      'undecided',
    )
  })
})

/** The name of a test, or of the group that it stands in. */
function namesTest(file: string, name: string): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const text = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => text.includes(`(${quote}${name}${quote}`))
}
