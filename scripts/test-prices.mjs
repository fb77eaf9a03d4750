// @ts-check
// What test files took. The dearest of a former run begin first, so that no core waits for them at the end; the list of
// them is committed, and only orders the files.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/**
 * @typedef {object} Price
 * @property {string} file path of the compiled file
 * @property {number} seconds
 * @property {number} cpuSeconds of the processor, in the file's process and in those that it started; not in the database's and the shared gateways'
 */

/** How many files the report names. `TEST_PRICES=all` in the environment names all, `TEST_PRICES=write` writes the list anew. */
const REPORTED_FILES = 10
/** Of a file that never ran here: of the second tier, journeys and fault tests, unit tests. */
const SECONDS_UNTIL_KNOWN = { slow: 60, test: 2, src: 1 }
const KNOWN_MIN_SECONDS = 3
/** A file of the first tier that takes longer is named as too dear. */
const WARNED_SECONDS = 15

/**
 * @param {string} root
 * @param {string[]} sources paths from the root
 */
export function dearestFirst(root, sources) {
  const known = readKnown(root)
  const secondsOf = (/** @type {string} */ path) => known[path] ?? SECONDS_UNTIL_KNOWN[kindOf(path)]
  return sources.toSorted((a, b) => secondsOf(b) - secondsOf(a))
}

/** @param {string} path @returns {keyof typeof SECONDS_UNTIL_KNOWN} */
function kindOf(path) {
  if (path.endsWith('.slow.test.ts')) return 'slow'
  return /[/\\]test[/\\]/.test(path) ? 'test' : 'src'
}

/**
 * Says what the dearest files of a run took.
 * @param {string} root
 * @param {string} folder with one JSON file of each test file (test-price.mjs)
 * @returns {string[]} lines
 */
export function reportPrices(root, folder) {
  /** @type {Price[]} */
  const prices = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const named = prices.map((price) => ({ ...price, file: sourceOf(root, price.file) }))
  if (process.env['TEST_PRICES'] === 'write') writeKnown(root, named)
  if (named.length < 2) return []
  named.sort((a, b) => b.seconds - a.seconds)
  const all = {
    file: `all ${named.length} files`,
    seconds: sum(named, 'seconds'),
    cpuSeconds: sum(named, 'cpuSeconds'),
  }
  const shown = process.env['TEST_PRICES'] === 'all' ? named : named.slice(0, REPORTED_FILES)
  return [
    'slowest files: seconds, processor seconds (without databases and shared gateways), file',
    ...[...shown, all].map(line),
    ...named
      .filter(isTooDear)
      .map(({ file }) => `too dear for the first tier (more than ${WARNED_SECONDS} s): ${file}`),
  ]
}

/** @param {Price} price */
function isTooDear({ file, seconds }) {
  return seconds > WARNED_SECONDS && !file.endsWith('.slow.test.ts')
}

/** @param {Price} price */
function line({ file, seconds, cpuSeconds }) {
  return `${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(7)}  ${file}`
}

/**
 * Processor seconds of all processes that this one started and that have ended, with those that they waited for in their
 * turn; zeros where Linux's /proc is missing.
 * @returns {{ user: number, system: number }}
 */
export function secondsOfChildren() {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '')
    // The fields cutime and cstime, the 16th and 17th, in ticks of 10 ms; the first one after the name is the 3rd.
    const [user = 0, system = 0] = afterName.split(' ').slice(13, 15).map(Number)
    return { user: user / 100, system: system / 100 }
  } catch {
    return { user: 0, system: 0 }
  }
}

/**
 * What a whole run took of the processor, by who took it.
 * @param {[name: string, atItsEnd: { user: number, system: number }][]} parts in the order in which they ended, each with the sum so far
 */
export function priceOfRun(parts) {
  const [, last] = parts.at(-1) ?? ['', { user: 0, system: 0 }]
  const totals = parts.map(([, { user, system }]) => user + system)
  const each = parts.map(([name], index) => `${name} ${((totals[index] ?? 0) - (totals[index - 1] ?? 0)).toFixed(1)}`)
  return `processor seconds of the whole run: ${(last.user + last.system).toFixed(1)} (user ${last.user.toFixed(1)}, system ${last.system.toFixed(1)}): ${each.join(', ')}`
}

/** @param {string} root @param {string} compiled */
function sourceOf(root, compiled) {
  return relative(root, compiled)
    .replace(/([/\\])dist[/\\]/, '$1')
    .replace(/\.js$/, '.ts')
}

/** @param {Price[]} prices @param {'seconds' | 'cpuSeconds'} what */
function sum(prices, what) {
  return prices.reduce((total, price) => total + price[what], 0)
}

/** @param {string} root @param {Price[]} prices */
function writeKnown(root, prices) {
  const measured = Object.fromEntries(
    prices.map(({ file, seconds }) => [file.replaceAll('\\', '/'), Math.round(seconds)]),
  )
  const kept = Object.entries({ ...readKnown(root), ...measured }).filter(([file]) => existsSync(join(root, file)))
  const sorted = kept.filter(([, seconds]) => seconds >= KNOWN_MIN_SECONDS).toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(knownPath(root), `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

/** @param {string} root @returns {Record<string, number>} seconds by source path */
function readKnown(root) {
  return JSON.parse(readFileSync(knownPath(root), 'utf8'))
}

/** @param {string} root */
function knownPath(root) {
  return join(root, 'scripts', 'test-seconds.json')
}
