import assert from 'node:assert/strict'
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderPaths } from './folder-paths.ts'
import { inOtherProcess, packageWithoutLinks, postmasterPid, query, startIn, testFolder } from './test-folder.ts'

/** PostgreSQL refuses to run as root; these tests cover the alternatives. */
const isRoot = process.platform === 'linux' && process.getuid?.() === 0
/** A skip is reported. In CI the test runs and fails instead of being skipped. */
const asRoot = { skip: !isRoot && !process.env['CI'] && 'NOT RUN: needs root on Linux' }
const NOBODY = 65534
/** A user id without a name, as in containers. */
const NAMELESS = 54_321

/** A folder that only its owner can enter, like root's home. */
async function closedFolder(t: TestContext): Promise<string> {
  const folder = await testFolder(t)
  await chmod(folder, 0o700)
  return folder
}

async function effectiveUser(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^Uid:\t\d+\t(\d+)/m.exec(status)?.[1])
}

test('root with programs and data in a closed home: runs without capabilities', asRoot, async (t) => {
  const home = await closedFolder(t)
  const packageFolder = await packageWithoutLinks(home)
  const dataDir = join(home, 'data')
  for (const round of ['created', 'started again']) {
    const server = await startIn(dataDir, { packageFolder })
    t.after(() => server.stop())
    await query(server.url, 'select 1')
    const pid = await postmasterPid(dataDir)
    assert.match(await readFile(`/proc/${pid}/status`, 'utf8'), /^CapEff:\t0+$/m, round)
    await server.stop()
  }
  assert.equal((await stat(folderPaths(dataDir).cluster)).uid, 0)
})

test('root where namespaces are forbidden: runs as nobody, also after a restart', asRoot, async (t) => {
  const dataDir = await testFolder(t)
  const first = await startIn(dataDir, { forceNobody: true })
  await query(first.url, 'create table kept (id int)')
  assert.equal(await effectiveUser(await postmasterPid(dataDir)), NOBODY)
  assert.equal((await stat(folderPaths(dataDir).cluster)).uid, NOBODY)
  await first.stop()
  const second = await startIn(dataDir, { forceNobody: true })
  await query(second.url, 'select * from kept')
  await second.stop()
})

test(
  'a database that root created in a namespace changes its owner to nobody without namespaces',
  asRoot,
  async (t) => {
    const dataDir = await testFolder(t)
    const first = await startIn(dataDir)
    await query(first.url, 'create table kept (id int)')
    await first.stop()
    const second = await startIn(dataDir, { forceNobody: true })
    await query(second.url, 'select * from kept')
    assert.equal(await effectiveUser(await postmasterPid(dataDir)), NOBODY)
    await second.stop()
  },
)

test('a server of another account is adopted too', asRoot, async (t) => {
  const dataDir = await testFolder(t)
  const start = 'await embedded.startEmbeddedPostgres({ dataDir, log: () => {}, forceNobody: true }); console.log("up")'
  const gateway = await inOtherProcess(t, start, { dataDir })
  await gateway.kill()
  const server = await startIn(dataDir)
  assert.equal(server.adopted, true)
  await query(server.url, 'select 1')
  await server.stop()
})

test('nobody cannot reach the programs: they are copied once', asRoot, async (t) => {
  const home = await closedFolder(t)
  const packageFolder = await packageWithoutLinks(home)
  const dataDir = await testFolder(t)
  const copies = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres-programs'))
  const first = await startIn(dataDir, { packageFolder, forceNobody: true })
  await query(first.url, 'select 1')
  await first.stop()
  assert.equal((await copies()).length, 1)
  const second = await startIn(dataDir, { packageFolder, forceNobody: true })
  await second.stop()
  assert.equal(
    second.lines.some((line) => line.includes('copying')),
    false,
  )
  assert.equal((await copies()).length, 1)
})

test('nobody cannot reach the data folder: the error asks for another one', asRoot, async (t) => {
  const home = await closedFolder(t)
  await assert.rejects(startIn(join(home, 'data'), { forceNobody: true }), /cannot reach .*\/data.*PASARELA_DATA_DIR/)
})

test('root on the data of an ordinary user runs as that user and changes no owner', asRoot, async (t) => {
  const dataDir = await testFolder(t)
  await chown(dataDir, NOBODY, NOBODY)
  const start =
    'const server = await embedded.startEmbeddedPostgres({ dataDir, log: () => {} }); await server.stop(); console.log("done")'
  const user = await inOtherProcess(t, start, { dataDir, uid: NOBODY })
  await user.kill()
  const root = await startIn(dataDir)
  assert.equal(await effectiveUser(await postmasterPid(dataDir)), NOBODY)
  await root.stop()
  const again = await inOtherProcess(t, start, { dataDir, uid: NOBODY })
  assert.equal(again.line, 'done')
})

test('a user id without a name and with a read-only package uses a copy of it', asRoot, async (t) => {
  const folder = await testFolder(t)
  await chmod(folder, 0o755)
  const packageFolder = await packageWithoutLinks(folder)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { mode: 0o700 })
  await chown(dataDir, NAMELESS, NAMELESS)
  const start = `
    const packageFolder = ${JSON.stringify(packageFolder)}
    const server = await embedded.startEmbeddedPostgres({ dataDir, packageFolder, log: () => {} })
    await server.stop()
    console.log('done')`
  const user = await inOtherProcess(t, start, { dataDir, uid: NAMELESS })
  assert.equal(user.line, 'done')
  assert.equal((await readdir(dataDir)).filter((name) => name.startsWith('postgres-programs')).length, 1)
})
