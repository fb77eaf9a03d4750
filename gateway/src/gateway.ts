import type { Config } from './core/platform/config/config.ts'
import type { Log } from './core/platform/log/log.ts'
import { type Outside, type RunningCore, type Surroundings, startCore } from './core/start-core.ts'
import type { DemoFile } from './extras/demo/demo-file.ts'
import type { Deps } from './extras/deps.ts'
import { additionsOfExtras, allExtras, withExtraDeps } from './extras/index.ts'
import { withReplica } from './extras/replica/replica-reads.ts'

export interface Gateway extends RunningCore {
  deps: Deps
  /** Undefined without the demo. */
  demo: DemoFile | undefined
}

/**
 * Starts one gateway process: the core with all extras. The database at `databaseUrl` must exist. The caller starts and
 * stops that database server.
 */
export async function startGateway(
  config: Config,
  databaseUrl: string,
  log: Log,
  outside: Outside = {},
): Promise<Gateway> {
  const { databaseReadUrl: url } = config
  let deps: Deps | undefined
  let demo: DemoFile | undefined
  const extras = (surroundings: Surroundings) => {
    deps = withExtraDeps(surroundings, { people: () => demo?.people })
    return allExtras({ ...surroundings, deps }, (made) => {
      demo = made
    })
  }
  const core = await startCore(
    config,
    databaseUrl,
    { log, outside },
    {
      ...additionsOfExtras(config),
      extras,
      divertReads: async (primary, tools) =>
        url === undefined ? primary : await withReplica(primary, { url, ...tools }),
    },
  )
  try {
    if (!deps) throw new Error('Bug! the core started without asking for the extras')
    return { ...core, deps, demo }
  } catch (error) {
    await core.stop()
    throw error
  }
}
