import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

const text = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

// Another process: what replaces chance cannot be taken back.
const starts = (before: string, outsides: readonly string[]) => `
  import { startGateway } from ${text('../../../src/gateway.js')}
  import { useVirtual } from ${text('./engine/virtual-globals.js')}
  import { VirtualTime } from ${text('./engine/virtual-time.js')}
  ${before}
  const said = []
  for (const outside of [${outsides.join()}]) {
    const started = startGateway({}, 'postgres://nobody@127.0.0.1:1/none', undefined, outside)
    said.push(await started.then(() => 'started', (error) => error.message))
  }
  process.stdout.write(JSON.stringify(said))
  process.exit()`

test('no gateway with guessable keys, and no repeatable one, can be reached', () => {
  const isGuessable = /^Bug! this process uses predictable random bytes/
  const isReachable = /^Bug! a repeatable gateway opens no port/
  const isAllowed = /^(?!Bug! (this process|a repeatable))/
  const cases: [before: string, starts: Record<string, RegExp>][] = [
    [
      'useVirtual(new VirtualTime(0), 0)',
      { '{}': isGuessable, '{ listen: false }': isGuessable, '{ repeatable: true, listen: false }': isAllowed },
    ],
    ['', { '{ repeatable: true }': isReachable, '{ repeatable: true, listen: true }': isReachable, '{}': isAllowed }],
  ]
  for (const [before, expected] of cases) {
    const program = starts(before, Object.keys(expected))
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    })
    assert.notEqual(stdout, '', stderr)
    const said = JSON.parse(stdout) as string[]
    for (const [at, [outside, pattern]] of Object.entries(expected).entries())
      assert.match(said[at] ?? 'nothing', pattern, outside)
  }
})
