// @ts-check
// Runs compiled test files, each in a process of its own, in the order of its arguments. The end says what the dearest took.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/** How many files the report names. */
const REPORTED_FILES = 10
/** Tests wait for databases and timers half of their time; more files at once than this outgrow the test server. */
const FILES_AT_ONCE = { min: 2, max: 8 }

const files = process.argv.slice(2)
const prices = mkdtempSync(join(tmpdir(), 'pasarela-test-prices-'))
process.on('exit', () => rmSync(prices, { recursive: true, force: true }))
process.env['TEST_PRICE_FOLDER'] = prices

const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stopping.abort())

const concurrency = Math.min(Math.max(availableParallelism(), FILES_AT_ONCE.min), FILES_AT_ONCE.max)
run({ files, concurrency, signal: stopping.signal })
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1
  })
  .compose(withPrices)
  .compose(new spec())
  .pipe(process.stdout)

/**
 * The runner's events, with the report as further lines before its summary.
 * @param {AsyncIterable<{ type: string, data: object }>} events
 */
async function* withPrices(events) {
  let reported = false
  for await (const event of events) {
    if (
      !reported &&
      event.type === 'test:diagnostic' &&
      'message' in event.data &&
      /^tests \d+$/.test(String(event.data.message))
    ) {
      reported = true
      for (const message of report()) yield { type: 'test:diagnostic', data: { nesting: 0, message } }
    }
    yield event
  }
}

/** @returns {string[]} lines */
function report() {
  /** @type {{ file: string, seconds: number, cpuSeconds: number }[]} */
  const taken = readdirSync(prices).map((name) => JSON.parse(readFileSync(join(prices, name), 'utf8')))
  if (taken.length < 2) return []
  taken.sort((a, b) => b.seconds - a.seconds)
  const all = {
    file: `all ${taken.length} files`,
    seconds: sum(taken, 'seconds'),
    cpuSeconds: sum(taken, 'cpuSeconds'),
  }
  const shown = process.env['TEST_PRICES'] === 'all' ? taken : taken.slice(0, REPORTED_FILES)
  const heading = "slowest files: seconds, of the processor (without the database's), file"
  return [heading, ...[...shown, all].map(line)]
}

/** @param {{ file: string, seconds: number, cpuSeconds: number }} price */
function line({ file, seconds, cpuSeconds }) {
  const name = file.startsWith('all ')
    ? file
    : relative(process.cwd(), file).replace('/dist/', '/').replace(/\.js$/, '.ts')
  return `${seconds.toFixed(1).padStart(7)} ${cpuSeconds.toFixed(1).padStart(7)}  ${name}`
}

/** @param {{ seconds: number, cpuSeconds: number }[]} taken @param {'seconds' | 'cpuSeconds'} what */
function sum(taken, what) {
  return taken.reduce((total, each) => total + each[what], 0)
}
