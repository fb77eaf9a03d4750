// @ts-check
// Runs the long fault test: tens of thousands of payments while gateways, bank and database are killed, on a fresh
// embedded PostgreSQL of its own. SOAK_SEED=n repeats the choices of an earlier run; its other settings stand in
// gateway/test/faults/soak/run-soak.ts. Ends with 1 when anything was lost, doubled or told wrongly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const program = join(root, 'gateway', 'dist', 'test', 'faults', 'soak', 'run-soak.js')
const child = spawn(process.execPath, ['--enable-source-maps', program], { cwd: root, stdio: 'inherit' })
// The terminal tells the child as well; whoever signals only this process means both.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal))
}
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
