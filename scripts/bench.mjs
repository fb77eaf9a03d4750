// @ts-check
// Runs a benchmark on a fresh embedded PostgreSQL (or the server of DATABASE_URL), with nothing switched off that
// keeps money safe. Argument: the benchmark's name (create-payin, create-payout, callbacks, lists).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTestServer } from './test-server.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const name = process.argv[2] ?? 'create-payin'
const server = await openTestServer(root)
try {
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'gateway', 'dist', 'bench', `${name}.js`)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, TEST_DATABASE_URL: server.url },
  })
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await server.close()
}
