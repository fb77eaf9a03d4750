// @ts-check
// Measures how fast the gateway is, beside the machine's own limits, on a fresh embedded PostgreSQL (or the server of
// DATABASE_URL) with nothing switched off that keeps money safe. Arguments: names of lines (none: the whole table),
// --quick, --seconds n, --rows n, --save file, --compare file; "growth" in front measures lines while the database
// fills. docs/performance.md says what the lines mean.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openTestServer } from './test-server.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const bench = join(root, 'gateway', 'dist', 'proof', 'bench')
const typed = process.argv.slice(2)

await refuseWrongArguments()
const server = await openTestServer(root)
try {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, ['--enable-source-maps', join(bench, 'run-bench.js'), ...typed], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, TEST_DATABASE_URL: server.url },
  })
  // The terminal tells the child as well; whoever signals only this process means both.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await server.close()
}

/** Before a database is started for nothing. */
async function refuseWrongArguments() {
  /** @type {typeof import('../gateway/proof/bench/arguments.ts')} */
  const { ArgumentError, readArguments } = await import(pathToFileURL(join(bench, 'arguments.js')).href)
  try {
    readArguments(typed)
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
