import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { lockDataFolder } from '../../src/extras/embedded-postgres/data-folder-lock.ts'
import { testFolder } from '../../src/extras/embedded-postgres/test-folder.ts'
import { freePort } from '../support/free-port.ts'
import { gatewayRoot, startChild } from '../support/processes.ts'

const isRoot = process.getuid?.() === 0

/** A user without rights of its own, as which root can try what a user meets. */
const nobodyId = 65_534

describe('a gateway that cannot start says why in one sentence', () => {
  const said = async (env: Record<string, string>) => {
    const printed: string[] = []
    const child = startChild(gatewayRoot, { PORT: '0', PASARELA_DEMO: '0', ...env }, printed)
    try {
      await assert.rejects(child.ready, /ended with 1/)
      await child.closed
    } finally {
      await child.kill()
    }
    const text = printed.join('')
    assert.doesNotMatch(text, /^ {4}at /m, 'a stack is for faults of ours')
    return text
  }

  it('where CALLBACK_CA_FILE is garbage', async (t) => {
    const folder = await testFolder(t)
    writeFileSync(join(folder, 'ca.pem'), 'garbage')
    const env = { PASARELA_DATA_DIR: join(folder, 'data'), CALLBACK_CA_FILE: join(folder, 'ca.pem') }
    assert.match(await said(env), /CALLBACK_CA_FILE must name a PEM file with one or more certificates/)
  })

  it('where another gateway holds the data folder', async (t) => {
    const PASARELA_DATA_DIR = await testFolder(t)
    const lock = await lockDataFolder(PASARELA_DATA_DIR)
    t.after(async () => await lock.release())
    const text = await said({ PASARELA_DATA_DIR })
    assert.match(text, new RegExp(`Another gateway \\(process ${process.pid}, since [^)]+\\) is using the data folder`))
  })

  it('where another program has the port', async (t) => {
    const PASARELA_DATA_DIR = join(await testFolder(t), 'data')
    const PORT = String(await taken(t))
    assert.match(
      await said({ PASARELA_DATA_DIR, PORT }),
      new RegExp(`Port ${PORT} of 127\\.0\\.0\\.1 is taken by another`),
    )
    assert.ok(!existsSync(PASARELA_DATA_DIR), 'a refused start leaves nothing behind')
  })

  it('where HOST is no address of this machine', async (t) => {
    const text = await said({ PASARELA_DATA_DIR: await testFolder(t), HOST: '192.0.2.1' })
    assert.match(text, /192\.0\.2\.1 is no address of this machine/)
  })

  it('where the data folder is a file', async (t) => {
    const file = join(await testFolder(t), 'file')
    writeFileSync(file, '')
    assert.match(await said({ PASARELA_DATA_DIR: file }), /The data folder .* is no folder/)
  })

  it('where PostgreSQL does not answer', async (t) => {
    const folder = await testFolder(t)
    writeFileSync(join(folder, 'key'), Buffer.alloc(32, 1).toString('base64'), { mode: 0o400 })
    const DATABASE_URL = `postgres://pasarela:a-password@127.0.0.1:${await freePort()}/pasarela`
    const text = await said({ DATABASE_URL, MASTER_KEY_FILE: join(folder, 'key'), MIGRATE: 'off' })
    assert.match(text, /The PostgreSQL of DATABASE_URL cannot be reached \(ECONNREFUSED\)/)
    assert.doesNotMatch(text, /a-password/)
  })

  it('where the disk is read-only', async (t) => {
    const disk = await mounted(t, 'ro,size=1m')
    if (disk === undefined) return
    assert.match(await said({ PASARELA_DATA_DIR: disk }), /The data folder .* is on a read-only disk/)
    assert.match(await said({ PASARELA_DATA_DIR: join(disk, 'data') }), /disk is read-only or gone|on a read-only disk/)
  })

  it('where the disk is full, from the beginning or while the database is made', async (t) => {
    for (const size of ['16k', '2m']) {
      const disk = await mounted(t, `size=${size}`)
      if (disk === undefined) return
      assert.match(
        await said({ PASARELA_DATA_DIR: join(disk, 'data') }),
        /The disk of the data folder .* is full/,
        size,
      )
    }
  })

  it('where the folder belongs to somebody else', async (t) => {
    const folder = await testFolder(t)
    chmodSync(folder, 0o711)
    mkdirSync(join(folder, 'data'), { mode: 0o500 })
    if (isRoot) chownSync(join(folder, 'data'), nobodyId, nobodyId)
    const main = join(gatewayRoot, import.meta.url.endsWith('.ts') ? 'src/main.ts' : 'dist/src/main.js')
    const tsx = main.endsWith('.ts') ? ['--import', 'tsx'] : []
    const { stderr } = spawnSync(process.execPath, [...tsx, main], {
      env: { PATH: process.env['PATH'], PORT: '0', PASARELA_DATA_DIR: join(folder, 'data') },
      ...(isRoot ? { uid: nobodyId, gid: nobodyId } : {}),
      encoding: 'utf8',
    })
    assert.match(stderr, /This user may not write to the data folder .*: give it to the user who starts Pasarela/)
  })
})

