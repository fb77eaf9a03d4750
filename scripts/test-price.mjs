// @ts-check
// Loaded into each process that runs a test file: on its way out it writes what the file took, for the report at the end
// of a run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['TEST_PRICE_FOLDER']
const file = process.argv[1]
if (folder !== undefined && file !== undefined && process.env['NODE_TEST_CONTEXT'] === 'child-v8') {
  // Programs that the tests start are other processes; their price is counted by `childrenSeconds`.
  delete process.env['TEST_PRICE_FOLDER']
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    const price = {
      file,
      seconds: performance.now() / 1_000,
      cpuSeconds: (user + system) / 1_000_000 + childrenSeconds(),
    }
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(price))
  })
}

/** Processor seconds of all processes that this one started and that have ended; 0 where Linux's /proc is missing. */
function childrenSeconds() {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').replace(/^.*\) /s, '')
    // The fields cutime and cstime, the 16th and 17th, in ticks of 10 ms; the first one after the name is the 3rd.
    const [userTicks, systemTicks] = afterName.split(' ').slice(13, 15).map(Number)
    return ((userTicks ?? 0) + (systemTicks ?? 0)) / 100
  } catch {
    return 0
  }
}
