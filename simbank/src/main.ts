import { mkdirSync } from 'node:fs'
import { readConfig } from './boot/config.ts'
import { lockDataDir } from './boot/data-dir-lock.ts'
import { StartFault } from './boot/start-fault.ts'
import { createLog, describeFault } from './log.ts'
import { startBank } from './start-bank.ts'

/** Time for the parent's orphans: the gateway still drains, and its last calls want an answer. */
const ORPHAN_MS = 5_000

const log = createLog(console.log, console.error)

// Node would open its debugger on this signal.
process.on('SIGUSR1', () => log.info('SIGUSR1 is ignored: this process opens no debugger'))

try {
  await run()
} catch (fault) {
  log.fault(fault instanceof StartFault ? `cannot start.\n${fault.message}` : describeFault(fault))
  process.exit(fault instanceof StartFault ? fault.exitCode : 1)
}

async function run(): Promise<void> {
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  process.once('exit', lockDataDir(config.dataDir))
  let requestStop: (why: string) => void = () => undefined
  const bank = await startBank(config, {
    log,
    onFailure: (fault) => {
      log.fault(`the journal cannot be written, the bank stops at once: ${describeFault(fault)}`)
      process.exit(1)
    },
    requestStop: () => requestStop('the control API'),
  })
  let stopping = false
  requestStop = (why) => {
    if (stopping) return
    stopping = true
    log.info(`stops: ${why}`)
    void bank.stop().then(
      () => process.exit(0),
      (fault: unknown) => {
        log.fault(describeFault(fault))
        process.exit(1)
      },
    )
  }
  onStopReason(requestStop)
  log.info(`listens on ${bank.url}, ${bank.ordersCount} orders in ${config.dataDir}`)
  process.send?.({ ready: true, url: bank.url })
}

/**
 * Calls `stop` once for SIGTERM, for SIGINT (only without a parent on an IPC channel: with one, Ctrl-C reaches the
 * whole group and the parent decides when the bank goes), and 5 s after the parent has gone.
 */
function onStopReason(stop: (why: string) => void): void {
  const hasParent = process.send !== undefined
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => {
    if (!hasParent) stop('SIGINT')
  })
  if (hasParent) process.once('disconnect', () => setTimeout(() => stop('the parent is gone'), ORPHAN_MS))
}
