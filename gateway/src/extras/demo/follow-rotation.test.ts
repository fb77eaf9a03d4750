import assert from 'node:assert/strict'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig } from 'pg'
import { eventually } from '../../../test/support/eventually.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createApiKey } from '../../core/merchants/create-api-key.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { rotateApiKey } from '../point-settings/rotate-api-key.ts'
import { rotateApiToken, rotateWebhookSecret } from '../point-settings/rotate-callback-secrets.ts'
import { ensureDemo } from './create-demo.ts'
import { readDemoFile, writeDemoFile } from './demo-file.ts'
import { followInDemoFile } from './follow-rotation.ts'

const simulatedBank = { token: 'token-token-token-1', notificationSecret: 'secret-secret-secret-1' }
const actor = { name: 'test', merchantId: null, userId: null, origin: null }

async function begin(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-demo-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'demo.json')
  const deps = await setUp(t)
  const facts = await ensureDemo(deps, { simulatedBank, known: undefined })
  const file = { ...facts, baseUrl: 'http://127.0.0.1:1', docsUrl: '', dashboardUrl: '', people: undefined }
  writeDemoFile(path, file)
  const logged: string[] = []
  const log = createLog('warn', (line) => void logged.push(line))
  return {
    folder,
    path,
    file,
    logged,
    log,
    deps: { ...deps, followRotation: followInDemoFile({ ...deps, log }, path) },
  }
}

const idOf = (key: string) => key.split('_')[2] ?? ''

test('the file follows both keys, the webhook secret and the token, atomically and for its owner only', async (t) => {
  const { deps, path, file, folder } = await begin(t)
  const { authPointId: pointId } = file
  const payments = await rotateApiKey(deps, { keyId: idOf(file.apiKey), overlap: '1h', actor: 'test' })
  assert.deepEqual(readDemoFile(path), { ...file, apiKey: payments.key })
  const settings = await rotateApiKey(deps, { keyId: idOf(file.settingsKey), overlap: '0', actor: 'test' })
  const again = await rotateApiKey(deps, { keyId: payments.keyId, overlap: '0', actor: 'test' })
  const { webhookSecret } = await rotateWebhookSecret(deps, { pointId, actor }, { overlap: '24h', force: false })
  const { authApiToken } = await rotateApiToken(deps, { pointId, actor }, 'stage')
  assert.equal(readDemoFile(path)?.authApiToken, file.authApiToken, 'a staged token signs nothing yet')
  await rotateApiToken(deps, { pointId, actor }, 'activate')
  const expected = { ...file, apiKey: again.key, settingsKey: settings.key, webhookSecret, authApiToken }
  assert.deepEqual(readDemoFile(path), expected)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['demo.json'])
})

test('rotations at the same time lose none of each other', async (t) => {
  const { deps, path, file } = await begin(t)
  const [payments, settings, secret] = await Promise.all([
    rotateApiKey(deps, { keyId: idOf(file.apiKey), overlap: '0', actor: 'test' }),
    rotateApiKey(deps, { keyId: idOf(file.settingsKey), overlap: '0', actor: 'test' }),
    rotateWebhookSecret(deps, { pointId: file.authPointId, actor }, { overlap: '0', force: false }),
  ])
  const expected = { apiKey: payments.key, settingsKey: settings.key, webhookSecret: secret.webhookSecret }
  assert.deepEqual(readDemoFile(path), { ...file, ...expected })
})

