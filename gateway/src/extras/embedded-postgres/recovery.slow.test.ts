import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { folderPaths } from './folder-paths.ts'
import { freePort } from './probe.ts'
import { processState, serverProcesses } from './processes.ts'
import { inOtherProcess, postmasterPid, query, startIn, testFolder, until } from './test-folder.ts'

const START = 'const server = await embedded.startEmbeddedPostgres({ dataDir, log: () => {} }); console.log(server.url)'

/** Only Linux shows the working directory and the state of other processes. */
const onLinux = { skip: process.platform !== 'linux' && !process.env['CI'] && 'NOT RUN: needs Linux' }

/** A gateway in a separate process that has written one row. */
async function gatewayIn(t: TestContext, dataDir: string) {
  const gateway = await inOtherProcess(t, START, { dataDir })
  await query(gateway.line, 'create table kept (id int); insert into kept values (1)')
  return { ...gateway, url: gateway.line, pid: await postmasterPid(dataDir) }
}

test('a server whose gateway was killed is adopted, and stopped in the end', async (t) => {
  const dataDir = await testFolder(t)
  const killed = await gatewayIn(t, dataDir)
  await killed.kill()
  assert.equal(await processState(killed.pid), 'alive')
  const server = await startIn(dataDir)
  assert.equal(server.adopted, true)
  assert.equal(server.url, killed.url)
  assert.equal(await postmasterPid(dataDir), killed.pid)
  assert.deepEqual(await query(server.url, 'select id from kept'), [{ id: 1 }])
  await server.stop()
  assert.notEqual(await processState(killed.pid), 'alive')
})

test(
  'gateway and server both killed while it writes: every acknowledged row is there afterwards',
  onLinux,
  async (t) => {
    const dataDir = await testFolder(t)
    const killed = await gatewayIn(t, dataDir)
    const acknowledged: number[] = []
    const writer = new Client({ connectionString: killed.url })
    writer.on('error', () => {})
    await writer.connect()
    const writing = (async () => {
      for (let id = 2; ; id += 1) {
        await writer.query('insert into kept values ($1)', [id])
        acknowledged.push(id)
      }
    })()
    await until(() => acknowledged.length >= 100)
    await killed.kill()
    for (const pid of await serverProcesses(folderPaths(dataDir).cluster)) process.kill(pid, 'SIGKILL')
    await assert.rejects(writing)
    const server = await startIn(dataDir)
    assert.equal(server.adopted, false)
    const kept = new Set((await query(server.url, 'select id from kept')).map(({ id }) => id))
    assert.deepEqual(
      acknowledged.filter((id) => !kept.has(id)),
      [],
    )
  },
)

test('a server that was killed and not yet reaped does not block the start', onLinux, async (t) => {
  const dataDir = await testFolder(t)
  const stopped = await gatewayIn(t, dataDir)
  // A stopped parent reaps no children, like the first process of many containers.
  stopped.child.kill('SIGSTOP')
  process.kill(stopped.pid, 'SIGKILL')
  await until(async () => (await processState(stopped.pid)) === 'zombie')
  const server = await startIn(dataDir)
  assert.deepEqual(await query(server.url, 'select id from kept'), [{ id: 1 }])
  await stopped.kill()
})

for (const [what, processId] of [
  ['another program', async () => process.pid],
  ['another PostgreSQL server', async (t: TestContext) => (await gatewayIn(t, await testFolder(t))).pid],
] as const) {
  test(`an old process id that now belongs to ${what} is recognised`, onLinux, async (t) => {
    const dataDir = await testFolder(t)
    const first = await startIn(dataDir)
    const pidFile = join(folderPaths(dataDir).cluster, 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await first.stop()
    const pid = await processId(t)
    await writeFile(pidFile, text.replace(/^\d+/, String(pid)))
    const server = await startIn(dataDir)
    assert.equal(server.adopted, false)
    await query(server.url, 'select 1')
    await server.stop()
    assert.equal(await processState(pid), 'alive', 'an unrelated process is never signalled')
  })
}

test('an unreadable process id file of a dead server does not block the start', async (t) => {
  const dataDir = await testFolder(t)
  await (await startIn(dataDir)).stop()
  await writeFile(join(folderPaths(dataDir).cluster, 'postmaster.pid'), '')
  const server = await startIn(dataDir)
  await query(server.url, 'select 1')
})

test('killed while the database is created: the incomplete folder is not used', async (t) => {
  const dataDir = await testFolder(t)
  const halfMade = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))
  const gateway = await inOtherProcess(t, START, { dataDir, untilLine: false })
  await until(async () => {
    const [name] = await halfMade()
    return name !== undefined && existsSync(join(dataDir, name, 'PG_VERSION'))
  })
  await gateway.kill()
  assert.equal((await readdir(dataDir)).includes('postgres'), false, 'killed too late to prove anything')
  const server = await startIn(dataDir)
  await query(server.url, 'select 1')
  await server.stop()
  await (await startIn(dataDir)).stop()
  assert.deepEqual(await halfMade(), [])
})

