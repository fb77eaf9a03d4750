import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { plantedFaults, withPlanted } from './faults.ts'
import { compiledUrl, plantedSource } from './replace-text.ts'

/** What the simulator was built for. */
const namedFaults = [
  'a2-silent-connection',
  'callback-in-another-transaction',
  'expiry-overtakes-unknown',
  'late-order-not-refused',
  'missing-fence-check',
  'outcome-without-lease',
  'refund-after-reversal',
  'refund-beyond-the-credit',
  'refund-resent-with-another-key',
  'refund-reservation-released-twice',
  'resend-with-another-key',
  'reservation-released-twice',
]

test('every planted fault has a name of its own, and those that must be there are', () => {
  const names = plantedFaults.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
  const named = plantedFaults.filter((fault) => fault.named).map(({ name }) => name)
  assert.deepEqual(named.sort(), namedFaults)
  assert.ok(plantedFaults.length >= 48, `there are ${plantedFaults.length} faults`)
})

test('every planted fault changes one place of its compiled file', () => {
  for (const fault of plantedFaults) {
    assert.notEqual(fault.put, fault.find, fault.name)
    assert.ok(plantedSource(fault).includes(fault.put), fault.name)
  }
})

// One process reads all of them: a source text module is parsed and not run.
const parseAll = `
  import { SourceTextModule } from 'node:vm'
  import { readFileSync } from 'node:fs'
  const faults = JSON.parse(readFileSync(0, 'utf8'))
  const broken = faults.flatMap(({ name, source }) => {
    try {
      new SourceTextModule(source, { identifier: name })
      return []
    } catch (error) {
      return [name + ': ' + error.message]
    }
  })
  process.stdout.write(JSON.stringify({ parsed: faults.length, broken }))`

test('every file with a planted fault can be parsed', () => {
  const input = JSON.stringify(plantedFaults.map((fault) => ({ name: fault.name, source: plantedSource(fault) })))
  const options = ['--experimental-vm-modules', '--no-warnings', '--input-type=module', '--eval', parseAll]
  const { stdout, stderr } = spawnSync(process.execPath, options, { input, encoding: 'utf8' })
  assert.deepEqual(JSON.parse(stdout || '{}'), { parsed: plantedFaults.length, broken: [] }, stderr)
})

test('a process with a planted fault runs the changed code', () => {
  const name = 'callback-refusal-counts-as-delivered'
  const file = compiledUrl({ file: 'src/core/callbacks/rules/callback-answer.ts' })
  const script = `import { isReceived } from ${JSON.stringify(file)}; process.stdout.write(String(isReceived(404, false)))`
  const run = (options: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [...options, '--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
  const { execArgv, env } = withPlanted(name)
  assert.equal(run(execArgv, env).stdout, 'true')
  const mark = JSON.stringify(new URL('./replace-text.js', import.meta.url).href)
  const look = `import { isPlanted } from ${mark}; process.stdout.write(String(isPlanted('${name}')))`
  const loaded = ['--input-type=module', '--eval', `await import(${JSON.stringify(file)}); ${look}`]
  const looking = { encoding: 'utf8', env: { ...process.env, ...env } } as const
  assert.equal(spawnSync(process.execPath, [...execArgv, ...loaded], looking).stdout, 'true')
  assert.equal(spawnSync(process.execPath, loaded, looking).stdout, 'false')
  assert.equal(run(execArgv, {}).stdout, 'false')
  const unknown = run(execArgv, { SIMULATE_PLANTED: 'no-such-fault' })
  assert.notEqual(unknown.status, 0)
  assert.match(unknown.stderr, /there is no planted fault no-such-fault/)
})
