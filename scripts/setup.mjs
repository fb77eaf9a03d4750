// @ts-check
// Brings a fresh checkout to where it can run: packages as locked, sources compiled. Does nothing when nothing changed.
// Runs before any package is there, hence with what Node brings alone.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages, pagesAreBuilt } from './build-pages.mjs'
import { beginBuild, isBuilt } from './build-stamp.mjs'
import { isQuiet, progress } from './progress.mjs'

/** package.json and README name it too. */
const OLDEST_NODE = [20, 19]
/** Node 20 gets no security fixes since April 2026; even versions from here on are long-term lines. */
const OLDEST_SUPPORTED_MAJOR = 22
const RECOMMENDED_MAJOR = 24
/** In the order in which they would be compiled by hand. The gateway imports the first one; the others import none. */
const WORKSPACES = ['bank-statements', 'simbank', 'simpsp', 'gateway', 'sdk', 'dashboard', 'site', 'conformance']

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

/** `npm start` and programs without pages do not wait for the documentation: start.mjs builds it beside the running gateway. */
const withPages = !process.argv.includes('--pages-later')

checkNode()
const quiet = isQuiet(process.env, process.argv.slice(2))
const packages = neededPackages()
const stale = WORKSPACES.filter((workspace) => !isBuilt(root, workspace))
const stalePages = withPages && (stale.length > 0 || !pagesAreBuilt(root))
const { step } = progress({
  steps: [packages.toInstall, stale.length > 0, stalePages].filter(Boolean).length,
  quiet,
  say,
})
if (packages.toInstall) await step('Installing the packages of package-lock.json (once)', installPackages)
packages.note()
if (stale.length > 0) await step(`Compiling ${stale.join(', ')}`, compile)
if (stalePages) await step('Building the pages of the documentation', pages)

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    fail(
      `Pasarela needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node} (${process.execPath}). ` +
        `Install Node ${RECOMMENDED_MAJOR} from https://nodejs.org and run the command again.`,
    )
  }
  if (major < OLDEST_SUPPORTED_MAJOR) {
    say(
      `Node ${process.versions.node} works but no longer gets security fixes; use Node ${RECOMMENDED_MAJOR} where real money moves.`,
    )
  }
}

function neededPackages() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stampPath = join(root, 'node_modules', '.pasarela-setup')
  // Packages for another platform would not run: a folder may be copied from one machine to another.
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
  const isNoted = existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp
  return { toInstall: !isNoted && !isInstalled(lock), note: () => isNoted || writeFileSync(stampPath, stamp) }
}

async function installPackages() {
  await runNpm(['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'])
}

/**
 * Whether somebody ran `npm ci` already: npm notes what it put into node_modules.
 * @param {string} lock
 */
function isInstalled(lock) {
  try {
    const noted = readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')
    const wanted = Object.entries(JSON.parse(lock).packages).filter(([path]) => path.startsWith('node_modules/'))
    const present = JSON.parse(noted).packages
    return wanted.every(([path, entry]) => {
      const found = present[path]
      if (found === undefined) return entry.optional === true && !isForThisPlatform(entry)
      return found.version === entry.version && existsSync(join(root, path))
    })
  } catch {
    return false
  }
}

/** @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry */
function isForThisPlatform({ os, cpu, libc }) {
  // A package for one C library only may rightly be absent.
  if (libc !== undefined) return false
  return (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch))
}

/** @param {string[]} args */
async function runNpm(args) {
  const scripts = [
    process.env['npm_execpath'] ?? '',
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const script = scripts.find((path) => path.endsWith('npm-cli.js') && existsSync(path))
  const options = /** @type {const} */ ({ cwd: root, stdio: 'inherit' })
  const child = script === undefined ? spawn('npm', args, options) : spawn(process.execPath, [script, ...args], options)
  const fault = await new Promise((done) => {
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => done(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  if (fault === undefined) return
  fail(
    `npm ${args[0]} failed (${fault}), so the packages are not complete. ` +
      'If the lines above speak of the network, check the way to the npm registry (proxy?), then run the command again.',
  )
}

async function compile() {
  const [first] = WORKSPACES
  const results = stale.includes(first) ? [await compileWorkspace(first)] : []
  results.push(...(await Promise.all(stale.filter((each) => each !== first).map(compileWorkspace))))
  if (results.some((succeeded) => !succeeded)) fail('The sources do not compile; the lines above say where.')
}

async function pages() {
  // What was compiled may have changed nothing that the pages show.
  if (pagesAreBuilt(root)) return
  if (!(await buildPages(root).done)) fail('The documentation could not be built; the lines above say why.')
}

/**
 * @param {string} workspace
 * @returns {Promise<boolean>}
 */
async function compileWorkspace(workspace) {
  const record = beginBuild(root, workspace)
  const compile = (/** @type {string[]} */ ...path) =>
    runNode(compilerPath(), '-p', join(root, workspace, ...path), '--pretty', String(process.stdout.isTTY === true))
  if (workspace === 'dashboard') return await recordIf(record, [() => runNode(join(root, workspace, 'build.mjs'))])
  // Customers whose programs are CommonJS load the client as such.
  const commonJs = workspace === 'sdk' ? [() => compile('tsconfig.commonjs.json')] : []
  return await recordIf(record, [() => compile(), ...commonJs])
}

/**
 * @param {() => void} record
 * @param {(() => Promise<boolean>)[]} steps
 */
async function recordIf(record, steps) {
  for (const step of steps) if (!(await step())) return false
  record()
  return true
}

/**
 * @param {string[]} args
 * @returns {Promise<boolean>} whether it succeeded
 */
function runNode(...args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })
    child.on('error', () => done(false))
    child.on('exit', (code) => done(code === 0))
  })
}

function compilerPath() {
  const folder = join(root, 'node_modules', 'typescript')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin.tsc)
}

/** @param {string} line */
function say(line) {
  console.error(line)
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  say(sentence)
  process.exit(1)
}
