import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { armedPoints, type FailpointName, failpointNames, failpointVariable } from './failpoint.ts'

const module = new URL(`./failpoint${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href

/** Passes every failpoint a thousand times in a separate process. */
function passAll(env: Record<string, string>) {
  const code = `const { failpoint, failpointNames } = await import(${JSON.stringify(module)})
    for (let count = 0; count < 1000; count++) for (const name of failpointNames) failpoint(name)
    console.log('alive')`
  const loader = module.endsWith('.ts') ? ['--import', 'tsx'] : []
  return spawnSync(process.execPath, [...loader, '--input-type=module', '-e', code], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
}

describe('a failpoint', () => {
  it('does nothing in a process without the variable, however often it is passed', () => {
    for (const env of [{}, { [failpointVariable]: '' }]) {
      const ended = passAll(env)
      assert.equal(ended.signal, null)
      assert.equal(ended.stdout, 'alive\n', ended.stderr)
    }
  })

  it('ends an armed process by SIGKILL and names the failpoint', () => {
    const ended = passAll({ [failpointVariable]: 'before_commit:700' })
    assert.equal(ended.signal, 'SIGKILL')
    assert.equal(ended.stdout, '')
    assert.equal(ended.stderr, 'failpoint before_commit\n')
  })

  it('counts only passes of its own name', () => {
    const died: FailpointName[] = []
    const pass = armedPoints('after_commit_before_call:2,before_commit:1', (name) => died.push(name))
    pass('after_commit_before_call')
    pass('after_outcome_commit')
    assert.deepEqual(died, [])
    pass('before_commit')
    pass('after_commit_before_call')
    assert.deepEqual(died, ['before_commit', 'after_commit_before_call'])
  })

  it('refuses an invalid text, so that no test runs without its failpoint', () => {
    for (const text of ['nowhere:1', 'before_commit', 'before_commit:0', 'before_commit:x']) {
      assert.throws(() => armedPoints(text, () => undefined), /name:passings/, text)
    }
    for (const name of failpointNames) armedPoints(`${name}:1`, () => undefined)
  })
})
