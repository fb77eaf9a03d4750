import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { packageFolder } from '../../src/core/platform/version.ts'

const scripts = resolve(packageFolder, '..', 'scripts')
const workspaces = ['bank-statements', 'simbank', 'simpsp', 'gateway', 'sdk', 'dashboard', 'site', 'conformance']

/** A compiler that writes nothing but the folder that the stamp needs, and the one file of the SDK that set-up looks for. */
const compiler = `
const { mkdirSync, writeFileSync } = require('node:fs')
const [folder, commonJs] = process.argv[process.argv.indexOf('-p') + 1].split(/.tsconfig.commonjs.json$/)
mkdirSync(folder + '/dist', { recursive: true })
if (commonJs !== undefined) mkdirSync(folder + '/commonjs/dist', { recursive: true })
if (commonJs !== undefined) writeFileSync(folder + '/commonjs/dist/sdk.js', '')
`

/** An npm that takes a while, and brings the compiler. */
const npm = `
const { mkdirSync, writeFileSync } = require('node:fs')
setTimeout(() => {
  mkdirSync('node_modules/typescript', { recursive: true })
  writeFileSync('node_modules/typescript/package.json', '{"bin":"tsc.cjs"}')
  writeFileSync('node_modules/typescript/tsc.cjs', ${JSON.stringify(compiler)})
}, 100)
`

/** A checkout without packages: the real scripts, workspaces without sources, an npm and a compiler that are none. */
function freshCheckout(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'pasarela-install-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  cpSync(scripts, join(root, 'scripts'), { recursive: true })
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/typescript': {} } }))
  writeFileSync(join(root, 'tsconfig.base.json'), '{}')
  for (const name of workspaces) {
    mkdirSync(join(root, name, 'src'), { recursive: true })
    for (const file of ['tsconfig.json', 'package.json']) writeFileSync(join(root, name, file), '{}')
  }
  writeFileSync(join(root, 'sdk', 'tsconfig.commonjs.json'), '{}')
  const page = "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('dashboard/dist', { recursive: true })\n"
  writeFileSync(join(root, 'dashboard', 'build.mjs'), `${page}writeFileSync('dashboard/dist/index.html', '')\n`)
  for (const file of ['vite.config.mjs', 'index.html']) writeFileSync(join(root, 'dashboard', file), '')
  writeFileSync(join(root, 'npm-cli.js'), npm)
  return root
}

/** As `npm start` does it: without the pages of the documentation, which need a real compiler. */
async function setUpIn(root: string, { args = [], ...env }: { args?: string[] } & Record<string, unknown> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'setup.mjs'), '--pages-later', ...args], {
    env: { PATH: process.env['PATH'], npm_execpath: join(root, 'npm-cli.js'), ...(env as Record<string, string>) },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise((done) => child.once('close', done))
  assert.equal(code, 0, said)
  // Node's own age is none of this test's business.
  return said.split('\n').filter((line) => line !== '' && !line.startsWith('Node '))
}

const compiling = `ompiling ${workspaces.join(', ')} …`

describe('a first install', () => {
  it('says which step runs, of how many, and how long each took; a second one says nothing', async (t) => {
    const root = freshCheckout(t)
    const lines = await setUpIn(root)
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ s$/, 'N s')),
      [
        'Step 1 of 2: installing the packages of package-lock.json (once) …',
        '  done in N s',
        `Step 2 of 2: c${compiling}`,
        '  done in N s',
      ],
    )
    assert.deepEqual(await setUpIn(root), [])
    writeFileSync(join(root, 'sdk', 'package.json'), '{ }')
    assert.equal((await setUpIn(root))[0], 'Step 1 of 1: compiling sdk …')
  })

  it('says what it does and nothing more with --quiet, and on machines that build', async (t) => {
    const root = freshCheckout(t)
    const before = ['Installing the packages of package-lock.json (once) …', `C${compiling}`]
    for (const how of [{ args: ['--quiet'] }, { CI: 'true' }, { npm_config_loglevel: 'warn' }]) {
      assert.deepEqual(await setUpIn(root, how), before, JSON.stringify(how))
      rmSync(join(root, 'node_modules'), { recursive: true })
      for (const name of workspaces) rmSync(join(root, name, 'dist'), { recursive: true })
    }
  })

  it('shows that a long step still runs', async () => {
    const { progress } = (await import(join(scripts, 'progress.mjs'))) as {
      progress(options: object): { step(what: string, work: () => Promise<void>): Promise<void> }
    }
    const said: string[] = []
    let finish: () => void = () => undefined
    const longWork = new Promise<void>((done) => {
      finish = done
    })
    const say = (line: string) => {
      said.push(line)
      if (said.length >= 3) finish()
    }
    await progress({ steps: 1, quiet: false, say, tickMs: 1 }).step('Waiting', async () => await longWork)
    assert.equal(said[0], 'Step 1 of 1: waiting …')
    assert.match(said[1] ?? '', /^ {2}… still at it after \d+ s$/)
    assert.match(said[2] ?? '', /still at it/)
  })
})