test('a statement that outlives its server is waited for, and what it commits is kept', onLinux, async (t) => {
  const dataDir = await testFolder(t)
  const killed = await gatewayIn(t, dataDir)
  const client = new Client({ connectionString: killed.url })
  client.on('error', () => {})
  await client.connect()
  const busy = client.query(`do $$
    declare finished timestamptz := clock_timestamp() + interval '2 seconds';
    begin
      insert into kept values (2);
      while clock_timestamp() < finished loop end loop;
    end $$`)
  const ended = busy.then(
    () => {},
    () => {},
  )
  await until(async () => {
    const rows = await query(killed.url, "select 1 from pg_stat_activity where query like 'do %' and state = 'active'")
    return rows.length === 1
  })
  await killed.kill()
  process.kill(killed.pid, 'SIGKILL')
  await until(async () => (await processState(killed.pid)) !== 'alive')
  const server = await startIn(dataDir)
  assert.ok(server.lines.some((line) => line.startsWith('waiting for processes of an earlier PostgreSQL server')))
  assert.deepEqual(await query(server.url, 'select id from kept order by id'), [{ id: 1 }, { id: 2 }])
  await ended
})

test('Ctrl-C to the whole group of the gateway does not reach the server', onLinux, async (t) => {
  const dataDir = await testFolder(t)
  const gateway = await inOtherProcess(t, START, { dataDir, ownGroup: true })
  const { pid } = gateway.child
  assert.ok(pid !== undefined)
  process.kill(-pid, 'SIGINT')
  await once(gateway.child, 'exit')
  await query(gateway.line, 'select 1')
})

test('another program binds the chosen port first: it is not mistaken for the server, and another port is chosen', async (t) => {
  const dataDir = await testFolder(t)
  const [foreignPort, otherServer] = await postgresAsOtherUser(t)
  const ports = [foreignPort, foreignPort]
  const server = await startIn(dataDir, { choosePort: async () => ports.shift() ?? freePort() })
  assert.notEqual(server.port, foreignPort)
  assert.deepEqual(ports, [])
  await query(server.url, 'select 1')
  otherServer.close()
})

test('no port is available: the start fails with the reason', async (t) => {
  const [foreignPort] = await postgresAsOtherUser(t)
  await assert.rejects(startIn(await testFolder(t), { choosePort: async () => foreignPort }), /Address already in use/)
})

test('other programs with the folder as working directory are not server processes', onLinux, async (t) => {
  const dataDir = await testFolder(t)
  await (await startIn(dataDir)).stop()
  const { cluster } = folderPaths(dataDir)
  const shell = spawn('sleep', ['60'], { cwd: cluster })
  t.after(() => shell.kill('SIGKILL'))
  await once(shell, 'spawn')
  assert.deepEqual(await serverProcesses(cluster), [])
  await (await startIn(dataDir)).stop()
})

/** A server that asks for a password, like the PostgreSQL of another user. */
async function postgresAsOtherUser(t: TestContext): Promise<[port: number, server: Server]> {
  const otherServer = createServer((socket) => {
    socket.on('error', () => {})
    socket.end('R')
  })
  otherServer.listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  t.after(() => otherServer.close())
  const address = otherServer.address()
  assert.ok(address !== null && typeof address === 'object')
  return [address.port, otherServer]
}
