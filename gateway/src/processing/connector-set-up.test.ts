import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { toyCredentials, toyProvider } from '../../test/support/toy-provider.ts'
import { createConnectors } from '../connectors/index.ts'
import { fieldsOfSetUp } from '../connectors/set-up.ts'
import { languages } from '../values/language.ts'
import { notifyUrl } from './call-connector.ts'

const connectors = createConnectors({
  simulatedBankUrl: 'http://127.0.0.1:9',
  further: [toyProvider()],
  onThrown: () => undefined,
})

test('every field of every connector’s credentials has a label in each language and an example', () => {
  const fields = [...connectors.values()].flatMap(({ setUp }) => (setUp ? fieldsOfSetUp(setUp) : []))
  assert.ok(fields.length >= 7)
  for (const { name, label, example } of fields) {
    for (const language of languages) assert.ok(label[language].length > 1, name)
    assert.notEqual(example, '')
  }
  const unlabelled = { credentials: z.object({ token: z.string() }) }
  assert.throws(() => fieldsOfSetUp(unlabelled), /token has no label/)
})

test('a wrapped connector keeps its set-up', async () => {
  const setUp = connectors.get('toy-pix')?.setUp
  assert.equal(setUp?.certificates?.(await toyCredentials()).length, 1)
})

test('a sandbox is notified to the public address, and only the simulated bank to the local one', () => {
  const deps = { publicUrl: 'https://pay.example.com', localUrl: 'http://127.0.0.1:8420' }
  const url = (connector: string) => notifyUrl(deps, { id: 'a', connector, environment: 'test', credentials: '{}' })
  assert.equal(url('toy-pix'), 'https://pay.example.com/provider-notifications/a')
  assert.equal(url('simulated-bank'), 'http://127.0.0.1:8420/provider-notifications/a')
})
