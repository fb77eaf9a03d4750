import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, commandFor } from './account.ts'
import type { FolderPaths } from './folder-paths.ts'
import { capLog, lastLines, logSince, logSize } from './log-file.ts'
import { findServer, isRunning, readPostmasterFile } from './postmaster-pid.ts'
import { freePort, probeServer } from './probe.ts'
import { serverProcesses } from './processes.ts'
import type { Programs } from './programs.ts'
import { stopServer } from './stop-server.ts'

/** Connections of all gateway processes of a machine, their jobs and an operator. One process needs 8 to 16. */
const MAX_CONNECTIONS = 60
/** Another program may bind the free port before PostgreSQL does. Twice in a row is already unlikely. */
const MAX_PORT_TRIES = 5
/** Time for a statement that outlives its server to finish. A person must decide about a longer one. */
const OLD_PROCESSES_TIMEOUT_MS = 30_000
/** An adopted server without any answer for this time is stuck. */
const SILENCE_TIMEOUT_MS = 30_000
/** Interval of log lines while a recovery runs, which may take minutes. */
const STILL_WAITING_EVERY_MS = 10_000
const PROBE_EVERY_MS = 25
const OLD_PROCESSES_EVERY_MS = 200

export interface RunningServer {
  port: number
  adopted: boolean
  stop(): Promise<void>
}

export interface Surroundings {
  paths: FolderPaths
  programs: Programs
  account: Account
  log: (line: string) => void
  /** For tests: the next port to try. */
  choosePort?: (() => Promise<number>) | undefined
  /** for tests: settings of the server besides ours, or instead of them */
  settings?: Readonly<Record<string, string>> | undefined
}

/** Adopts the server that an earlier gateway left running on the cluster. Undefined without one. */
export async function adoptServer({
  paths,
  programs,
  log,
}: Omit<Surroundings, 'account'>): Promise<RunningServer | undefined> {
  const file = await findServer(paths.cluster)
  if (file === undefined) return undefined
  const isAlive = () => isRunning(file, paths.cluster)
  const { pid, port } = file
  if ((await waitUntilReady({ paths, pid, port, isAlive, log, giveUpAfterMs: SILENCE_TIMEOUT_MS })) === 'ended') {
    return adoptServer({ paths, programs, log })
  }
  log(`adopted the PostgreSQL server that was left running (process ${pid}, port ${port})`)
  return { port, adopted: true, stop: onlyOnce(() => stopServer({ pid, paths, programs, isOurChild: false })) }
}

/** Starts a server on the cluster and waits until it accepts connections, without a limit for its recovery. */
export async function startServer(surroundings: Surroundings): Promise<RunningServer> {
  const { paths } = surroundings
  await capLog(paths.log)
  const deadline = performance.now() + OLD_PROCESSES_TIMEOUT_MS
  for (let portTries = 1; ; ) {
    await waitForOldProcesses(surroundings, deadline)
    const attempt = await tryStart(surroundings)
    if ('server' in attempt) return attempt.server
    if (attempt.output.includes('Address already in use') && portTries < MAX_PORT_TRIES) {
      portTries += 1
    } else if (attempt.output.includes('pre-existing shared memory block') && performance.now() < deadline) {
      // Processes of the last server may be invisible to this account. PostgreSQL's own interlock detects them.
      await sleep(OLD_PROCESSES_EVERY_MS)
    } else {
      throw new Error(`PostgreSQL did not start (its log: ${paths.log}):\n${lastLines(attempt.output)}`)
    }
  }
}

