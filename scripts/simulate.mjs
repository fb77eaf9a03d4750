// @ts-check
// Runs the deterministic simulator: several gateways in one process over one PostgreSQL, whose statements, clock and chance
// it controls. `npm run simulate -- --help` lists its arguments; `npm run simulate -- planted` measures what the simulator
// finds, by faults that are put into the gateway one at a time (docs/reliability.md). Afterwards the same seeds are days of
// own bank accounts and histories of payment files; `npm run simulate -- banks` runs these alone. Ends with 1 when a rule was
// broken, with 70 when the simulator itself failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestServer, testSettings } from './test-server.mjs'

/** Seeds of own bank accounts at most: one takes half a second, and each is whole by itself. */
const BANK_SEEDS_MAX = 100
/** What a history of own bank accounts ends with where something is wrong. */
const BANK_FOUND = 3
/** Arguments that ask for something else than new seeds. */
const OTHER_ARGUMENTS = ['--planted', '--only', '--help', '--trace', '--state', '--twice']

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'gateway', 'dist')
const [first, ...rest] = process.argv.slice(2)
const args = first === 'planted' || first === 'banks' ? rest : process.argv.slice(2)

/** @type {import('node:child_process').ChildProcess | undefined} */
let child
let interrupted = false
// The terminal tells the child as well; whoever signals only this process means both.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    interrupted = true
    child?.kill(signal)
  })
}

const program = join(dist, 'simulator', first === 'planted' ? 'plant.js' : 'simulate.js')
const code = first === 'banks' ? 0 : await run([program, ...args])
const isPlain = first !== 'planted' && !args.some((arg) => OTHER_ARGUMENTS.includes(arg))
process.exitCode = code === 0 && isPlain && !interrupted ? await runBanks() : code

/**
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
async function run(command, env = process.env) {
  child = spawn(process.execPath, ['--enable-source-maps', ...command], { cwd: root, stdio: 'inherit', env })
  const [ended] = await once(child, 'exit')
  // Killed: no rule was broken by that.
  return ended ?? 70
}

/** @returns {Promise<number>} */
async function runBanks() {
  const seed = numberOf('--seed', 1)
  const runs = Math.min(numberOf('--runs', 100), BANK_SEEDS_MAX)
  const server = await openTestServer(root, { settings: testSettings })
  try {
    const env = { ...process.env, DATABASE_URL: undefined, TEST_DATABASE_URL: server.url }
    for (const [name, what] of [
      ['run-bank-days', 'days of own bank accounts'],
      ['run-batch-days', 'histories of payment files'],
    ]) {
      const file = join(dist, 'test', 'faults', 'own-accounts', `${name}.js`)
      const ended = await run([file, String(seed), String(runs)], env)
      if (ended !== 0) return ended === BANK_FOUND ? 1 : 70
      console.log(`${runs} ${what} from seed ${seed} on: nothing is wrong`)
    }
    return 0
  } finally {
    await server.close()
  }
}

/**
 * @param {string} name
 * @param {number} usual
 */
function numberOf(name, usual) {
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`))
  const text = args[at]?.includes('=') ? args[at]?.split('=')[1] : args[at + 1]
  return at >= 0 && /^\d+$/.test(text ?? '') ? Number(text) : usual
}
