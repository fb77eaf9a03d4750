import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

/** Where Debian 12 puts PostgreSQL 15, the oldest that we support. */
export const debianPrograms = '/usr/lib/postgresql/15/bin'

/** Whether this machine has it; CI installs it (`.ci/run`). */
export const hasDebianPostgres = existsSync(join(debianPrograms, 'pg_basebackup'))

/** How far a recovery goes: the end of the archive, the end of the base backup alone, or a time in ISO 8601. */
export type RecoveryTarget = 'end of archive' | 'end of backup' | { time: string }

/** An operator's own server, with an archive of its log, that a test may destroy and bring back. */
export interface DebianPostgres {
  /** As the login of a gateway: no superuser. */
  url: string
  /** pg_basebackup into the folder that `recoverFrom` takes. */
  baseBackup(): Promise<string>
  /** Resolves when all that is committed now is in the archive. */
  archived(): Promise<void>
  /** Ends the server at once and removes its data: the disk is gone, the archive is elsewhere. */
  destroy(): Promise<void>
  /** A superuser's statement on the gateway's database. */
  asSuperuser(sql: string): Promise<void>
  /** The server's clock, for `recoverFrom`. */
  now(): Promise<string>
  /** Recovers from a base backup, and serves. */
  recoverFrom(backup: string, target?: RecoveryTarget): Promise<void>
  stop(): Promise<void>
}

/** Makes a cluster below a temporary folder and starts it. As root it runs as user `postgres`, which may not be root. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-pitr-'))
  await chmod(folder, 0o711)
  const own = ownerIds()
  const [data, archive] = [join(folder, 'data'), join(folder, 'archive')]
  await mkdir(archive)
  if (own) for (const each of [folder, archive]) await chown(each, own.uid, own.gid)
  const port = await freePort()
  const runs: Runs = { data, port, log: join(folder, 'log'), own, server: undefined }
  run(runs, 'initdb', ['-D', data, '-U', 'owner', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8', '-N'])
  await appendFile(join(data, 'postgresql.conf'), settings(archive))
  const superuserUrl = `postgres://owner@127.0.0.1:${port}/postgres`
  await start(runs, superuserUrl)
  await query(superuserUrl, 'create role pasarela login createdb createrole')
  await query(superuserUrl, 'create database pasarela owner pasarela')
  return {
    url: `postgres://pasarela@127.0.0.1:${port}/pasarela`,
    baseBackup: async () => {
      const backup = join(folder, 'base')
      run(runs, 'pg_basebackup', ['-h', '127.0.0.1', '-p', String(port), '-U', 'owner', '-D', backup, '-c', 'fast'])
      return await Promise.resolve(backup)
    },
    archived: async () => {
      const [row] = await query(superuserUrl, 'select pg_walfile_name(pg_switch_wal()) as file')
      await eventually(async () => {
        const [{ last } = { last: '' }] = await query(
          superuserUrl,
          'select last_archived_wal as last from pg_stat_archiver',
        )
        return String(last) >= String(row?.['file']) || undefined
      }, 'the segment is archived')
    },
    destroy: async () => {
      await end(runs, 'SIGQUIT')
      await rm(data, { recursive: true })
    },
    asSuperuser: async (sql) => void (await query(`postgres://owner@127.0.0.1:${port}/pasarela`, sql)),
    now: async () => {
      const [row] = await query(superuserUrl, 'select clock_timestamp()::text as now')
      return String(row?.['now'])
    },
    recoverFrom: async (backup, target = 'end of archive') => {
      const copied = spawnSync('cp', ['-a', backup, data])
      if (copied.status !== 0) throw new Error(copied.stderr.toString())
      if (target !== 'end of backup') {
        await appendFile(join(data, 'postgresql.conf'), recoverySettings(archive, target))
        await writeFile(join(data, 'recovery.signal'), '')
      }
      await start(runs, superuserUrl)
    },
    stop: async () => {
      await end(runs, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface Runs {
  data: string
  port: number
  log: string
  own: { uid: number; gid: number } | undefined
  server: ChildProcess | undefined
}

function settings(archive: string): string {
  return [
    '',
    'archive_mode = on',
    `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'fsync = on',
    '',
  ].join('\n')
}

function recoverySettings(archive: string, target: Exclude<RecoveryTarget, 'end of backup'>): string {
  const until =
    typeof target === 'string' ? [] : [`recovery_target_time = '${target.time}'`, "recovery_target_action = 'promote'"]
  return [`restore_command = 'cp ${archive}/%f %p'`, ...until, ''].join('\n')
}

function run({ own }: Runs, program: string, args: readonly string[]): void {
  const done = spawnSync(join(debianPrograms, program), [...args], {
    ...own,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
  })
  if (done.status !== 0) throw new Error(`${program} failed: ${done.error?.message ?? done.stderr.toString()}`)
}

/** A child of this process, so that it ends with it. */
async function start(runs: Runs, url: string): Promise<void> {
  const { data, port, own } = runs
  const server = spawn(join(debianPrograms, 'postgres'), ['-D', data, '-p', String(port)], {
    ...own,
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
    })
  }
  runs.server = server
  process.once('exit', () => server.kill('SIGQUIT'))
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`PostgreSQL ended:\n${said}`)
    const found = await query(url, 'select pg_is_in_recovery() as recovering').catch(() => undefined)
    if (found?.[0]?.['recovering'] === false) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function end(runs: Runs, signal: 'SIGQUIT'): Promise<void> {
  const { server } = runs
  runs.server = undefined
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const gone = new Promise<void>((done) => server.once('exit', () => done()))
  server.kill(signal)
  await gone
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

function ownerIds(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres']).stdout.toString())
  return { uid: id('-u'), gid: id('-g') }
}