test('a rotation whose secrets were read before the next one does not take its place', async (t) => {
  const { deps, path, file, log } = await begin(t)
  const { engine } = deps.database
  let holds = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = new Proxy(engine, {
    get: (pool, name) =>
      name === 'query'
        ? async (statement: QueryConfig) => {
            const found = await pool.query(statement)
            if ('webhook_secret_box' in (found.rows[0] ?? {}) && holds++ === 0) await released
            return found
          }
        : Reflect.get(pool, name),
  })
  const follow = followInDemoFile({ ...deps, log, database: { ...deps.database, engine: slow } }, path)
  const first = follow({ pointId: file.authPointId })
  await eventually(() => holds > 0 || undefined, 'the first one reads')
  const point = { pointId: file.authPointId, actor }
  const unfollowed = { ...deps, followRotation: undefined }
  const { webhookSecret } = await rotateWebhookSecret(unfollowed, point, { overlap: '0', force: false })
  const second = follow({ pointId: file.authPointId })
  // Long enough for the second one to write first, were it not to wait for the first.
  await Promise.race([second, sleep(500)])
  release()
  await Promise.all([first, second])
  assert.equal(readDemoFile(path)?.webhookSecret, webhookSecret)
})

test('nothing but credentials of the demo point enters the file, and no file is made', async (t) => {
  const { deps, path, file } = await begin(t)
  const live = await aPoint(deps, { environment: 'live' })
  const foreign = await createApiKey(deps, { pointId: live.pointId, name: 'live', scopes: ['read'], actor: 'test' })
  const third = { pointId: file.authPointId, name: 'third', scopes: ['read'], actor: 'test' }
  const another = await createApiKey(deps, third)
  const before = readFileSync(path, 'utf8')
  await rotateApiKey(deps, { keyId: foreign.keyId, overlap: '0', actor: 'test' })
  await rotateApiKey(deps, { keyId: another.keyId, overlap: '0', actor: 'test' })
  await rotateWebhookSecret(deps, { pointId: live.pointId, actor }, { overlap: '0', force: false })
  assert.equal(readFileSync(path, 'utf8'), before)
  // A file that names another point, of whatever environment, is not this deployment's.
  writeDemoFile(path, { ...file, authPointId: live.pointId, apiKey: foreign.key })
  const forged = readFileSync(path, 'utf8')
  await rotateWebhookSecret(deps, { pointId: live.pointId, actor }, { overlap: '0', force: true })
  await rotateWebhookSecret(deps, { pointId: file.authPointId, actor }, { overlap: '0', force: false })
  assert.equal(readFileSync(path, 'utf8'), forged)
  await deps.followRotation({ pointId: file.authPointId, apiKey: { oldKeyId: idOf(file.apiKey), key: foreign.key } })
  writeDemoFile(path, file)
  await deps.followRotation({ pointId: file.authPointId, apiKey: { oldKeyId: idOf(file.apiKey), key: foreign.key } })
  assert.equal(readDemoFile(path)?.apiKey, file.apiKey, 'a live key is never written')
  rmSync(path)
  await rotateWebhookSecret(deps, { pointId: file.authPointId, actor }, { overlap: '0', force: true })
  assert.ok(!existsSync(path))
})

test('a rotation is done although its file cannot be written, which is logged without a secret', async (t) => {
  const { deps, path, file, logged } = await begin(t)
  const draft = `${path}.${process.pid}`
  mkdirSync(join(draft, 'blocked'), { recursive: true })
  const { key, keyId } = await rotateApiKey(deps, { keyId: idOf(file.apiKey), overlap: '0', actor: 'test' })
  assert.notEqual(key, file.apiKey)
  assert.equal(readDemoFile(path)?.apiKey, file.apiKey)
  assert.match(logged.join(''), /the next start writes it/)
  for (const secret of [key, file.authApiToken, file.webhookSecret]) assert.ok(!logged.join('').includes(secret))
  rmSync(draft, { recursive: true })
  // A draft that a dead process left gives the file no other mode.
  writeFileSync(draft, 'left')
  chmodSync(draft, 0o644)
  writeDemoFile(path, { ...file, apiKey: key })
  const next = await rotateApiKey(deps, { keyId, overlap: '0', actor: 'test' })
  assert.equal(readDemoFile(path)?.apiKey, next.key)
  assert.equal(statSync(path).mode & 0o777, 0o600)
})
