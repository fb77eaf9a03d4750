// @ts-check
// Loaded into each process that runs test files: it says which file runs in it (for the watchdog), and on the way out of a
// process of its own, or when a file ends in a shared one, what the file took (for the report at the end of a run).
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { secondsOfChildren } from './test-prices.mjs'

const folder = process.env['TEST_PRICE_FOLDER']
const program = process.argv[1]
let written = 0
if (folder !== undefined && program !== undefined && process.env['NODE_TEST_CONTEXT'] === 'child-v8') {
  // Programs that the tests start are other processes; their price is counted by `secondsOfChildren`.
  delete process.env['TEST_PRICE_FOLDER']
  tellRunning(program)
  process.on('exit', (code) => {
    // For failed-files.mjs. The test runner of this process may set its exit code after this.
    if (code !== 0 || process.exitCode) writeFileSync(join(folder, `${process.pid}.failed`), program)
    if (written === 0) write(program, { seconds: 0, cpuSeconds: 0 })
    rmSync(runningPath(), { force: true })
  })
}

/** @param {string} file path of a compiled test file that begins in this process, which runs others too */
export function startPrice(file) {
  const before = taken()
  tellRunning(file)
  return { end: () => write(file, before) }
}

/** @param {string} file */
function tellRunning(file) {
  if (folder === undefined) return
  const text = JSON.stringify({ pid: process.pid, file, sinceMs: Date.now() })
  writeFileSync(`${runningPath()}.new`, text)
  renameSync(`${runningPath()}.new`, runningPath())
}

function runningPath() {
  return join(folder ?? '', `${process.pid}.running`)
}

/** @param {string} file @param {ReturnType<typeof taken>} before */
function write(file, before) {
  if (folder === undefined) return
  const { seconds, cpuSeconds } = taken()
  const price = { file, seconds: seconds - before.seconds, cpuSeconds: cpuSeconds - before.cpuSeconds }
  writeFileSync(join(folder, `${process.pid}-${written++}.json`), JSON.stringify(price))
}

/** By this process and the programs that it started and that have ended. */
function taken() {
  const { user, system } = process.cpuUsage()
  const children = secondsOfChildren()
  return {
    seconds: performance.now() / 1_000,
    cpuSeconds: (user + system) / 1_000_000 + children.user + children.system,
  }
}
