import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { ConfigError } from './config/config-error.ts'
import { loadMasterKey } from './master-key.ts'

async function place(t: TestContext) {
  const deps = await setUp(t)
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-key-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const db = deps.database.owner
  return {
    deps,
    folder,
    dataDir,
    embedded: async () =>
      await loadMasterKey({ config: { dataDir, databaseUrl: undefined, masterKeyFile: undefined }, db }),
    external: async (masterKeyFile: string) =>
      await loadMasterKey({ config: { dataDir, databaseUrl: deps.url, masterKeyFile }, db }),
    keyFile(content: string, mode = 0o400): string {
      const path = join(folder, `key-${randomBytes(4).toString('hex')}`)
      writeFileSync(path, content)
      chmodSync(path, mode)
      return path
    },
  }
}

function refused(pattern: RegExp) {
  return (error: unknown) => error instanceof ConfigError && pattern.test(error.message)
}

test('the first start on the embedded database makes a key that only its owner reads, and later starts use it', async (t) => {
  const { dataDir, embedded } = await place(t)
  const key = await embedded()
  assert.equal(key.length, 32)
  assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o400)
  assert.deepEqual(readdirSync(dataDir), ['master.key'])
  assert.deepEqual(await embedded(), key)
})

test('a lost key is never replaced while the database holds secrets', async (t) => {
  const { dataDir, embedded } = await place(t)
  await embedded()
  rmSync(join(dataDir, 'master.key'))
  await assert.rejects(embedded(), refused(/missing.*restore/s))
  assert.deepEqual(readdirSync(dataDir), [])
})

test('a start with another key is refused, from any source', async (t) => {
  const { dataDir, embedded, external, keyFile, folder } = await place(t)
  const key = await embedded()
  await assert.rejects(
    external(keyFile(randomBytes(32).toString('base64'))),
    refused(/is not the one of this database/),
  )
  const same = join(folder, 'same')
  writeFileSync(same, readFileSync(join(dataDir, 'master.key')), { mode: 0o400 })
  assert.deepEqual(await external(same), key)
  rmSync(join(dataDir, 'master.key'))
  writeFileSync(join(dataDir, 'master.key'), randomBytes(32).toString('hex'), { mode: 0o400 })
  await assert.rejects(embedded(), refused(/is not the one of this database/))
})

test('a database with secrets but without their check value gets no new check value', async (t) => {
  const { deps, external, keyFile } = await place(t)
  await aPoint(deps)
  await assert.rejects(external(keyFile(randomBytes(32).toString('base64'))), refused(/no check value/))
})

test('two processes that start at once with different keys: one of them refuses', async (t) => {
  const { external, keyFile } = await place(t)
  const starts = [1, 2].map(async () => await external(keyFile(randomBytes(32).toString('base64'))))
  assert.deepEqual((await Promise.allSettled(starts)).map((each) => each.status).sort(), ['fulfilled', 'rejected'])
})

test('hex, base64 and base64url are read, with white space around', async (t) => {
  const { external, keyFile } = await place(t)
  const key = randomBytes(32)
  for (const text of [key.toString('hex'), `${key.toString('base64')}\n`, ` ${key.toString('base64url')} `]) {
    assert.deepEqual(await external(keyFile(text)), key, text)
  }
})

test('a key of another length is refused without quoting it', async (t) => {
  const { external, keyFile } = await place(t)
  for (const text of [
    '',
    'canary',
    randomBytes(16).toString('hex'),
    randomBytes(33).toString('base64'),
    'canary '.repeat(999),
  ]) {
    await assert.rejects(
      external(keyFile(text)),
      (error) => refused(/must hold 32 random bytes/)(error) && !String(error).includes('canary'),
      text,
    )
  }
  await assert.rejects(external(join(tmpdir(), 'no-such-key')), refused(/does not exist/))
})

test('a key file that group or others can read is refused', async (t) => {
  const { external, keyFile } = await place(t)
  const text = randomBytes(32).toString('base64')
  for (const mode of [0o440, 0o404, 0o644]) {
    await assert.rejects(external(keyFile(text, mode)), refused(/other users.*chmod 400/s), mode.toString(8))
  }
  await external(keyFile(text, 0o600))
})

test('with DATABASE_URL a key inside the data folder is refused, also through a link', async (t) => {
  const { dataDir, folder, external } = await place(t)
  const inside = join(dataDir, 'my.key')
  writeFileSync(inside, randomBytes(32).toString('base64'), { mode: 0o400 })
  await assert.rejects(external(inside), refused(/inside the data folder/))
  const link = join(folder, 'link')
  symlinkSync(inside, link)
  await assert.rejects(external(link), refused(/inside the data folder/))
})
