// @ts-check
// Tells, of a run of test files, which failed and what they said, so that each can be run once more.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { inspect } from 'node:util'
import { sourceOf } from './test-watchdog.mjs'

/** Of what a file prints and of its failures, the last lines. */
const LINES_KEPT = 300
/** Of each support file and shared process. */
const LINES_OF_NONE = 50

/** @typedef {{ file: string, output: string }} FailedFile */
/** @typedef {import('./test-watchdog.mjs').TestEvent} TestEvent */

/**
 * @param {string[]} files paths of the compiled files that run
 * @param {string} folder where each process that ends with a failure says which file it ran (test-price.mjs)
 */
export function collectFailures(files, folder) {
  const known = new Map(files.map((file) => [sourceOf(file), resolve(file)]))
  /** @type {Map<string, string[]>} */
  const lines = new Map()
  /** @type {Set<string>} */
  const failed = new Set()
  /** @type {Set<string>} */
  const ended = new Set()
  const keep = (/** @type {string} */ source, /** @type {string} */ text) =>
    lines.set(source, [...(lines.get(source) ?? []), ...text.trimEnd().split('\n')].slice(-LINES_KEPT))
  return {
    /** @param {TestEvent} event */
    hear: ({ type, data }) => {
      const source = data.file === undefined ? '' : sourceOf(data.file)
      if (type === 'test:stdout' || type === 'test:stderr') keep(source, data.message ?? '')
      if (type !== 'test:fail' || (data.todo !== undefined && data.todo !== false)) return
      const name = data.name === undefined ? '' : sourceOf(data.name)
      keep(source, `failed: ${data.name}\n${inspect(data.details?.error, { depth: 4 })}`)
      if (known.has(source)) failed.add(source)
      else if (known.has(name)) failed.add(name)
      else if (data.nesting === 0 && name === source) ended.add(data.name ?? '')
    },
    /** Writes what was found to this file as JSON. @param {string} path */
    write: (path) => {
      for (const file of failedPrograms(folder)) {
        const shared = known.has(sourceOf(file)) ? undefined : readFileSync(file, 'utf8')
        if (shared === undefined) failed.add(sourceOf(file))
        else if (![...failed].some((source) => shared.includes(JSON.stringify(known.get(source))))) ended.add(file)
      }
      // Tests that a support file declares fail under its name, and what is printed in a shared process is the process's.
      const ofNone = [...lines]
        .filter(([source]) => !known.has(source))
        .flatMap(([, said]) => said.slice(-LINES_OF_NONE))
      const found = [...failed].map((source) => ({
        file: fromRoot(source),
        output: [...(lines.get(source) ?? []), ...ofNone].join('\n'),
      }))
      const unexplained = [...ended].map((program) => `A process of several files ended with a failure: ${program}`)
      writeFileSync(path, JSON.stringify({ failed: found, unexplained }))
    },
  }
}

/** @param {string} path @returns {{ failed: FailedFile[], unexplained: string[] }} */
export function readFailures(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return { failed: [], unexplained: ['The runner of the tests ended before it said what failed.'] }
  }
}

/** @param {string} folder */
function failedPrograms(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.failed'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** @param {string} source */
function fromRoot(source) {
  return `${relative(process.cwd(), source).replaceAll('\\', '/')}.ts`
}
