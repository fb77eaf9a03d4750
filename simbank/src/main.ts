import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBank, startTimers } from './bank/open-bank.ts'
import { type Config, readConfig } from './boot/config.ts'
import { lockDataDir } from './boot/data-dir-lock.ts'
import { StartFault } from './boot/start-fault.ts'
import { toIso } from './clock.ts'
import { buildServer } from './http/server.ts'
import { describeFault, log, logFault } from './log.ts'
import { Outbox } from './notifications/outbox.ts'

/** Time for the parent's orphans: the gateway still drains, and its last calls want an answer. */
const ORPHAN_MS = 5_000

/** Where the gateway beside it finds the bank, wherever else it listens. */
const OWN_HOST = '127.0.0.1'
/** scripts/start.mjs knows it: only this fault is mended by another port. */
const PORT_TAKEN_EXIT_CODE = 98
/** Time for calls under way when the bank stops; those that hang on purpose are cut off. */
const DRAIN_MS = 2_000

// Node would open its debugger on this signal.
process.on('SIGUSR1', () => log('SIGUSR1 is ignored: this process opens no debugger'))

try {
  const config = readConfig(process.env)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockDataDir(config.dataDir)
  process.once('exit', unlock)
  await run(config)
} catch (fault) {
  logFault(fault instanceof StartFault ? `cannot start.\n${fault.message}` : describeFault(fault))
  process.exit(fault instanceof StartFault ? fault.exitCode : 1)
}

async function run(config: Config): Promise<void> {
  const bank = await openBank(config, (fault) => {
    // The book in memory is now ahead of the disk: whatever the bank answers next might be lost.
    logFault(`the journal cannot be written, the bank stops at once: ${describeFault(fault)}`)
    process.exit(1)
  })
  let requestStop: (why: string) => void = () => undefined
  const app = await buildServer(bank, {
    token: config.credentials.token,
    stop: () => requestStop('the control API'),
  })
  const outbox = new Outbox(bank, config.credentials.notification_secret)
  await app.listen({ host: config.host, port: config.port }).catch((fault: unknown) => {
    throw portFault(fault, config)
  })
  const url = `http://${OWN_HOST}:${(app.server.address() as AddressInfo).port}`
  bank.publicUrl = config.publicUrl ?? url
  const removeStatusFile = writeStatusFile(config.dataDir, {
    pid: process.pid,
    url,
    started_at: toIso(bank.clock.realMs()),
  })

  let stopping = false
  requestStop = (why) => {
    if (stopping) return
    stopping = true
    log(`stops: ${why}`)
    void stopAll().catch((fault: unknown) => {
      logFault(describeFault(fault))
      process.exit(1)
    })
  }
  const stopAll = async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    bank.timers.stop()
    bank.arrivals.stop()
    outbox.stop()
    await app.close()
    clearTimeout(cutOff)
    await bank.journal.close()
    removeStatusFile()
    process.exit(0)
  }

  onStopReason(requestStop)
  outbox.start()
  startTimers(bank)
  log(`listens on ${url}, ${bank.book.orders.size} orders in ${config.dataDir}`)
  process.send?.({ ready: true, url })
}

function portFault(fault: unknown, { host, port }: Config): unknown {
  if (!(fault instanceof Error && 'code' in fault && fault.code === 'EADDRINUSE')) return fault
  return new StartFault(
    [`Port ${port} on ${host} is in use; choose another one with SIMBANK_PORT (0 lets the system choose)`],
    PORT_TAKEN_EXIT_CODE,
  )
}

/** Writes `<data dir>/simbank.json`, by which a start script finds a bank that already runs. Returns its removal. */
function writeStatusFile(dataDir: string, status: { pid: number; url: string; started_at: string }): () => void {
  const path = join(dataDir, 'simbank.json')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(status)}\n`, { mode: 0o600 })
  renameSync(draft, path)
  return () => rmSync(path, { force: true })
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
