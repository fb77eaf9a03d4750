import { systemClock } from '../../platform/clock/clock.ts'
import { correctClock } from '../../platform/clock/measure-clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { ConfigError } from '../../platform/config/config-error.ts'
import { loadMasterKey } from '../../platform/data-folder/master-key.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { readClockOffset } from '../../platform/database/maintenance.ts'
import { migrate, schemaFault } from '../../platform/database/migrate.ts'
import { createLog } from '../../platform/log/log.ts'
import { createMetrics } from '../../platform/log/metrics.ts'
import { secretBox } from '../../platform/secret-box.ts'
import type { EntranceDeps } from '../deps.ts'
import { attach } from './attach.ts'

/** What the operations behind the commands use. A command creates no payments and calls no connector. */
export type CliDeps = Pick<
  EntranceDeps,
  'database' | 'clock' | 'secretBox' | 'log' | 'metrics' | 'publicUrl' | 'callbackAllowCidrs' | 'wake' | 'knownAccounts'
> & {
  /** Undefined where no mail server is set; a command sends none itself. */
  mail: object | undefined
}

/** Opens the deployment's database and master key for `work`, and closes what it opened. */
export async function withDeps<T>(
  config: Config,
  say: (line: string) => void,
  work: (deps: CliDeps) => Promise<T>,
): Promise<T> {
  return await withDatabase(config, say, async (database, isOurs) => {
    if (isOurs) await migrate(database.owner, say)
    else await refuseOldSchema(database)
    const masterKey = await loadMasterKey({ config, db: database.owner })
    const clock = systemClock()
    clock.setOffsetMs(await readClockOffset(database.engine))
    const log = createLog('warn', (line) => process.stderr.write(line))
    const metrics = createMetrics()
    // A wrong clock keeps nobody from repairing: it is corrected, and said.
    await correctClock({ database, clock, metrics, log })
    return await work({
      database,
      clock,
      secretBox: secretBox(masterKey),
      log,
      metrics,
      publicUrl:
        config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`,
      callbackAllowCidrs: config.callbackAllowCidrs,
      knownAccounts: new Map(),
      mail: config.mail,
      // The gateway's processes find committed work by polling.
      wake: () => undefined,
    })
  })
}

/** The database alone, for commands that bring its schema into being. */
export async function withDatabase<T>(
  config: Config,
  say: (line: string) => void,
  work: (database: Database, isOurs: boolean) => Promise<T>,
): Promise<T> {
  const attached = await attach(config, say)
  try {
    const database = openDatabase(attached.url, (error) => say(`The database closed a connection: ${error.message}`))
    try {
      return await work(database, attached.isOurs)
    } finally {
      await database.close()
    }
  } finally {
    await attached.detach()
  }
}

/** A command beside running gateways changes no schema by itself. */
async function refuseOldSchema(database: Database): Promise<void> {
  const fault = await schemaFault(database.owner)
  if (fault !== undefined) throw new ConfigError([fault])
}
