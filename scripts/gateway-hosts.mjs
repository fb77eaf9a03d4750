// @ts-check
// Processes that gateways, simulated banks and operator's commands of tests share, so that no start need load their modules.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const HOSTS_MAX = 4

/**
 * @param {string} root the repo's folder
 * @param {string[]} sources of the test files that will run; without a world among them none is started
 * @returns {Promise<{ env: Record<string, string>, close: () => Promise<void> }>} `env`: for the tests
 */
export async function openGatewayHosts(root, sources) {
  const none = { env: {}, close: async () => {} }
  // Windows has no socket files; gateways have processes of their own there.
  if (process.platform === 'win32') return none
  if (!sources.some((path) => /World(For)?\(/.test(readFileSync(join(root, path), 'utf8')))) return none
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-hosts-'))
  const paths = Array.from({ length: hostsCount() }, (_, index) => join(folder, `${index}.sock`))
  const hosts = paths.map((path) => startHost(root, path))
  await Promise.all(hosts.map((host) => Promise.race([once(host, 'message'), hasFailed(host)])))
  const close = async () => {
    const died = hosts.filter(hasEnded)
    let failed = 0
    for (const host of hosts) {
      if (hasEnded(host)) continue
      const gone = once(host, 'exit')
      host.disconnect()
      const [code] = await gone
      if (code !== 0) failed++
    }
    rmSync(folder, { recursive: true, force: true })
    if (died.length > 0) throw new Error(`${died.length} hosts of gateways ended before their tests did`)
    if (failed > 0) throw new Error(`gateways of ${failed} hosts did not stop as they should; see above`)
  }
  return { env: { TEST_GATEWAY_HOSTS: paths.join(',') }, close }
}

/** @param {import('node:child_process').ChildProcess} host */
function hasEnded(host) {
  return host.exitCode !== null || host.signalCode !== null
}

function hostsCount() {
  return Math.min(Math.max(availableParallelism(), 2), HOSTS_MAX)
}

/** @param {string} root @param {string} path of the socket file */
function startHost(root, path) {
  const program = join(root, 'gateway', 'dist', 'test', 'support', 'gateway-host.js')
  return fork(program, [path], {
    cwd: join(root, 'gateway'),
    env: process.env['PATH'] === undefined ? {} : { PATH: process.env['PATH'] },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

/** @param {import('node:child_process').ChildProcess} host @returns {Promise<never>} */
async function hasFailed(host) {
  const [code] = await once(host, 'exit')
  throw new Error(`a host of gateways ended with ${code}`)
}
