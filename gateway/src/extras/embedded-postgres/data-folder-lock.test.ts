import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { dataFolderHolder, lockDataFolder } from './data-folder-lock.ts'
import { inOtherProcess, testFolder } from './test-folder.ts'

const LOCK = 'await lock.lockDataFolder(dataDir); console.log("locked")'

test('a second gateway is refused with the process id and the time of the first', async (t) => {
  const dataDir = await testFolder(t)
  const holder = await inOtherProcess(t, LOCK, { dataDir })
  await assert.rejects(lockDataFolder(dataDir), (error: Error) => {
    assert.match(error.message, new RegExp(`process ${holder.child.pid}, since \\d{4}-\\d\\d-\\d\\dT`))
    assert.ok(error.message.includes(dataDir))
    return true
  })
  assert.equal((await dataFolderHolder(dataDir))?.pid, holder.child.pid)
})

test('the same process is refused as well, until it has released the lock', async (t) => {
  const dataDir = await testFolder(t)
  const lock = await lockDataFolder(dataDir)
  assert.equal((await stat(join(dataDir, 'gateway.lock'))).mode & 0o777, 0o600)
  await assert.rejects(lockDataFolder(dataDir), new RegExp(`process ${process.pid},`))
  await lock.release()
  await lock.release()
  assert.equal(await dataFolderHolder(dataDir), undefined)
  await (await lockDataFolder(dataDir)).release()
  assert.deepEqual(await readdir(dataDir), [])
})

test('the lock of a gateway that was killed is taken over', async (t) => {
  const dataDir = await testFolder(t)
  const killed = await inOtherProcess(t, LOCK, { dataDir })
  await killed.kill()
  assert.equal(await dataFolderHolder(dataDir), undefined)
  await (await lockDataFolder(dataDir)).release()
})

test('a lock whose process id was reused by another program is taken over', async (t) => {
  const dataDir = await testFolder(t)
  const path = join(dataDir, 'gateway.lock')
  const lock = await lockDataFolder(dataDir)
  const record = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await lock.release()
  await writeFile(path, JSON.stringify({ ...record, processStart: `${record['processStart']}1` }))
  await (await lockDataFolder(dataDir)).release()
})

test('a late release does not remove the lock of the next gateway', async (t) => {
  const dataDir = await testFolder(t)
  const path = join(dataDir, 'gateway.lock')
  const lock = await lockDataFolder(dataDir)
  const record = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, JSON.stringify({ ...record, nonce: 'of another gateway' }))
  await lock.release()
  assert.equal((await dataFolderHolder(dataDir))?.pid, process.pid)
})

test('of many gateways that start at once with a stale lock exactly one gets it', async (t) => {
  const dataDir = await testFolder(t)
  const killed = await inOtherProcess(t, LOCK, { dataDir })
  await killed.kill()
  const results = await Promise.allSettled(Array.from({ length: 12 }, () => lockDataFolder(dataDir)))
  const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  assert.equal(locks.length, 1)
  assert.equal((await dataFolderHolder(dataDir))?.pid, process.pid)
  await locks[0]?.release()
})

test('of two processes that start at once exactly one gets the lock', async (t) => {
  const dataDir = await testFolder(t)
  const attempt = 'console.log(await lock.lockDataFolder(dataDir).then(() => "locked", () => "refused"))'
  const others = await Promise.all([1, 2].map(() => inOtherProcess(t, attempt, { dataDir })))
  assert.deepEqual(others.map(({ line }) => line).sort(), ['locked', 'refused'])
})

const withKernelLocks = { skip: !kernelLocks() && !process.env['CI'] && 'NOT RUN: needs flock and /proc' }

test('a gateway in another container is detected by its kernel lock', withKernelLocks, async (t) => {
  const dataDir = await testFolder(t)
  const path = join(dataDir, 'gateway.lock')
  const holder = await inOtherProcess(t, LOCK, { dataDir })
  // The record as another container sees it: a process id of another pid namespace, here an unused one.
  const record = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, JSON.stringify({ ...record, pidNamespace: 'pid:[1]', pid: 2 ** 22 + 1 }))
  await assert.rejects(lockDataFolder(dataDir), /in another container or on another machine.*remove .*gateway\.lock/)
  await holder.kill()
  await (await lockDataFolder(dataDir)).release()
})

test('a child that outlives the holder does not hold the lock', withKernelLocks, async (t) => {
  const dataDir = await testFolder(t)
  const path = join(dataDir, 'gateway.lock')
  await lockDataFolder(dataDir)
  const child = spawn('sleep', ['60'], { stdio: 'ignore' })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'spawn')
  assert.equal((await openFiles(child.pid)).includes(path), false)
})

/** Open files of a process. A starting program also opens and closes files of its own. */
async function openFiles(pid: number | undefined): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`)
  return Promise.all(descriptors.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => 'closed meanwhile')))
}

function kernelLocks(): boolean {
  return process.platform === 'linux'
}
