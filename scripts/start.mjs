// @ts-check
// Starts the simulated bank and the gateway, keeps them together and ends them in the right order. Needs setup.mjs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildPages, pagesAreBuilt } from './build-pages.mjs'
import { isQuiet } from './progress.mjs'
import { credentialsFile, endLeftOver } from './simulated-bank.mjs'

const DEFAULT_PORT = 8420
/** A gateway that lost its parent drains its requests and jobs before it lets go of the data folder. */
const FORMER_GATEWAY_TIMEOUT_MS = 10_000
/** Requests end within seconds; what takes longer is repeated safely after the next start. */
const GATEWAY_STOP_TIMEOUT_MS = 30_000
/** The bank only flushes its journal. */
const BANK_STOP_TIMEOUT_MS = 10_000
/** simbank/src/main.ts ends with it. */
const BANK_PORT_TAKEN_EXIT_CODE = 98
const BANK_RESTART_AFTER_MS = 1_000
/** A bank that dies more often has a fault that restarting does not cure. */
const MAX_BANK_RESTARTS_A_MINUTE = 5
/** npm passes Ctrl-C on although the terminal has sent it to everybody: two so close together are one. */
const SAME_SIGNAL_WITHIN_MS = 500

/** How soon the end of the parent is noticed. */
const PARENT_CHECK_MS = 500

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dataDir = resolve(root, process.env['PASARELA_DATA_DIR'] || 'data')
const port = portFrom(process.env['PORT'])
/** The folder holds nothing but what this start made: until the gateway serves, a refusal leaves nothing behind. */
let isOnlyOurs = !existsSync(dataDir)

/** @type {ChildProcess | undefined} */
let gateway
/** @type {ChildProcess | undefined} */
let bank
/** @type {ChildProcess | undefined} */
let pages
/** When the stop was asked for (performance.now()); undefined while everything shall run. */
let stoppingSince = /** @type {number | undefined} */ (undefined)

// A closed terminal must not end this process before its children.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void onSignal())

process.on('SIGUSR1', () => say('SIGUSR1 is ignored: no debugger is opened.'))
watchParent()

if (!isQuiet(process.env, process.argv.slice(2))) {
  say('Starting the simulated bank, the database and the gateway (the first time makes the database) …')
}
await prepareDataFolder()
await waitForFormerGateway()
await holdDataFolder()
const bankSettings = process.env['SIMBANK_URL'] ? {} : await startBank()
if (stoppingSince === undefined) startGateway(bankSettings)

/**
 * npm runs scripts through a shell, which dies of a signal without passing it on: whoever ends npm alone (a supervisor,
 * a script) must not leave everything running. A process whose parent died has another one.
 */
function watchParent() {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent && stoppingSince === undefined) void onSignal()
  }, PARENT_CHECK_MS).unref()
}

/** @param {Record<string, string>} settings */
function startGateway(settings) {
  const env = { ...process.env, PORT: String(port), PASARELA_DATA_DIR: dataDir, ...settings }
  gateway = startChild(join(root, 'gateway', 'dist', 'src', 'main.js'), env)
  gateway.once('exit', (code, signal) => void onGatewayExit(code, signal))
  void readyUrl(gateway).then((url) => {
    if (url === undefined) return
    isOnlyOurs = false
    say(`Pasarela runs at ${url} (Ctrl-C stops it)`)
    void buildDocumentation()
  })
}

/**
 * The pages take half a minute, and nobody who starts a gateway waits for them. Until they are there the gateway serves
 * those of before. A failure is no reason to stop a gateway.
 */
async function buildDocumentation() {
  if (stoppingSince !== undefined) return
  const succeeded = await buildPagesIfStale().catch((error) => {
    console.error(error)
    return false
  })
  pages = undefined
  if (succeeded === undefined) return
  if (stoppingSince !== undefined) return
  say(succeeded ? 'The documentation is at /docs.' : 'The documentation could not be built; the lines above say why.')
}

/** @returns {Promise<boolean | undefined>} whether it succeeded; undefined where nothing was to be built */
async function buildPagesIfStale() {
  if (pagesAreBuilt(root)) return undefined
  say('Building the pages of the documentation …')
  const build = buildPages(root)
  pages = build.child
  return await build.done
}

