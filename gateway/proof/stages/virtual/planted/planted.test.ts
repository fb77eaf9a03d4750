import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { plantedFault, plantedFaults, withPlanted } from './faults.ts'
import { compiledUrl, plantedSource } from './replace-text.ts'

test('every planted fault has a name of its own', () => {
  const names = plantedFaults.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  assert.ok(names.length >= 12, `there are ${names.length} faults`)
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
  const { name, file } = plantedFault('reservation-released-twice')
  const mark = JSON.stringify(new URL('./replace-text.js', import.meta.url).href)
  const script = `await import(${JSON.stringify(compiledUrl({ file }))})
    const { isPlanted } = await import(${mark})
    process.stdout.write(String(isPlanted('${name}')))`
  const run = (options: string[], env: Record<string, string>) =>
    spawnSync(process.execPath, [...options, '--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    })
  const { execArgv, env } = withPlanted(name)
  assert.equal(run(execArgv, env).stdout, 'true')
  assert.equal(run([], env).stdout, 'false')
  assert.equal(run(execArgv, {}).stdout, 'false')
  const unknown = run(execArgv, { SIMULATE_PLANTED: 'no-such-fault' })
  assert.notEqual(unknown.status, 0)
  assert.match(unknown.stderr, /there is no planted fault no-such-fault/)
})
