// @ts-check
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A left-over bank is on this machine and answers at once or never. */
const ANSWER_TIMEOUT_MS = 2_000
/** It only has to flush its journal. */
const END_TIMEOUT_MS = 10_000
const LOOK_EVERY_MS = 50

/**
 * @typedef {{ token: string, notification_secret: string }} Credentials
 * @typedef {{ pid: number, url: string, started_at: string }} Running what the bank notes about itself
 */

/**
 * The file that gateway and bank share, made at the first start.
 * @param {string} folder the bank's data folder
 * @returns {string} its path
 */
export function credentialsFile(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'credentials.json')
  if (!existsSync(path)) {
    const secret = () => randomBytes(32).toString('base64url')
    const part = `${path}.new`
    writeFileSync(part, `${JSON.stringify({ token: secret(), notification_secret: secret() })}\n`, { mode: 0o600 })
    chmodSync(part, 0o600)
    renameSync(part, path)
  }
  return path
}

/**
 * Ends the simulated bank that a killed start left behind on this folder: two of them would write one journal.
 * @param {string} folder the bank's data folder
 * @param {(line: string) => void} say
 */
export async function endLeftOver(folder, say) {
  const running = readRunning(join(folder, 'simbank.json'))
  if (running === undefined || !isAlive(running.pid)) return
  const { token } = /** @type {Credentials} */ (JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')))
  if (await isOurs(running.url, token, folder)) {
    say(`Replacing the simulated bank that was left running (process ${running.pid})`)
    await ask(`${running.url}/control/stop`, token, 'POST')
    if (await hasEnded(running.pid)) return
  }
  if (!isBankProcess(running.pid)) return
  say(`Ending the simulated bank that was left running and does not answer (process ${running.pid})`)
  process.kill(running.pid, 'SIGKILL')
  await hasEnded(running.pid)
}

/**
 * @param {string} path
 * @returns {Running | undefined}
 */
function readRunning(path) {
  try {
    const running = JSON.parse(readFileSync(path, 'utf8'))
    return Number.isInteger(running.pid) && running.pid > 0 && typeof running.url === 'string' ? running : undefined
  } catch {
    return undefined
  }
}

/** @param {string} url @param {string} token @param {string} folder */
async function isOurs(url, token, folder) {
  const answer = await ask(`${url}/control/health`, token, 'GET')
  return answer?.service === 'simbank' && sameFolder(answer.data_dir, folder)
}

/**
 * @param {string} url
 * @param {string} token
 * @param {'GET' | 'POST'} method
 * @returns {Promise<{ service?: string, data_dir?: string } | undefined>} undefined: no answer, or a refusal
 */
async function ask(url, token, method) {
  // The address comes from a file; the token goes to this machine only.
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\//.test(url)) return undefined
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${token}` }, signal })
    return response.ok ? await response.json().catch(() => ({})) : undefined
  } catch {
    return undefined
  }
}

/** @param {string | undefined} one @param {string} other */
function sameFolder(one, other) {
  try {
    return one !== undefined && realpathSync(one) === realpathSync(other)
  } catch {
    return false
  }
}

/** @param {number} pid */
async function hasEnded(pid) {
  const deadline = performance.now() + END_TIMEOUT_MS
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(LOOK_EVERY_MS)
  }
  return true
}

/** A zombie has ended too. @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
  const stat = readProc(pid, 'stat')
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

/** Process ids are given again: only what surely is a simulated bank is ended by force. @param {number} pid */
function isBankProcess(pid) {
  return readProc(pid, 'cmdline')
    .split('\0')
    .some((word) => word.replaceAll('\\', '/').endsWith('simbank/dist/src/main.js'))
}

/** @param {number} pid @param {string} name */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
