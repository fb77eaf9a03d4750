import type { Config } from '../../platform/config/config.ts'
import { lockDataFolder } from '../../platform/embedded-postgres/data-folder-lock.ts'
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../platform/embedded-postgres/embedded-postgres.ts'

export interface Attachment {
  url: string
  /** The database was started for this command, so no gateway runs on it. */
  isOurs: boolean
  detach(): Promise<void>
}

/**
 * Opens the deployment's database: `DATABASE_URL`, else the embedded database of the data folder. A running embedded
 * database is shared with its gateway. Otherwise it is started, and `detach` stops it.
 */
export async function attach(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (line: string) => void,
): Promise<Attachment> {
  const nothing = async () => await Promise.resolve()
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, isOurs: false, detach: nothing }
  const running = await findRunningEmbeddedPostgres(config.dataDir)
  if (running) return { url: running.url, isOurs: false, detach: nothing }
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
