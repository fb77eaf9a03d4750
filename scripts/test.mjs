// @ts-check
// Runs the compiled tests on one PostgreSQL server. Without arguments the first tier: all but `*.slow.test.ts`; with `--all`
// both, but for short versions of files that it runs (`x.test.ts` beside `x.slow.test.ts`). Arguments are parts of paths, of both tiers; with `--first` of the first alone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sourcesOf } from './build-stamp.mjs'
import { readFailures } from './failed-files.mjs'
import { openGatewayHosts } from './gateway-hosts.mjs'
import { giveSecondChance } from './second-chance.mjs'
import { openTestFolder } from './test-folder.mjs'
import { dearestFirst, priceOfRun, secondsOfChildren } from './test-prices.mjs'
import { seedOf } from './test-seed.mjs'
import { openTestServer, testSettings } from './test-server.mjs'

const WORKSPACES = ['gateway', 'bank-statements', 'simbank', 'simpsp', 'sdk', 'site', 'conformance']
/** Far fewer than there are: a search that finds almost nothing is broken and must not look like success. */
const MIN_TEST_FILES = 10
const OPTIONS = ['--all', '--first']
/** How long a runner may take to end its children after Ctrl-C. */
const RUNNER_END_TIMEOUT_MS = 10_000

/** Where the outputs of unstable files are kept, from the root. */
const UNSTABLE_LOG = 'unstable-tests.log'
const UNSTABLE_SAID = `UNSTABLE files do not stop a change. Mend them today, or name them in gateway/test/unstable.txt; what they said is in ${UNSTABLE_LOG}.`

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

let interrupted = false
/** @type {import('node:child_process').ChildProcess | undefined} */
let runner
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)

const sources = dearestFirst(root, findTests(process.argv.slice(2)))
const seed = seedOf(root, sources)
console.log(seed.said)
process.env['TEST_SEED'] = String(seed.value)
rmSync(join(root, UNSTABLE_LOG), { force: true })
let unstable = ''
/** Who tries parts wants to see what fails. */
const isTrial = process.argv.length > 2 && !process.argv.includes('--all') && !process.env['CI']
const folder = openTestFolder()
process.on('exit', () => folder.remove())
process.env['TEST_PORT_CLAIMS'] = join(folder.path, 'ports')
const database = await openTestServer(root, { settings: testSettings })
/** @type {Parameters<typeof priceOfRun>[0]} */
const price = []
let exitCode = 1
try {
  const hosts = await openGatewayHosts(root, sources)
  try {
    if (!interrupted) exitCode = await runWithSecondChance({ ...hosts.env, ...databaseEnv(database) })
  } finally {
    price.push(['tests', secondsOfChildren()])
    await hosts.close()
    price.push(['shared gateways', secondsOfChildren()])
  }
} finally {
  await database.close()
  price.push(['database', secondsOfChildren()])
}
console.log(`${priceOfRun(price)}\n${seed.said}`)
if (unstable !== '') console.log(`\n${unstable}\n\n${UNSTABLE_SAID}`)
process.exit(interrupted ? 130 : exitCode)

/**
 * @param {string[]} args
 * @returns {string[]} paths of sources, from the root
 */
function findTests(args) {
  const all = WORKSPACES.flatMap((workspace) => sourcesOf(root, workspace)).filter((path) => path.endsWith('.test.ts'))
  if (all.length < MIN_TEST_FILES)
    fail(`Only ${all.length} test files were found; there must be ${MIN_TEST_FILES} or more.`)
  const parts = args.filter((arg) => !arg.startsWith('-'))
  const unknown = args.filter((arg) => arg.startsWith('-') && !OPTIONS.includes(arg))
  if (unknown.length > 0) fail(`There is no option ${unknown.join(', ')}; there are ${OPTIONS.join(' and ')}.`)
  const withSlow = args.includes('--all') || (parts.length > 0 && !args.includes('--first'))
  const wanted = all
    .filter((path) => withSlow || !path.endsWith('.slow.test.ts'))
    .filter((path) => parts.length > 0 || !withSlow || !all.includes(path.replace(/\.test\.ts$/, '.slow.test.ts')))
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
  const unmatched = parts.filter((part) => !wanted.some((path) => path.includes(part)))
  if (unmatched.length > 0) fail(`No test file has ${unmatched.join(' or ')} in its path.`)
  const missing = wanted.map(compiled).filter((path) => !existsSync(join(root, path)))
  if (missing.length > 0) fail(`Not compiled (run "node scripts/setup.mjs" first): ${missing.join(', ')}`)
  return wanted
}

/** @param {string} source */
function compiled(source) {
  return source.replace(/^([^/\\]+)([/\\])/, '$1$2dist$2').replace(/\.ts$/, '.js')
}

/**
 * Tests get the server under another name, so that none can meet a database that holds real data by mistake.
 * @param {{ url: string, files: string | undefined }} database
 */
function databaseEnv({ url, files }) {
  return { TEST_DATABASE_URL: url, ...(files === undefined ? {} : { TEST_DATABASE_FILES: files }) }
}

/**
 * Runs all files. One to three that fail may pass alone, with the same seed: then the run is green and says so.
 * @param {Record<string, string>} forTests
 * @returns {Promise<number>} the exit code
 */
async function runWithSecondChance(forTests) {
  const failuresPath = join(folder.path, 'failures.json')
  const { code } = await run(sources.map(compiled), { ...forTests, TEST_FAILURES: failuresPath }, 'inherit')
  if (code === 0 || interrupted || isTrial) return code
  const second = await giveSecondChance(readFailures(failuresPath), {
    runAlone: async (file) => await run([compiled(file)], forTests, 'pipe'),
    say: console.log,
  })
  if (second.unstable === undefined || interrupted) return code
  unstable = second.unstable
  writeFileSync(join(root, UNSTABLE_LOG), `${unstable}\n`)
  return 0
}

/**
 * @param {string[]} paths
 * @param {Record<string, string>} forTests
 * @param {'inherit' | 'pipe'} stdout `pipe`: what it prints is returned too
 * @returns {Promise<{ code: number, output: string }>} the runner's exit code, and its output where that was piped
 */
async function run(paths, forTests, stdout) {
  const { DATABASE_URL: _, ...env } = process.env
  const program = ['--import', script('test-price.mjs').href, fileURLToPath(script('run-test-files.mjs'))]
  const child = spawn(process.execPath, ['--enable-source-maps', ...program, ...paths], {
    cwd: root,
    stdio: ['inherit', stdout, 'inherit'],
    env: { ...env, ...forTests },
  })
  runner = child
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
    process.stdout.write(chunk)
  })
  const [code] = await once(child, child.stdout ? 'close' : 'exit')
  return { code: code ?? 1, output }
}

/** @param {string} name */
function script(name) {
  return new URL(name, import.meta.url)
}

/** The terminal has told the runner too; it is told again in case only this process got the signal. */
function interrupt() {
  interrupted = true
  const child = runner
  if (child === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  setTimeout(() => child.kill('SIGKILL'), RUNNER_END_TIMEOUT_MS).unref()
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
