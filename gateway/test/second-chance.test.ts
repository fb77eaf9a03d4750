import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { gatewayRoot } from './support/processes.ts'
import { filesBelow } from './support/search-files.ts'

interface Failures {
  failed: { file: string; output: string }[]
  unexplained: string[]
}
interface Module {
  NEVER_FORGIVEN: Record<string, string[]>
  giveSecondChance(
    failures: Failures,
    run: { runAlone(file: string): Promise<{ code: number; output: string }>; say(text: string): void },
  ): Promise<{ unstable?: string }>
}

const root = join(gatewayRoot, '..')
const script = (name: string) => join(root, 'scripts', name)
const { NEVER_FORGIVEN, giveSecondChance } = (await import(pathToFileURL(script('second-chance.mjs')).href)) as Module
const forgivable = 'gateway/test/journeys/lists.test.ts'
const failedFile = (file: string, output = '') => ({ file, output })

/** What a run says after these failures, where these files pass alone. */
async function chance(failures: Partial<Failures>, passing: string[] = [forgivable]) {
  const asked: string[] = []
  const said: string[] = []
  const runAlone = async (file: string) => {
    asked.push(file)
    return await Promise.resolve({ code: passing.includes(file) ? 0 : 1, output: `second of ${file}` })
  }
  const run = { runAlone, say: (text: string) => void said.push(text) }
  const { unstable } = await giveSecondChance({ failed: [], unexplained: [], ...failures }, run)
  return { unstable, asked, said: said.join('\n') }
}

describe('a second run of what failed', () => {
  it('names as unstable, with both outputs, what passes alone', async () => {
    const { unstable, asked } = await chance({ failed: [failedFile(forgivable, 'the first')] })
    assert.deepEqual(asked, [forgivable])
    assert.match(unstable ?? '', /UNSTABLE: .*lists\.test\.ts[\s\S]*the first[\s\S]*second of .*lists/)
  })

  it('leaves red what fails twice, more than three files, and a failure that belongs to none', async () => {
    const twice = await chance({ failed: [failedFile(forgivable), failedFile('gateway/test/journeys/qr.test.ts')] })
    assert.deepEqual([twice.unstable, twice.asked.length], [undefined, 2])
    for (const failures of [
      { failed: Array.from({ length: 4 }, () => failedFile(forgivable)) },
      { failed: [] },
      { failed: [failedFile(forgivable)], unexplained: ['a process ended'] },
    ]) {
      const { unstable, asked } = await chance(failures)
      assert.deepEqual([unstable, asked], [undefined, []])
    }
  })

  it('is refused to a broken invariant of the books, wherever it was found', async () => {
    for (const output of ['I3 BROKEN 2 times', '1 violations; looked at everything']) {
      const { unstable, said } = await chance({ failed: [failedFile(forgivable, output)] })
      assert.deepEqual([unstable, said.includes('invariant')], [undefined, true], output)
    }
    assert.ok((await chance({ failed: [failedFile(forgivable, '0 violations; looked at 3')] })).unstable)
  })

  const tests = ['gateway/src', 'gateway/test', 'gateway/proof', 'simbank/test']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => relative(root, path).replaceAll('\\', '/'))
  for (const [what, parts] of Object.entries(NEVER_FORGIVEN)) {
    it(`is refused to tests of ${what}`, async () => {
      for (const part of parts) {
        const found = tests.find((path) => path.includes(part))
        assert.ok(found, `no test has ${part} in its path`)
        const { unstable, asked } = await chance({ failed: [failedFile(found)] }, [found])
        assert.deepEqual([unstable, asked], [undefined, []], found)
      }
    })
  }

  it('knows what was not tested, and which files failed, also by tests of a support file, on their way out and by a signal', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'pasarela-failed-files-'))
    t.after(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'test'))
    const put = (name: string, text: string) => {
      writeFileSync(join(folder, 'test', name), text)
      return join(folder, 'test', name)
    }
    const good = `import { test } from 'node:test'\ntest('good', () => {})`
    const skips = `import { test } from 'node:test'\ntest('skips', (t) => t.skip('a disk was NOT TESTED'))`
    put('package.json', '{"type":"module"}')
    put(
      'support.js',
      `import { test } from 'node:test'\nexport const bad = () => test('bad', () => { throw new Error('in support') })`,
    )
    const files = [
      // Those that touch nothing of their process share one.
      ...['one', 'two', 'three'].map((name) => put(`${name}.test.js`, good)),
      put('supported.test.js', `import { bad } from './support.js'\nbad()`),
      put('skips.test.js', skips),
      put('exits.test.js', `${good}\nprocess.exitCode = 3`),
      put('dies.test.js', `process.kill(process.pid, 'SIGKILL')`),
      put(
        'fails.test.js',
        `import { test } from 'node:test'\nconsole.log('said first')\ntest('bad', () => { throw new Error('own') })`,
      ),
    ]
    const failures = join(folder, 'failures.json')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--import', pathToFileURL(script('test-price.mjs')).href, script('run-test-files.mjs'), ...files],
      { cwd: root, env: { ...env, TEST_FAILURES: failures }, encoding: 'utf8' },
    )
    assert.equal(status, 1)
    assert.match(stdout, /^ℹ a disk was NOT TESTED$/m, 'said again at the end')
    const { failed, unexplained } = JSON.parse(readFileSync(failures, 'utf8')) as Failures
    const byName = Object.fromEntries(
      failed.map(({ file, output }) => [relative(join(folder, 'test'), join(root, file)), output]),
    )
    assert.deepEqual(
      [unexplained, Object.keys(byName).toSorted()],
      [[], ['dies', 'exits', 'fails', 'supported'].map((name) => `${name}.test.ts`)],
    )
    assert.match(byName['supported.test.ts'] ?? '', /in support/)
    for (const said of [/said first/, /own/]) assert.match(byName['fails.test.ts'] ?? '', said)
  })

  it('leaves a list of what is owed: five files at most, that exist, each with its cause', () => {
    const lines = readFileSync(join(gatewayRoot, 'test', 'unstable.txt'), 'utf8').split('\n')
    const names = lines.filter((line) => line !== '' && !line.startsWith('#'))
    assert.ok(names.length <= 5, names.join('\n'))
    for (const line of names) {
      const [, path] = /^(\S+\.test\.ts) {2}# \S/.exec(line) ?? []
      assert.ok(path && tests.includes(path), line)
    }
  })
})
