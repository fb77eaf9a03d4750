// @ts-check
// What test files took: kept from run to run, so that the dearest begin first and no core waits for them at the end.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

/**
 * @typedef {object} Price
 * @property {string} file path of the compiled file
 * @property {number} seconds
 * @property {number} cpuSeconds of the processor, in the file's process and in those that it started; not in the database's and the shared gateways'
 */

/** How many files the report names. `TEST_PRICES=all` in the environment names all. */
const REPORTED_FILES = 10
/** Of a file that never ran here: of the second tier, journeys and fault tests, unit tests. */
const SECONDS_UNTIL_KNOWN = { slow: 60, test: 10, src: 1 }

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
 * Remembers what the files of a run took, and says what the dearest did.
 * @param {string} root
 * @param {string} folder with one JSON file of each test file (test-price.mjs)
 * @returns {string[]} lines
 */
export function reportPrices(root, folder) {
  /** @type {Price[]} */
  const prices = readdirSync(folder).flatMap((name) => readJson(join(folder, name)) ?? [])
  const named = prices.map((price) => ({ ...price, file: sourceOf(root, price.file) }))
  remember(root, named)
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
  ]
}

/** @param {Price} price */
function line({ file, seconds, cpuSeconds }) {
  return `${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(7)}  ${file}`
}

/** @param {string} root @param {string} compiled */
function sourceOf(root, compiled) {
  const path = relative(root, compiled)
  // The program of a group of unit tests lies in a temporary folder.
  if (path.startsWith('..')) return basename(compiled, '.mjs')
  return path.replace(/([/\\])dist[/\\]/, '$1').replace(/\.js$/, '.ts')
}

/** @param {Price[]} prices @param {'seconds' | 'cpuSeconds'} what */
function sum(prices, what) {
  return prices.reduce((total, price) => total + price[what], 0)
}

/** @param {string} root @param {Price[]} prices */
function remember(root, prices) {
  const path = knownPath(root)
  const taken = Object.fromEntries(prices.map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10]))
  mkdirSync(dirname(path), { recursive: true })
  const written = `${path}.${process.pid}`
  writeFileSync(written, JSON.stringify({ ...readKnown(root), ...taken }, undefined, 1))
  renameSync(written, path)
}

/** @param {string} root @returns {Record<string, number>} seconds by source path */
function readKnown(root) {
  return readJson(knownPath(root)) ?? {}
}

/** Undefined where the file is missing or was cut off: prices are no reason to fail. @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {string} root */
function knownPath(root) {
  return join(root, 'node_modules', '.cache', 'pasarela', 'test-seconds.json')
}
