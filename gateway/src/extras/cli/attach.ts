import type { Config } from '../../core/platform/config/config.ts'
import { ConfigError } from '../../core/platform/config/config-error.ts'
import { lockDataFolder } from '../embedded-postgres/data-folder-lock.ts'
import {
  findRunningEmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/embedded-postgres.ts'

export interface Attachment {
  url: string
  /** The database was started for this command, so no gateway runs on it. */
  isOurs: boolean
  detach(): Promise<void>
}

/**
 * Opens the deployment's database: `DATABASE_URL`, else the embedded database of the data folder. A running embedded
 * database is shared with its gateway. Otherwise it is started, and `detach` stops it. Throws a ConfigError where the
 * folder has none: only a gateway makes one.
 */
export async function attach(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<Attachment> {
  const nothing = async () => await Promise.resolve()
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, isOurs: false, detach: nothing }
  const running = await findRunningEmbeddedPostgres(config.dataDir)
  if (running) return { url: running.url, isOurs: false, detach: nothing }
  if (!(await hasEmbeddedPostgres(config.dataDir))) {
    throw new ConfigError([
      `There is no gateway in the data folder ${config.dataDir}: name the folder of one with PASARELA_DATA_DIR, its ` +
        'database with DATABASE_URL, or start one there with npm start.',
    ])
  }
  const lock = await lockDataFolder(config.dataDir)
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log: say })
    return {
      url: postgres.url,
      isOurs: true,
      detach: async () => {
        try {
          await postgres.stop()
        } finally {
          await lock.release()
        }
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