/**
 * Starts the simulated bank and waits for it.
 * @returns {Promise<Record<string, string>>} what the gateway has to know about it
 */
async function startBank() {
  const folder = join(dataDir, 'simbank')
  const credentials = credentialsFile(folder)
  await endLeftOver(folder, say)
  const env = { ...process.env, SIMBANK_DATA_DIR: folder, SIMBANK_CREDENTIALS_FILE: credentials }
  const firstPort = port === 0 || port === 65_535 ? 0 : port + 1
  const { child, url } = await runBank({ ...env, SIMBANK_PORT: String(firstPort) })
  if (url === undefined) {
    if (stoppingSince !== undefined) return {}
    say(
      child.exitCode === BANK_PORT_TAKEN_EXIT_CODE
        ? `Port ${firstPort} is taken by another program. The simulated bank needs it, because it uses the port after PORT: ` +
            'choose another PORT, or set SIMBANK_URL to a bank that runs elsewhere.'
        : 'The simulated bank did not start; the lines above say why.',
    )
    endRefused(1)
  }
  // The gateway keeps this address, so a restarted bank must get the same port.
  keepBankRunning(child, { ...env, SIMBANK_PORT: new URL(url).port })
  return { SIMBANK_URL: url, SIMBANK_CREDENTIALS_FILE: credentials }
}

/** @param {NodeJS.ProcessEnv} env */
async function runBank(env) {
  const child = startChild(join(root, 'simbank', 'dist', 'src', 'main.js'), env)
  bank = child
  return { child, url: await readyUrl(child) }
}

/**
 * @param {ChildProcess} first
 * @param {NodeJS.ProcessEnv} env
 */
function keepBankRunning(first, env) {
  /** @type {number[]} */
  let restarts = []
  /** @param {ChildProcess} child */
  const watch = (child) => child.once('exit', (code, signal) => void restart(code ?? signal))
  /** @param {number | string | null} reason */
  const restart = async (reason) => {
    if (stoppingSince !== undefined) return
    restarts = restarts.filter((at) => performance.now() - at < 60_000)
    if (restarts.length >= MAX_BANK_RESTARTS_A_MINUTE) {
      say(
        `The simulated bank ended again (${reason}) and is not restarted any more; test points answer 503 until the next start.`,
      )
      return
    }
    restarts.push(performance.now())
    say(
      `The simulated bank ended (${reason}); it is restarted in ${BANK_RESTART_AFTER_MS / 1000} s. Test points answer 503 meanwhile.`,
    )
    await sleep(BANK_RESTART_AFTER_MS)
    if (stoppingSince !== undefined) return
    bank = startChild(join(root, 'simbank', 'dist', 'src', 'main.js'), env)
    watch(bank)
  }
  if (isRunning(first)) watch(first)
  else void restart(first.exitCode ?? first.signalCode)
}

/**
 * In a process group of its own, so that Ctrl-C reaches only this process, which then decides the order. The channel
 * tells the child when this process is gone, however it went.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
function startChild(script, env) {
  // As in the Dockerfile. Half of V8's usual space for young objects takes 15 MB less and costs no time (measured).
  const child = spawn(process.execPath, ['--enable-source-maps', '--max-semi-space-size=8', script], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => say(error.message))
  return child
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<string | undefined>} undefined when it ended before it was ready
 */
function readyUrl(child) {
  return new Promise((done) => {
    child.once('exit', () => done(undefined))
    child.once('error', () => done(undefined))
    child.on('message', (message) => {
      const { ready, url } = /** @type {{ ready?: boolean, url?: string }} */ (message)
      if (ready === true && url !== undefined) done(url)
    })
  })
}

/** A folder that cannot be used is named before anything is started on it. */
async function prepareDataFolder() {
  /** @type {typeof import('../gateway/src/extras/embedded-postgres/prepare-data-folder.ts')} */
  const module = await import(dataFolderModule('prepare-data-folder'))
  await module.prepareDataFolder(dataDir).catch(endWithSentence)
}

