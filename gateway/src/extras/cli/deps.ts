import { join } from 'node:path'
import { systemClock } from '../../core/platform/clock/clock.ts'
import { correctClock } from '../../core/platform/clock/measure-clock.ts'
import type { Config } from '../../core/platform/config/config.ts'
import { type Database, openDatabase } from '../../core/platform/database/database.ts'
import { readClockOffset } from '../../core/platform/database/database-time.ts'
import { migrate, refuseOldSchema } from '../../core/platform/database/migrate.ts'
import { timelineFileIn } from '../../core/platform/database/primary-finder.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { readableLine } from '../../core/platform/log/readable-line.ts'
import { loadMasterKey } from '../../core/platform/master-key.ts'
import { secretBox } from '../../core/platform/secret-box.ts'
import { settleCardUses } from '../card-velocity/settle-card-uses.ts'
import { demoFileName } from '../demo/demo-file.ts'
import { followInDemoFile } from '../demo/follow-rotation.ts'
import type { EntranceDeps } from '../deps.ts'
import { readGatewayAddress } from '../nodes/gateway-address.ts'
import { attach } from './attach.ts'

/** Dependencies of the use cases behind the commands. A command creates no payments, and calls a provider only to try or certify an account. */
export type CliDeps = Pick<
  EntranceDeps,
  | 'database'
  | 'clock'
  | 'secretBox'
  | 'log'
  | 'metrics'
  | 'site'
  | 'callbackAllowCidrs'
  | 'notify'
  | 'knownAccounts'
  | 'alongOutcomes'
  | 'followRotation'
> & {
  /** Undefined if no mail server is configured. A command itself sends no mail. */
  mail: object | undefined
}

/** Opens the deployment's database and master key for `work`, then closes them. */
export async function withDeps<T>(
  config: Config,
  say: (line: string) => void,
  work: (deps: CliDeps) => Promise<T>,
): Promise<T> {
  return await withDatabase(config, say, async (database, isOurs) => {
    if (isOurs) await migrate(database.owner, say)
    // A command that runs beside gateways must not change the schema.
    else await refuseOldSchema(database.owner)
    const masterKey = await loadMasterKey({ config, db: database.owner })
    const clock = systemClock()
    clock.setOffsetMs(await readClockOffset(database.engine))
    const log = createLog('warn', (line) => say(readableLine(line).trimEnd()))
    const metrics = createMetrics()
    // A wrong system clock is corrected and logged. It must not block repairs.
    await correctClock({ database, clock, metrics, log })
    const box = secretBox(masterKey)
    const demoPath = join(config.dataDir, demoFileName)
    return await work({
      database,
      clock,
      secretBox: box,
      followRotation: followInDemoFile({ database, secretBox: box, log }, demoPath),
      log,
      metrics,
      site: siteAt(
        config.publicUrl ??
          readGatewayAddress(config.dataDir) ??
          `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      ),
      callbackAllowCidrs: config.callbackAllowCidrs,
      knownAccounts: new Map(),
      alongOutcomes: settleCardUses,
      mail: config.mail,
      // The gateway's processes find committed work by polling.
      notify: () => undefined,
    })
  })
}

/** Opens only the database, for commands that create its schema. */
export async function withDatabase<T>(
  config: Config,
  say: (line: string) => void,
  work: (database: Database, isOurs: boolean) => Promise<T>,
): Promise<T> {
  const attached = await attach(config, say)
  try {
    const database = openDatabase(attached.url, (error) => say(`The database closed a connection: ${error.message}`), {
      timelineFile: timelineFileIn(config.dataDir),
    })
    try {
      return await work(database, attached.isOurs)
    } finally {
      await database.close()
    }
  } finally {
    await attached.detach()
  }
}
