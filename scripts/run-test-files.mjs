// @ts-check
// Runs compiled test files in the order of its arguments, each in a process of its own, but for those that can share one.
// Before its summary it says what the dearest took, which were ended because they took too long, and what was not tested.
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { collectFailures } from './failed-files.mjs'
import { groupTestFiles } from './group-test-files.mjs'
import { reportPrices } from './test-prices.mjs'
import { watchTestFiles } from './test-watchdog.mjs'

/** More than there are cores, because tests wait for databases and timers; more than eight outgrow the server's connections. */
const FILES_AT_ONCE = { perCore: 2, max: 8 }

const prices = mkdtempSync(join(tmpdir(), 'pasarela-test-prices-'))
process.env['TEST_PRICE_FOLDER'] = prices
const watchdog = watchTestFiles(prices)
const files = process.argv.slice(2)
const failures = collectFailures(files, prices)
const failuresPath = process.env['TEST_FAILURES']
delete process.env['TEST_FAILURES']
process.on('exit', () => {
  if (failuresPath !== undefined) failures.write(failuresPath)
  rmSync(prices, { recursive: true, force: true })
})

const stopping = new AbortController()
// Each file that waits listens to it.
setMaxListeners(0, stopping.signal)
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stopping.abort())

const wanted = Number(process.env['TEST_FILES_AT_ONCE']) || Math.ceil(availableParallelism() * FILES_AT_ONCE.perCore)
const concurrency = Math.min(wanted, FILES_AT_ONCE.max)
run({ files: groupTestFiles(files, prices), concurrency, signal: stopping.signal })
  .on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) process.exitCode = 1
  })
  .compose(withReports)
  .compose(new spec())
  .pipe(process.stdout)

/**
 * The runner's events, with the reports as lines before its summary.
 * @param {AsyncIterable<import('./test-watchdog.mjs').TestEvent>} events
 */
async function* withReports(events) {
  /** @type {Set<string>} */
  const notTested = new Set()
  for await (const event of events) {
    watchdog.hear(event)
    failures.hear(event)
    if (typeof event.data.skip === 'string') notTested.add(event.data.skip)
    if (event.type === 'test:diagnostic' && /^tests \d+$/.test(event.data.message ?? '')) {
      for (const message of [...reportPrices(process.cwd(), prices), ...watchdog.report(), ...notTested])
        yield { type: 'test:diagnostic', data: { nesting: 0, message } }
    }
    yield event
  }
}
