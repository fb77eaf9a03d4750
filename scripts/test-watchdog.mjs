// @ts-check
// Ends test files that take too long, and says which they were and what they said last.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Of the second tier a file may prove a whole day of faults. */
const LIMIT_SECONDS = { first: 120, slow: 1_800 }
const LOOK_EVERY_MS = 1_000
const LAST_LINES = 12
/** What a file said: its tests and its output. */
const HEARD = /^test:(start|pass|fail|diagnostic|stdout|stderr)$/

/** @typedef {{ pid: number, file: string, sinceMs: number }} Running */
/** @typedef {{ type: string, data: { file?: string, name?: string, message?: string, nesting?: number, todo?: string | boolean, skip?: string | boolean, details?: { error?: unknown } } }} TestEvent */

/**
 * @param {string} folder where each process that runs test files says which (test-price.mjs)
 * @returns {{ hear: (event: TestEvent) => void, report: () => string[] }} `hear` takes the runner's events; `report`: lines about
 * the files that were ended
 */
export function watchTestFiles(folder) {
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  /** @type {Running[]} */
  const ended = []
  const look = () => {
    for (const running of runningIn(folder)) {
      const seconds = limitOf(running.file)
      if (Date.now() - running.sinceMs < seconds * 1_000 || ended.some(({ pid }) => pid === running.pid)) continue
      // One that died leaves what it said, and its number may be another's by now.
      if (!isChild(running.pid)) continue
      ended.push(running)
      console.error(`${running.file} took more than ${seconds} s: its process is ended`)
      process.kill(running.pid, 'SIGKILL')
    }
  }
  setInterval(look, LOOK_EVERY_MS).unref()
  return {
    hear: ({ type, data }) => {
      const line = data.message ?? data.name
      if (data.file === undefined || line === undefined || !HEARD.test(type)) return
      const kept = lines.get(sourceOf(data.file)) ?? []
      lines.set(sourceOf(data.file), [...kept, `${type.replace('test:', '')} ${line.trimEnd()}`].slice(-LAST_LINES))
    },
    report: () =>
      ended.flatMap(({ file }) => [
        `ended after ${limitOf(file)} s: ${file}; its last lines:`,
        ...(lines.get(sourceOf(file)) ?? ['(none)']).map((line) => `  ${line}`),
      ]),
  }
}

/** One name for a file, compiled or not. @param {string} file */
export function sourceOf(file) {
  return resolve(file)
    .replace(/[/\\]dist[/\\]/, '/')
    .replace(/\.[jt]s$/, '')
}

/** @param {string} file */
function limitOf(file) {
  return Number(process.env['TEST_FILE_SECONDS']) || LIMIT_SECONDS[/\.slow\.test\.js$/.test(file) ? 'slow' : 'first']
}

/** Where Linux's /proc is missing, whether there is such a process. @param {number} pid */
function isChild(pid) {
  try {
    if (!existsSync('/proc/self/stat')) return process.kill(pid, 0)
    // After the name, which may have any characters, come the state and the parent.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(parent) === process.pid
  } catch {
    return false
  }
}

/** @param {string} folder @returns {Running[]} */
function runningIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.running'))
    .flatMap((name) => {
      try {
        return [JSON.parse(readFileSync(join(folder, name), 'utf8'))]
      } catch {
        // It has ended in between.
        return []
      }
    })
}
