import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../../../src/core/platform/clock/clock.ts'
import { openDatabase } from '../../../../src/core/platform/database/database.ts'
import { migrate } from '../../../../src/core/platform/database/migrate.ts'
import { secretBox } from '../../../../src/core/platform/secret-box.ts'
import { type Certificate, issueCertificate, testAuthority } from '../../../../test/support/certificates.ts'
import { freePort } from '../../../../test/support/free-port.ts'
import type { SetUp } from '../../../../test/support/set-up.ts'
import { type OwnDatabase, startOwnDatabase } from '../own-database.ts'

/** A database server that may crash, and what is needed to write into it and to receive from it. */
export interface Scene {
  server: OwnDatabase
  deps: Pick<SetUp, 'database' | 'secretBox' | 'clock'>
  masterKey: Buffer
  /** Whose certificates the deliverers trust. */
  authority: Certificate
  /** Of every merchant's machine. */
  certificate: Certificate
  clock: ClockMover
  stop(): Promise<void>
}

/** The gateway's time passes in steps, so that a schedule of hours does not last hours. */
export interface ClockMover {
  /** From now on each step is as long as this. */
  stepBy(ms: number): void
  /** How far it is ahead of the true time, in milliseconds. */
  offsetMs(): number
  /** The most endpoints that were seen with an open breaker at once. */
  breakersOpen(): number
}

const stepEveryMs = 250

export async function startScene(): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-callbacks-'))
  const endings: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end()
  }
  try {
    const server = await startOwnDatabase(join(folder, 'database'), await freePort())
    endings.push(server.stop)
    const database = openDatabase(server.url, () => undefined)
    endings.push(database.close)
    await migrate(database.owner, () => undefined)
    const masterKey = randomBytes(32)
    const deps = { database, secretBox: secretBox(masterKey), clock: systemClock() }
    const authority = await testAuthority()
    const { stop: stopClock, ...clock } = moveClock(deps)
    endings.push(stopClock)
    return { server, deps, masterKey, authority, certificate: await issueCertificate(authority), clock, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function moveClock({ database, clock }: Scene['deps']): ClockMover & { stop(): Promise<void> } {
  let stepMs = 0
  let offsetMs = 0
  let most = 0
  let ended = false
  const step = async () => {
    const next = offsetMs + stepMs
    await database.owner.query('update gateway_clock set offset_ms = $1', [next])
    clock.setOffsetMs(next)
    offsetMs = next
    const found = await database.owner.query<{ open: number }>(
      'select count(*)::int as open from callback_health where opens > 0',
    )
    most = Math.max(most, found.rows[0]?.open ?? 0)
  }
  const running = (async () => {
    while (!ended) {
      // The database may be away: the step comes later.
      if (stepMs > 0) await step().catch(() => undefined)
      await sleep(stepEveryMs)
    }
  })()
  return {
    stepBy: (ms) => {
      stepMs = ms
    },
    offsetMs: () => offsetMs,
    breakersOpen: () => most,
    stop: async () => {
      ended = true
      await running
    },
  }
}
