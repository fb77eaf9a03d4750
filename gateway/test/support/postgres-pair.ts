import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { debianPrograms, hasDebianPostgres } from './debian-postgres.ts'
import { freePort } from './free-port.ts'
import { notTested } from './not-tested.ts'

/** A primary and its physical standby, as an operator sets them up: `pg_basebackup -R`. */
export interface PostgresPair {
  /** The gateway's login: no superuser. */
  primaryUrl: string
  standbyUrl: string
  /** A superuser's connections, for what only an operator does. */
  onPrimary(sql: string): Promise<void>
  onStandby(sql: string): Promise<void>
  stopPrimary(): Promise<void>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

/** A `describe` for tests on PostgreSQL 15. Where it is not installed one test fails in CI and is skipped loudly elsewhere. */
export function describeWithPostgres15(name: string, tests: () => void): void {
  describe(name, () => {
    if (hasDebianPostgres) return tests()
    it('can be tried here', (t) => {
      const sentence = `"${name}" was NOT TESTED: there is no PostgreSQL 15 in ${debianPrograms}.`
      notTested(t, sentence)
    })
  })
}

/** Both servers run until `stop`, which removes their files. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-pair-'))
  await giveToPostgres(folder)
  const primary = await server(join(folder, 'primary'))
  const standby = await server(join(folder, 'standby'))
  const stop = async () => {
    await standby.stop().catch(() => undefined)
    await primary.stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await run('initdb', ['-D', primary.folder, '-U', 'owner', '-A', 'trust', '--locale=C.UTF-8', '-E', 'UTF8', '-N'])
    await primary.start()
    await primary.query('create role pasarela login createdb createrole', 'postgres')
    await primary.query('create database pasarela owner pasarela', 'postgres')
    const source = `host=127.0.0.1 port=${primary.port} user=owner`
    await run('pg_basebackup', ['-R', '-X', 'stream', '-c', 'fast', '-N', '-d', source, '-D', standby.folder])
    await standby.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    primaryUrl: `postgres://pasarela@127.0.0.1:${primary.port}/pasarela`,
    standbyUrl: `postgres://pasarela@127.0.0.1:${standby.port}/pasarela`,
    onPrimary: async (sql) => await primary.query(sql),
    onStandby: async (sql) => await standby.query(sql),
    stopPrimary: primary.stop,
    stopStandby: standby.stop,
    startStandby: standby.start,
    stop,
  }
}

/** A standby must allow at least the connections of its primary. It gives up reads that recovery waits for soon. */
const settings = (port: number) =>
  [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100`,
    '-c max_standby_streaming_delay=200ms -c fsync=off',
  ].join(' ')

async function server(folder: string) {
  const port = await freePort()
  return {
    folder,
    port,
    start: async () =>
      await run('pg_ctl', ['-D', folder, '-w', '-l', `${folder}.log`, '-o', settings(port), 'start'], 'detached'),
    stop: async () => await run('pg_ctl', ['-D', folder, '-w', '-m', 'fast', 'stop']),
    query: async (sql: string, database = 'pasarela') => {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'owner', database })
      client.on('error', () => undefined)
      await client.connect()
      try {
        await client.query(sql)
      } finally {
        await client.end()
      }
    },
  }
}

/** PostgreSQL refuses to run as root: there its programs run as Debian's own user for it. */
const isRoot = process.getuid?.() === 0

async function run(program: string, args: readonly string[], how: 'detached' | 'read' = 'read'): Promise<void> {
  const [file = '', ...rest] = [
    ...(isRoot ? ['runuser', '-u', 'postgres', '--'] : []),
    join(debianPrograms, program),
    ...args,
  ]
  if (how === 'read') {
    await promisify(execFile)(file, rest, { cwd: '/' })
    return
  }
  // The server inherits what it is started with: a pipe would be held open for as long as it runs.
  const child = spawn(file, rest, { cwd: '/', stdio: 'ignore' })
  const code = await new Promise((done) => child.once('close', done))
  assert.equal(code, 0, `${program} ended with ${code}`)
}

async function giveToPostgres(folder: string): Promise<void> {
  if (!isRoot) return
  const id = async (what: string) => Number((await promisify(execFile)('id', [what, 'postgres'])).stdout.trim())
  chownSync(folder, await id('-u'), await id('-g'))
}
