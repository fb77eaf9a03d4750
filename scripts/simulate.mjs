// @ts-check
// Runs the deterministic simulator: several gateways in one process over one PostgreSQL, whose statements, clock and chance
// it controls. `npm run simulate -- --help` lists its arguments; `npm run simulate -- planted` measures what the simulator
// finds, by faults that are put into the gateway one at a time (docs/reliability.md). Ends with 1 when a rule was broken, with 70 when
// the simulator itself failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const simulator = join(root, 'gateway', 'dist', 'proof', 'stages', 'virtual')
const isPlanting = process.argv[2] === 'planted'
const program = join(simulator, isPlanting ? 'plant.js' : 'simulate.js')
const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(isPlanting ? 3 : 2)], {
  cwd: root,
  stdio: 'inherit',
})
// The terminal tells the child as well; whoever signals only this process means both.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
/** @type {[number | null, NodeJS.Signals]} */
const [code, signal] = /** @type {any} */ (await once(child, 'exit'))
// As shells say it of a process that a signal ended: no rule was broken by that.
process.exitCode = code ?? 128 + constants.signals[signal]
