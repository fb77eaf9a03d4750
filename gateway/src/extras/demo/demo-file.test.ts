import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readDemoFile, writeDemoFile } from './demo-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'pasarela-demo-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'demo.json')
const facts = {
  baseUrl: 'http://127.0.0.1:8420',
  apiKey: 'pas_test_x',
  authPointId: '00000000-0000-7000-8000-000000000000',
  authApiToken: 'token',
  webhookSecret: 'whsec_x',
  settingsKey: 'pas_test_y',
  docsUrl: 'http://127.0.0.1:8420/docs',
  dashboardUrl: 'http://127.0.0.1:8420/dashboard',
  people: {
    owner: { email: 'owner@pasarela.example', password: 'one' },
    operations: { email: 'operations@pasarela.example', password: 'two' },
    admin: { email: 'admin@pasarela.example', password: 'three' },
    operator: { email: 'operator@pasarela.example', password: 'four' },
  },
}

test('the file holds exactly the documented names, only its owner can read it, and it can be parsed', () => {
  writeDemoFile(path, { ...facts, baseUrl: 'http://127.0.0.1:1' })
  writeDemoFile(path, facts)
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), {
    base_url: facts.baseUrl,
    api_key: facts.apiKey,
    auth_point_id: facts.authPointId,
    auth_api_token: facts.authApiToken,
    webhook_secret: facts.webhookSecret,
    settings_key: facts.settingsKey,
    docs_url: facts.docsUrl,
    dashboard_url: facts.dashboardUrl,
    people: facts.people,
  })
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['demo.json'])
  assert.deepEqual(readDemoFile(path), facts)
})

test('a missing or damaged file is written again', () => {
  assert.equal(readDemoFile(join(folder, 'none.json')), undefined)
  for (const content of ['', '{', '{"api_key":"pas_test_x"}', '[]']) {
    writeFileSync(path, content)
    assert.equal(readDemoFile(path), undefined, content)
  }
})
