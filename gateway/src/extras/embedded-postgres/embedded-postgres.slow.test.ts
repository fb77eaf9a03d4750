import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { findRunningEmbeddedPostgres } from './embedded-postgres.ts'
import { folderPaths } from './folder-paths.ts'
import { processState, serverProcesses } from './processes.ts'
import { packageWithoutLinks, postmasterPid, query, startIn, testFolder, until } from './test-folder.ts'

test('an empty folder becomes a running database, and written rows are there after a restart', async (t) => {
  const folder = await testFolder(t)
  const dataDir = join(folder, 'a folder', 'with spaces')
  const first = await startIn(dataDir)
  t.after(() => first.stop())
  assert.equal(first.adopted, false)
  assert.match(first.version, /^18\./)
  await query(first.url, 'create table kept (id int); insert into kept values (7)')
  await first.stop()

  const second = await startIn(dataDir)
  t.after(() => second.stop())
  assert.equal(second.adopted, false)
  assert.deepEqual(await query(second.url, 'select id from kept'), [{ id: 7 }])
  assert.equal(second.url.replace(/:\d+\//, '/'), first.url.replace(/:\d+\//, '/'), 'the password is kept')
})

test('stopping leaves no process, can be repeated, and releases the folder', async (t) => {
  const dataDir = await testFolder(t)
  const server = await startIn(dataDir)
  const pid = await postmasterPid(dataDir)
  assert.ok((await serverProcesses(folderPaths(dataDir).cluster)).includes(pid))
  await Promise.all([server.stop(), server.stop()])
  await server.stop()
  assert.notEqual(await processState(pid), 'alive')
  assert.deepEqual(await serverProcesses(folderPaths(dataDir).cluster), [])
  assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined)
})

test('a server is stopped even if its data folder was removed', async (t) => {
  const dataDir = await testFolder(t)
  const server = await startIn(dataDir)
  const pid = await postmasterPid(dataDir)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  await server.stop()
  assert.notEqual(await processState(pid), 'alive')
  await mkdir(dataDir)
})

test('the gateway connects as an ordinary role that may create roles and databases', async (t) => {
  const server = await startIn(await testFolder(t))
  const [role] = await query(
    server.url,
    `select current_user as name, rolsuper, rolbypassrls, rolreplication, rolcreaterole, rolcreatedb,
       (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
     from pg_roles where rolname = current_user`,
  )
  assert.deepEqual(role, {
    name: 'pasarela',
    rolsuper: false,
    rolbypassrls: false,
    rolreplication: false,
    rolcreaterole: true,
    rolcreatedb: true,
    owner: 'pasarela',
  })
  await query(server.url, 'create database copy_for_a_test template pasarela')
  await assert.rejects(query(server.url, "copy (select 1) to program 'true'"), /permission denied/)
})

test('durability is on, only loopback listens, and no values are logged', async (t) => {
  const server = await startIn(await testFolder(t))
  const rows = await query(
    server.url,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes',
       'data_checksums', 'listen_addresses', 'max_connections', 'log_statement',
       'log_parameter_max_length', 'log_parameter_max_length_on_error', 'log_error_verbosity', 'server_encoding')`,
  )
  assert.deepEqual(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])), {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '127.0.0.1',
    max_connections: '60',
    log_statement: 'none',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_error_verbosity: 'terse',
    server_encoding: 'UTF8',
  })
})

test('a violated constraint does not write the row to the log', async (t) => {
  const dataDir = await testFolder(t)
  const server = await startIn(dataDir)
  await query(server.url, 'create table positive (name text, amount int check (amount > 0))')
  await assert.rejects(query(server.url, "insert into positive select 'se' || 'cret', -1"), /violates check constraint/)
  const log = await readFile(folderPaths(dataDir).log, 'utf8')
  assert.match(log, /violates check constraint/)
  assert.doesNotMatch(log, /secret/)
})

test('a wrong password is refused, and the password files are for the owner alone', async (t) => {
  const dataDir = await testFolder(t)
  const server = await startIn(dataDir)
  await assert.rejects(query(server.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1'), /password authentication failed/)
  for (const path of [folderPaths(dataDir).superuserPassword, folderPaths(dataDir).ownerPassword]) {
    assert.equal((await stat(path)).mode & 0o777, 0o600, path)
    assert.match(await readFile(path, 'utf8'), /^[\w-]{43}\n$/)
  }
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.includes('.new')),
    [],
  )
})

test('a start that fails after the server runs stops the server', async (t) => {
  const dataDir = await testFolder(t)
  await (await startIn(dataDir)).stop()
  const { superuserPassword, ownerPassword, cluster } = folderPaths(dataDir)
  await writeFile(superuserPassword, 'wrong')
  await writeFile(ownerPassword, 'wrong')
  await assert.rejects(startIn(dataDir), /refuses the password in .*postgres-password-superuser/)
  assert.deepEqual(await serverProcesses(cluster), [])
})

test('a lost password of the ordinary role is replaced', async (t) => {
  const dataDir = await testFolder(t)
  await (await startIn(dataDir)).stop()
  await writeFile(folderPaths(dataDir).ownerPassword, 'lost')
  const server = await startIn(dataDir)
  assert.deepEqual(await query(server.url, 'select current_user as name'), [{ name: 'pasarela' }])
})

test('data of another major version is refused with a sentence that says what to do', async (t) => {
  const dataDir = await testFolder(t)
  await mkdir(folderPaths(dataDir).cluster)
  await writeFile(join(folderPaths(dataDir).cluster, 'PG_VERSION'), '17\n')
  await assert.rejects(startIn(dataDir), /is of PostgreSQL 17, but this is PostgreSQL 18\.\d+, .*move .* away/)
})

test('a folder that is not a database is not changed', async (t) => {
  const dataDir = await testFolder(t)
  const otherFile = join(folderPaths(dataDir).cluster, 'holiday.txt')
  await mkdir(folderPaths(dataDir).cluster)
  await writeFile(otherFile, 'beach')
  await assert.rejects(startIn(dataDir), /is not a PostgreSQL data folder/)
  assert.equal(await readFile(otherFile, 'utf8'), 'beach')
})

test('a log that has grown too large is cut to its newest lines at the next start', async (t) => {
  const dataDir = await testFolder(t)
  await (await startIn(dataDir)).stop()
  const { log } = folderPaths(dataDir)
  await truncate(log, 0)
  await writeFile(log, `the oldest line\n${'x'.repeat(99)}\n`.repeat(100_000))
  await writeFile(log, 'the newest line\n', { flag: 'a' })
  await (await startIn(dataDir)).stop()
  const text = await readFile(log, 'utf8')
  assert.ok(text.length < 2 * 1024 * 1024, `${text.length} characters`)
  assert.match(text, /the newest line\n[\s\S]*ready to accept connections/)
})

test('missing library links of an install without scripts are created', async (t) => {
  const folder = await testFolder(t)
  const packageFolder = await packageWithoutLinks(folder)
  const links = async () =>
    (await readdir(join(packageFolder, 'native', 'lib'), { withFileTypes: true })).filter((entry) =>
      entry.isSymbolicLink(),
    )
  assert.deepEqual(await links(), [])
  const server = await startIn(join(folder, 'data'), { packageFolder })
  t.after(() => server.stop())
  assert.deepEqual(await query(server.url, 'select 1 as one'), [{ one: 1 }])
  const listed = JSON.parse(await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8')) as unknown[]
  assert.equal((await links()).length, listed.length)
})

test('a command beside the gateway finds the running server and changes nothing', async (t) => {
  const dataDir = await testFolder(t)
  assert.equal(await findRunningEmbeddedPostgres(join(dataDir, 'nowhere')), undefined)
  assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined)
  assert.deepEqual(await readdir(dataDir), [])
  const server = await startIn(dataDir)
  assert.deepEqual(await findRunningEmbeddedPostgres(dataDir), { url: server.url })
})

test('the launcher logs that a server ended by itself', async (t) => {
  const dataDir = await testFolder(t)
  const server = await startIn(dataDir)
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await until(() => server.lines.some((line) => line.includes('ended unexpectedly')))
  await server.stop()
})