describe('npm start', () => {
  const start = async (env: Record<string, string>) => {
    const script = resolve(gatewayRoot, '..', 'scripts', 'start.mjs')
    const child = spawn(process.execPath, [script], { env: { PATH: process.env['PATH'], ...env } })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [code] = await once(child, 'close')
    assert.equal(code, 1, text)
    assert.doesNotMatch(text, /^ {4}at /m)
    return text
  }

  it('names the port that the simulated bank needs, and only where that is the fault', async (t) => {
    const port = await taken(t)
    const folder = await testFolder(t)
    const text = await start({ PORT: String(port - 1), PASARELA_DATA_DIR: folder })
    assert.match(text, new RegExp(`Port ${port} is taken by another program\\. The simulated bank needs it`))
    writeFileSync(join(folder, 'simbank', 'content.key'), 'damaged')
    const damaged = await start({ PORT: '0', PASARELA_DATA_DIR: folder })
    assert.match(damaged, /content\.key is damaged/)
    assert.doesNotMatch(damaged, /Port \d+ is taken/)
  })

  it('leaves nothing behind where a first start is refused', async (t) => {
    const PASARELA_DATA_DIR = join(await testFolder(t), 'data')
    const port = await taken(t)
    for (const env of [{ PORT: String(port - 1) }, { PORT: String(port) }, { LOG_LEVEL: 'loud' }]) {
      await start({ PORT: '0', ...env, PASARELA_DATA_DIR })
      assert.ok(!existsSync(PASARELA_DATA_DIR), JSON.stringify(env))
    }
  })

  it('names who holds the folder, on a database of its own too', async (t) => {
    const PASARELA_DATA_DIR = await testFolder(t)
    const lock = await lockDataFolder(PASARELA_DATA_DIR)
    t.after(async () => await lock.release())
    const text = await start({ PASARELA_DATA_DIR, DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    assert.match(text, new RegExp(`A gateway \\(process ${process.pid}, since `))
    assert.match(text, /It is still running\. Stop it first/)
  })

  it('says that a folder cannot be used before it starts anything on it', async (t) => {
    const file = join(await testFolder(t), 'file')
    writeFileSync(file, '')
    const text = await start({ PASARELA_DATA_DIR: file })
    assert.match(text, /^The data folder .* is no folder: choose another one with PASARELA_DATA_DIR\.$/m)
    assert.doesNotMatch(text, /simbank|port/i)
  })
})

/** A port that this process listens on, next to a free one. */
async function taken(t: TestContext): Promise<number> {
  const server = createServer()
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return port
}

/** A small disk of its own. Only root can make one, and not in every container: there the test says that it did not run. */
async function mounted(t: TestContext, options: string): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-disk-'))
  const { status } = isRoot ? spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]) : { status: 1 }
  t.after(async () => {
    if (status === 0) spawnSync('umount', ['-l', folder])
    await rmdir(folder)
  })
  if (status === 0) return folder
  const sentence = 'a disk of its own cannot be mounted here: read-only and full disks were NOT TESTED.'
  console.warn(sentence)
  t.skip(sentence)
  return undefined
}