/**
 * On the embedded database the gateway itself holds the folder. On another one nobody would, and a second start would end
 * the simulated bank of the first. A lock whose process is gone is taken over, so nothing has to give it back.
 */
async function holdDataFolder() {
  if (!process.env['DATABASE_URL'] || stoppingSince !== undefined) return
  /** @type {typeof import('../gateway/src/extras/embedded-postgres/data-folder-lock.ts')} */
  const module = await import(dataFolderModule('data-folder-lock'))
  await module.lockDataFolder(dataDir).catch(endWithSentence)
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function endWithSentence(error) {
  say(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** @param {string} name */
function dataFolderModule(name) {
  return pathToFileURL(join(root, 'gateway', 'dist', 'src', 'extras', 'embedded-postgres', `${name}.js`)).href
}

/** A gateway that is still ending would be taken for a second one. */
async function waitForFormerGateway() {
  /** @type {typeof import('../gateway/src/extras/embedded-postgres/data-folder-lock.ts')} */
  const { dataFolderHolder } = await import(dataFolderModule('data-folder-lock'))
  const deadline = performance.now() + FORMER_GATEWAY_TIMEOUT_MS
  for (let said = false; ; said = true) {
    const holder = await dataFolderHolder(dataDir)
    if (holder === undefined || stoppingSince !== undefined) return
    if (!said)
      say(`A gateway (process ${holder.pid}, since ${holder.since}) is using ${dataDir}; waiting whether it ends …`)
    if (performance.now() > deadline) {
      say('It is still running. Stop it first, or choose another folder with PASARELA_DATA_DIR and another PORT.')
      process.exit(1)
    }
    await sleep(100)
  }
}

/**
 * @param {number | null} code
 * @param {string | null} signal
 */
async function onGatewayExit(code, signal) {
  if (stoppingSince !== undefined) return
  stoppingSince = performance.now()
  pages?.kill('SIGKILL')
  say(`The gateway ended by itself (${code === null ? signal : `exit code ${code}`}).`)
  await end(bank, 'simulated bank', BANK_STOP_TIMEOUT_MS)
  endRefused(code ?? 1)
}

/**
 * Ends after a refused start. A folder with a database stays: the gateway checks what it can before it makes one.
 * @param {number} code
 * @returns {never}
 */
function endRefused(code) {
  if (isOnlyOurs && !existsSync(join(dataDir, 'postgres'))) rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}

/** First the gateway, which may still talk to the bank while it finishes, then the bank. */
async function onSignal() {
  if (stoppingSince === undefined) {
    stoppingSince = performance.now()
    say('Stopping …')
    pages?.kill('SIGKILL')
    await end(gateway, 'gateway', GATEWAY_STOP_TIMEOUT_MS)
    await end(bank, 'simulated bank', BANK_STOP_TIMEOUT_MS)
    process.exit(0)
  }
  if (performance.now() - stoppingSince < SAME_SIGNAL_WITHIN_MS) return
  say('Killed at once. Nothing accepted is lost: the next start picks up where this one ended.')
  const children = [gateway, bank].flatMap((child) => (child !== undefined && isRunning(child) ? [child] : []))
  const ended = children.map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGKILL')
  // Collected here, they leave no zombies to a first process that may never collect them.
  await Promise.all(ended)
  process.exit(130)
}

/**
 * @param {ChildProcess | undefined} child
 * @param {string} name
 * @param {number} timeoutMs
 */
async function end(child, name, timeoutMs) {
  if (child === undefined || !isRunning(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => {
    say(`The ${name} did not end within ${timeoutMs / 1000} s and is killed.`)
    child.kill('SIGKILL')
  }, timeoutMs)
  await exited
  clearTimeout(timer)
}

/** @param {ChildProcess} child */
function isRunning(child) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/**
 * @param {string | undefined} text
 * @returns {number}
 */
function portFrom(text) {
  if (text === undefined || text === '') return DEFAULT_PORT
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  say(`PORT is "${text}"; it has to be a number from 0 to 65535.`)
  process.exit(1)
}

/** @param {string} line */
function say(line) {
  console.error(line)
}
