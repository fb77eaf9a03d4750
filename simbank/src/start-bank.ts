import { renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBank, startTimers } from './bank/open-bank.ts'
import type { Config } from './boot/config.ts'
import { StartFault } from './boot/start-fault.ts'
import { toIso } from './clock.ts'
import { buildServer } from './http/server.ts'
import type { Log } from './log.ts'
import { Outbox } from './notifications/outbox.ts'

/** Where the gateway beside it finds the bank, wherever else it listens. */
const OWN_HOST = '127.0.0.1'
/** scripts/start.mjs knows it: only this fault is mended by another port. */
const PORT_TAKEN_EXIT_CODE = 98
/** Time for calls under way when the bank stops; those that hang on purpose are cut off. */
const DRAIN_MS = 2_000

export interface RunningBank {
  url: string
  /** Orders in its book. */
  ordersCount: number
  /** Ends its calls and closes the book. Once. */
  stop(): Promise<void>
}

/** What the bank asks of the process it runs in. */
export interface BankHolder {
  log: Log
  /** The book in memory is ahead of the disk: whatever the bank answers next might be lost, so it must end at once. */
  onFailure: (fault: unknown) => void
  /** The control API asks for the end. */
  requestStop: () => void
}

/** Opens the book of a data folder that nobody else holds (`lockDataDir`), and listens. Throws StartFault. */
export async function startBank(config: Config, holder: BankHolder): Promise<RunningBank> {
  const { log, onFailure } = holder
  const bank = await openBank(config, { log, onFailure })
  const app = await buildServer(bank, { token: config.credentials.token, stop: holder.requestStop })
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
  outbox.start()
  startTimers(bank)
  const stop = async () => {
    const cutOff = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
    bank.timers.stop()
    bank.arrivals.stop()
    outbox.stop()
    await app.close()
    clearTimeout(cutOff)
    await bank.journal.close()
    removeStatusFile()
  }
  return { url, ordersCount: bank.book.orders.size, stop }
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
