import assert from 'node:assert/strict'
import { test } from 'node:test'
import { welcome } from './welcome.ts'

const demo = {
  baseUrl: 'http://127.0.0.1:8420',
  apiKey: 'key',
  authPointId: 'point',
  authApiToken: 'token',
  webhookSecret: 'secret',
  settingsKey: 'settings',
  docsUrl: 'http://127.0.0.1:8420/docs',
  dashboardUrl: 'http://127.0.0.1:8420/dashboard',
  people: undefined,
}

test('the first start names the demo file where it is', () => {
  assert.match(welcome(demo, '/srv/pay/demo.json'), /^The same facts are in \/srv\/pay\/demo\.json\./m)
})
