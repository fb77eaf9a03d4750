import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const text = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

// Another process: what replaces chance cannot be taken back.
const start = (before: string, outside: string) => `
  import { startGateway } from ${text('../src/gateway.js')}
  import { useVirtual } from ${text('./engine/virtual-globals.js')}
  import { VirtualTime } from ${text('./engine/virtual-time.js')}
  ${before}
  const started = startGateway({}, 'postgres://nobody@127.0.0.1:1/none', undefined, ${outside})
  process.stdout.write(await started.then(() => 'started', (error) => error.message))
  process.exit()`

test('no gateway with guessable keys, and no repeatable one, can be reached', () => {
  const virtual = 'useVirtual(new VirtualTime(0), 0)'
  const cases: [string, string, RegExp][] = [
    [virtual, '{}', /^Bug! this process uses predictable random bytes/],
    [virtual, '{ listen: false }', /^Bug! this process uses predictable random bytes/],
    ['', '{ repeatable: true }', /^Bug! a repeatable gateway opens no port/],
    ['', '{ repeatable: true, listen: true }', /^Bug! a repeatable gateway opens no port/],
    ['', '{}', /^(?!Bug! (this process|a repeatable))/],
    [virtual, '{ repeatable: true, listen: false }', /^(?!Bug! (this process|a repeatable))/],
  ]
  for (const [before, outside, expected] of cases) {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', start(before, outside)], {
      encoding: 'utf8',
    })
    assert.match(stdout || `nothing: ${stderr}`, expected, outside)
    assert.notEqual(stdout, '', stderr)
  }
})
