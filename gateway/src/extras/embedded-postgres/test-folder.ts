import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.ts'
import { folderPaths } from './folder-paths.ts'
import { readPostmasterFile } from './postmaster-pid.ts'
import { processState, serverProcesses } from './processes.ts'

/** For tests: long enough for any step on a busy machine. Reached only after a fault. */
const PATIENCE_MS = 60_000

/** A data folder for one test. At the end its servers are stopped and the folder is removed. */
export async function testFolder(t: TestContext, parent = tmpdir()): Promise<string> {
  const folder = await realpath(await mkdtemp(join(parent, 'pasarela-boot-')))
  t.after(async () => {
    await endServers(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Starts in this process. `lines` collects the launcher's log lines. */
export async function startIn(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres & { lines: string[] }> {
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line), ...options })
  return { ...server, lines }
}

export interface OtherProcess {
  child: ChildProcess
  /** Sends SIGKILL and waits until the process has ended. */
  kill(): Promise<void>
}

/**
 * Runs module code in a separate process. The code can use `embedded` (the launcher's module), `lock` (the lock's
 * module) and `dataDir`. Resolves when it has printed its first line.
 */
export async function inOtherProcess(
  t: TestContext,
  code: string,
  options: { dataDir: string; uid?: number; untilLine?: boolean; ownGroup?: boolean },
): Promise<OtherProcess & { line: string }> {
  const module = (name: string) => JSON.stringify(new URL(`${name}${extname(import.meta.url)}`, import.meta.url).href)
  const script = `
    const embedded = await import(${module('embedded-postgres')})
    const lock = await import(${module('./data-folder-lock')})
    const dataDir = ${JSON.stringify(options.dataDir)}
    ${code}
    setInterval(() => {}, 1000)`
  const loader = extname(import.meta.url) === '.ts' ? ['--import', 'tsx'] : []
  const account = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }
  const child = spawn(process.execPath, [...loader, '--input-type=module', '-e', script], {
    ...account,
    detached: options.ownGroup === true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  t.after(kill)
  if (options.untilLine === false) return { child, kill, line: '' }
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return { child, kill, line: String(line).trim() }
}

/** Runs one statement on a separate connection. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const file = await readPostmasterFile(folderPaths(dataDir).cluster)
  if (file === undefined) throw new Error(`no server runs in ${dataDir}`)
  return file.pid
}

/** Waits until the condition is true. Throws after the limit. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('the condition did not become true in time')
    await sleep(10)
  }
}

/** A copy of the installed platform package without the library links, as `npm ci --ignore-scripts` leaves it. */
export async function packageWithoutLinks(parent: string): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
  const copy = join(parent, 'package')
  await cp(dirname(dirname(entry)), copy, {
    recursive: true,
    filter: async (source) => !(await lstat(source)).isSymbolicLink(),
  })
  return copy
}

/** Stops the server of every database below the folder: a test may use a subfolder. */
async function endServers(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const clusters = names.filter((name) => basename(name) === 'PG_VERSION').map((name) => dirname(join(folder, name)))
  for (const cluster of clusters) {
    const file = await readPostmasterFile(cluster)
    if (file !== undefined && (await serverProcesses(cluster)).includes(file.pid)) {
      process.kill(file.pid, 'SIGINT')
      await until(async () => (await processState(file.pid)) !== 'alive')
    }
    for (const pid of await serverProcesses(cluster)) process.kill(pid, 'SIGKILL')
  }
}
