// @ts-check
// Runs the long fault tests, on servers of their own. Without an argument: tens of thousands of
// payments while gateways, bank and database are killed; TEST_SEED=n repeats the choices of an earlier run, its other
// settings stand in gateway/proof/stages/real/run-soak.ts; `pix`: the same at a simulated provider of the Pix API. `callbacks`: ten thousand callbacks while those who deliver
// them are killed; CALLBACK_CRASH_EVENTS stands in gateway/proof/stages/real/callbacks-survive.slow.test.ts. `failover` (npm run
// failover): two gateways on three nodes of Patroni that lose their primary; its arguments stand in gateway/test/failover.
// Ends with 1 when anything was lost, doubled or told wrongly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The number of events of the long run. */
const CALLBACK_EVENTS = '10000'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const faults = join(root, 'gateway', 'dist', 'proof', 'stages', 'real')
/** @type {Record<string, string[]>} */
const programs = {
  payments: [join(faults, 'run-soak.js')],
  pix: [join(faults, 'run-soak.js'), 'pix'],
  callbacks: ['--test', '--test-reporter=spec', join(faults, 'callbacks-survive.slow.test.js')],
  failover: [join(root, 'gateway', 'dist', 'test', 'failover', 'run-failover.js'), ...process.argv.slice(3)],
}
const name = process.argv[2] ?? 'payments'
const program = programs[name]
if (program === undefined) {
  console.error(`${name} is not a fault test: ${Object.keys(programs).join(' or ')}.`)
  process.exit(1)
}
const child = spawn(process.execPath, ['--enable-source-maps', ...program], {
  cwd: root,
  stdio: 'inherit',
  env: { CALLBACK_CRASH_EVENTS: CALLBACK_EVENTS, ...process.env },
})
// The terminal tells the child as well; whoever signals only this process means both.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
