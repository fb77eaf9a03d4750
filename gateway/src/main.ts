import './core/platform/process/refuse-debugger.ts'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { readArguments } from './core/platform/config/arguments.ts'
import { type Config, readConfig } from './core/platform/config/config.ts'
import { ConfigError } from './core/platform/config/config-error.ts'
import { createLog, type Log } from './core/platform/log/log.ts'
import { startFault, tryToListen } from './core/platform/process/start-faults.ts'
import { demoFileName } from './extras/demo/demo-file.ts'
import { welcome } from './extras/demo/welcome.ts'
import { lockDataFolder } from './extras/embedded-postgres/data-folder-lock.ts'
import { hasEmbeddedPostgres, startEmbeddedPostgres } from './extras/embedded-postgres/embedded-postgres.ts'
import { prepareDataFolder } from './extras/embedded-postgres/prepare-data-folder.ts'
import { startGateway } from './gateway.ts'

/**
 * V8 collects the old generation when the heap has grown by this percentage. The default lets the heap grow several
 * times further. Garbage of thousands of closed connections then stays: 338 MB instead of 219 MB (measured).
 */
const heapGrowthPercent = 60

/** The process exits after this time, counted from the end of the drain, even if a shutdown step hangs. */
const shutdownMaxMs = 60_000

/** Starts one gateway process: configuration, database, gateway. Shutdown stops them in the opposite order. */
async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`)
  const config = readConfig({ ...process.env, ...readArguments(process.argv.slice(2)) })
  await start(config).catch((error: unknown) => {
    const sentence = startFault(error, config)
    throw sentence === undefined ? error : new ConfigError([sentence])
  })
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel)
  for (const warning of config.warnings) log.warn(warning)
  const database = await openDatabaseServer(config, log)
  try {
    const gateway = await startGateway(config, database.url, log)
    endOnRequest({ log, drainSeconds: config.drainSeconds }, async () => {
      await gateway.stop()
      await database.stop()
    })
    if (gateway.demo) process.stdout.write(welcome(gateway.demo, join(config.dataDir, demoFileName)))
    log.info({ url: gateway.url, publicUrl: gateway.deps.site.url(), role: config.role }, 'ready')
    process.send?.({ ready: true, url: gateway.url })
  } catch (error) {
    await database.stop()
    throw error
  }
}

interface DatabaseServer {
  url: string
  stop(): Promise<void>
}

/** The operator's PostgreSQL, or the embedded one of the data folder under its lock. */
async function openDatabaseServer(config: Config, log: Log): Promise<DatabaseServer> {
  if (config.databaseUrl !== undefined) {
    // The demo file is written into the data folder.
    if (config.demo) await prepareDataFolder(config.dataDir)
    return { url: config.databaseUrl, stop: async () => await Promise.resolve() }
  }
  // A first start that is refused leaves no database behind.
  if (!(await hasEmbeddedPostgres(config.dataDir))) await tryToListen(config)
  await prepareDataFolder(config.dataDir)
  const lock = await lockDataFolder(config.dataDir)
  try {
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
    return {
      url: server.url,
      stop: async () => {
        await server.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Shuts down once, on the first signal or when the start script disconnects. */
function endOnRequest({ log, drainSeconds }: { log: Log; drainSeconds: number }, stop: () => Promise<void>): void {
  let ending = false
  const end = (why: string) => {
    if (ending) return
    ending = true
    log.info({ why }, 'shutting down')
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + shutdownMaxMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the shutdown failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  process.on('disconnect', () => end('the start script is gone'))
}

main().catch((error: unknown) => {
  const text =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error)
  process.stderr.write(`\nPasarela cannot start.\n${text}\n`)
  process.exit(1)
})
