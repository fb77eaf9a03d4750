import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  type Account,
  changeOwner,
  chooseAccount,
  commandFor,
  grantAccess,
} from '../../../../src/extras/embedded-postgres/account.ts'
import { freePort } from '../../../../src/extras/embedded-postgres/probe.ts'
import { type Programs, preparePrograms } from '../../../../src/extras/embedded-postgres/programs.ts'

/** A server of the simulator's own. It is a toy: nothing is flushed, everybody may enter as the superuser, on loopback only. */
export interface SimulatorServer {
  urlOf(database: string): string
  /** Another database with the contents of the template. */
  clone(template: string, name: string): Promise<void>
  drop(name: string): Promise<void>
  admin: pg.Client
  stop(): Promise<void>
}

/** So long may the server take to start on a busy machine. */
const startTriesMax = 600
const startPauseMs = 50

/**
 * Settings that make one server's answers repeatable and fast: nothing is written to disk in time (a run ends with the
 * process), no vacuum runs beside, and deadlocks and time limits are left to the scheduler, whose time is another one.
 */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  deadlock_timeout: '1h',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
  shared_buffers: '128MB',
  // Below the folder, and so removed with it, whatever ends the server.
  dynamic_shared_memory_type: 'mmap',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'error',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}

/** Starts a PostgreSQL of the installed package in a folder in memory where the machine has one, else in the temporary folder. */
export async function startSimulatorServer(): Promise<SimulatorServer> {
  const folder = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'pasarela-simulate-')))
  const cluster = join(folder, 'cluster')
  const running: Running = { folder, cluster, child: undefined }
  const removeAll = () => endAtOnce(running)
  process.once('exit', removeAll)
  const account = await chooseAccount(cluster, false)
  await grantAccess(account, folder, () => undefined)
  await changeOwner(account, folder)
  const programs = await preparePrograms({ account, copyFolder: join(folder, 'programs'), log: () => undefined })
  await initialize(running, account, programs)
  const port = await freePort()
  const child = spawnServer({ account, programs, cluster, port, log: join(folder, 'log') })
  running.child = child
  const urlOf = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  const admin = await connectWhenReady(urlOf('postgres'), child)
  return {
    urlOf,
    admin,
    clone: async (template, name) => {
      await admin.query(`create database ${name} template ${template} strategy file_copy`)
    },
    drop: async (name) => {
      await admin.query(`drop database if exists ${name} with (force)`)
    },
    stop: async () => {
      await admin.end().catch(() => undefined)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
      process.removeListener('exit', removeAll)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** What must not outlive this process. */
interface Running {
  folder: string
  cluster: string
  /** The program that is running. */
  child: ChildProcess | undefined
}

/** So often is looked whether the server has ended, and with this pause. */
const endTriesMax = 150
const endPauseMs = 20

/** For the end of this process, when nothing can be awaited any more: ends the program and removes the folder. */
function endAtOnce({ folder, cluster, child }: Running): void {
  // A server that is told to quit gives back the memory that it shares with its processes. Its last act is to remove this file.
  child?.kill('SIGQUIT')
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < endTriesMax && existsSync(join(cluster, 'postmaster.pid')); tries++)
    Atomics.wait(pause, 0, 0, endPauseMs)
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function initialize(running: Running, account: Account, programs: Programs): Promise<void> {
  const { command, args, options } = commandFor(account, programs.initdb, [
    ...['-D', running.cluster, '--username', 'postgres', '--auth', 'trust', '--no-sync', '--encoding', 'UTF8'],
    ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  ])
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  running.child = child
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error(`${programs.initdb} ended with ${String(code)}`)
}

function spawnServer(given: {
  account: Account
  programs: Programs
  cluster: string
  port: number
  log: string
}): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const wanted = ['-D', given.cluster, '-p', String(given.port), ...options]
  const { command, args, options: spawning } = commandFor(given.account, given.programs.postgres, wanted)
  const log = openSync(given.log, 'a')
  return spawn(command, args, { ...spawning, stdio: ['ignore', log, log] })
}

async function connectWhenReady(url: string, child: ChildProcess): Promise<pg.Client> {
  for (let tries = 1; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tries >= startTriesMax || child.exitCode !== null) throw error
      await new Promise((resolve) => setTimeout(resolve, startPauseMs))
    }
  }
}