async function tryStart(surroundings: Surroundings): Promise<{ server: RunningServer } | { output: string }> {
  const { paths, programs, log } = surroundings
  const port = await (surroundings.choosePort ?? freePort)()
  const logStart = await logSize(paths.log)
  const child = await spawnServer(surroundings, port)
  let ended: string | undefined
  child.on('error', (error) => {
    ended = error.message
  })
  child.on('exit', (code, signal) => {
    ended = `the server ended with ${code ?? signal}`
  })
  const { pid } = child
  const isAlive = async () => ended === undefined
  if (pid === undefined || (await waitUntilReady({ paths, pid, port, isAlive, log })) === 'ended') {
    return { output: `${ended ?? 'it could not be run'}\n${await logSince(paths.log, logStart)}` }
  }
  let stopping = false
  child.on('exit', () => {
    if (!stopping) log(`the PostgreSQL server ended unexpectedly; its log: ${paths.log}`)
  })
  const stop = onlyOnce(async () => {
    stopping = true
    if (ended === undefined) await stopServer({ pid, paths, programs, isOurChild: true })
  })
  return { server: { port, adopted: false, stop } }
}

/** The server is detached and writes to a file, so that neither Ctrl-C nor the death of the gateway affects it. */
async function spawnServer(surroundings: Surroundings, port: number): Promise<ChildProcess> {
  const { paths, programs, account, settings = {} } = surroundings
  const { command, args, options } = commandFor(
    account,
    programs.postgres,
    serverArguments(paths.cluster, port, settings),
  )
  const logFile = await open(paths.log, 'a', 0o600)
  try {
    const stdio = ['ignore', logFile.fd, logFile.fd] as const
    const child = spawn(command, args, { ...options, detached: true, windowsHide: true, stdio: [...stdio] })
    child.unref()
    return child
  } finally {
    await logFile.close()
  }
}

function serverArguments(cluster: string, port: number, others: Readonly<Record<string, string>>): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: MAX_CONNECTIONS,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The log must not contain values of payments: no statements, no parameters, no DETAIL lines with rows.
    log_statement: 'none',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
    ...others,
  }
  return [
    '-D',
    cluster,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

interface Waiting {
  paths: FolderPaths
  pid: number
  port: number
  isAlive: () => Promise<boolean>
  log: (line: string) => void
  giveUpAfterMs?: number
}

async function waitUntilReady(waiting: Waiting): Promise<'ready' | 'ended'> {
  const { paths, pid, port, isAlive, log, giveUpAfterMs } = waiting
  let lastAnswerAt = performance.now()
  let nextLineAt = lastAnswerAt + STILL_WAITING_EVERY_MS
  while (await isAlive()) {
    const answer = await probeServer(port)
    // Another program may have bound the port first and answer. PostgreSQL writes the status only after it has bound
    // the port.
    const file = await readPostmasterFile(paths.cluster)
    if (answer === 'ready' && file?.pid === pid && file.status === 'ready') return 'ready'
    const nowMs = performance.now()
    if (answer === 'starting') lastAnswerAt = nowMs
    if (giveUpAfterMs !== undefined && nowMs - lastAnswerAt > giveUpAfterMs) {
      throw new Error(
        `the PostgreSQL server that runs on port ${port} does not answer; stop it manually, then start again`,
      )
    }
    if (nowMs > nextLineAt) {
      log('PostgreSQL is still starting (after a crash it first repeats what its write-ahead log holds)')
      nextLineAt = nowMs + STILL_WAITING_EVERY_MS
    }
    await sleep(PROBE_EVERY_MS)
  }
  return 'ended'
}

async function waitForOldProcesses({ paths, log }: Surroundings, deadline: number): Promise<void> {
  let logged = false
  for (;;) {
    const pids = await serverProcesses(paths.cluster)
    if (pids.length === 0) return
    const list = pids.join(', ')
    if (performance.now() > deadline) {
      throw new Error(
        `processes of an earlier PostgreSQL server are still at work in ${paths.cluster}: ${list}. ` +
          'Wait until they have ended, or end them, and start again.',
      )
    }
    if (!logged) log(`waiting for processes of an earlier PostgreSQL server to finish: ${list}`)
    logged = true
    await sleep(OLD_PROCESSES_EVERY_MS)
  }
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let result: Promise<void> | undefined
  return () => {
    result ??= work()
    return result
  }
}
