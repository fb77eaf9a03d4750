import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { securityHash, standardWebhookHeaders } from '../../src/core/callbacks/rules/callback-signature.ts'
import {
  callbackCases,
  callbackText,
  credentials,
  hashOf,
  newTransactionId,
  type Sent,
  signed,
} from '../support/callback-cases.ts'
import {
  canRun,
  type Example,
  exampleReceivers,
  failedStart,
  type RunningReceiver,
  startReceiver,
} from '../support/example-receiver.ts'
import { notTested } from '../support/not-tested.ts'

const casesMin = 80

describe('the callbacks of this test', () => {
  it('are signed as the gateway signs', () => {
    const { body, headers } = signed(callbackText(), { id: 'evt_1', secrets: [credentials.secret, credentials.secret] })
    const theirs = standardWebhookHeaders({
      secrets: [credentials.secret, credentials.secret],
      id: 'evt_1',
      timestampSeconds: Number(headers['webhook-timestamp']),
      body: String(body),
    })
    assert.deepEqual(headers, { 'content-type': 'application/json', ...theirs })
    assert.equal(hashOf('4095123456'), securityHash(credentials.apiToken, 4_095_123_456n, credentials.pointId))
  })

  it('are many', () => {
    assert.ok(callbackCases.length >= casesMin, String(callbackCases.length))
    assert.equal(new Set(callbackCases.map(({ claim }) => claim)).size, callbackCases.length)
  })
})

for (const example of exampleReceivers) {
  describe(`the receiver in ${example.name}`, () => {
    if (canRun(example)) {
      for (const withSecret of [true, false]) {
        describe(withSecret ? 'that knows the webhook secret' : 'that has no webhook secret', () =>
          judge(example, withSecret),
        )
      }
      it('does not work with settings that are missing or wrong', async () => await checkSettings(example))
      return
    }
    it('can be run here', (t) => {
      const sentence = `examples/${example.name} was NOT TESTED: ${example.needs} is not installed here.`
      notTested(t, sentence)
    })
  })
}

function judge(example: Example, withSecret: boolean): void {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-examples-'))
  const expected: unknown[] = []
  let receiver: RunningReceiver
  before(async () => {
    receiver = await startReceiver(example, { folder, withSecret })
  })
  after(async () => {
    await receiver?.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  /** Sends it, expects the answer, and notes the line that a new callback is printed as. */
  const post = async (sent: Sent, { status = 200, isNew = true }: { status?: number; isNew?: boolean } = {}) => {
    const answer = await receiver.post(sent)
    assert.equal(answer.status, status, `${answer.text}\n${receiver.output()}`)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    if (status === 200) assert.equal(answer.text, '{"status":"success"}')
    else assert.equal(JSON.parse(answer.text).status, 'error')
    if (status === 405) assert.equal(answer.headers.get('allow'), 'POST')
    if (status === 200 && isNew) expected.push(factsOf(String(sent.body)))
  }

  for (const each of callbackCases) {
    const status = withSecret ? each.status : (each.withoutSecret ?? each.status)
    it(`answers ${status} to ${each.claim}`, async () => await post(each.send(), { status }))
  }

  it('takes a callback once, and each status of its transaction', async () => {
    const transaction = { transaction_id: JSON.stringify(newTransactionId()) }
    const first = signed(callbackText(transaction))
    await post(first)
    await post(first, { isNew: false })
    const again = { ...transaction, api_key: '17', security_hash: JSON.stringify(hashOf('17')) }
    await post(signed(callbackText(again)), { isNew: false })
    await post(signed(callbackText({ ...transaction, status: '"EXPIRED"' })))
    await post(signed(callbackText({ ...again, status: '"EXPIRED"' })), { isNew: false })
    const forged = callbackText({ ...transaction, security_hash: '"00"' })
    await post(signed(forged), { status: 401 })
  })

  it('takes one of many that arrive at once', async () => {
    const sent = signed(callbackText())
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await receiver.post(sent)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
    )
    expected.push(factsOf(String(sent.body)))
  })

  it('printed one line per new callback, and no secret', async () => {
    await post(signed(callbackText({ reference: '"the last one"' })))
    assert.deepEqual(await receiver.lines(expected.length), expected)
    const { apiToken, secret } = credentials
    const body = callbackText()
    for (const hidden of [apiToken, secret, secret.slice('whsec_'.length), hashOf('4095123456')]) {
      assert.ok(!receiver.output().includes(hidden), receiver.output())
    }
    assert.ok(!receiver.output().includes(JSON.parse(body).message), receiver.output())
  })

  it('answers 500 while nobody takes its lines, and does not remember what it could not tell', async () => {
    receiver.closeOutput()
    const sent = signed(callbackText())
    await post(sent, { status: 500 })
    await post(sent, { status: 500 })
    await post(signed(callbackText({ security_hash: '"00"' })), { status: 401 })
  })
}

/** PHP reads its settings with each request, hence says so there. */
async function checkSettings(example: Example): Promise<void> {
  const right = { AUTH_POINT_ID: credentials.pointId, AUTH_API_TOKEN: credentials.apiToken }
  const wrong: readonly [string, Record<string, string>][] = [
    ['AUTH_POINT_ID', { ...right, AUTH_POINT_ID: '' }],
    ['AUTH_API_TOKEN', { ...right, AUTH_API_TOKEN: '' }],
    ['WEBHOOK_SECRET', { ...right, WEBHOOK_SECRET: credentials.secret.slice('whsec_'.length) }],
    ['WEBHOOK_SECRET', { ...right, WEBHOOK_SECRET: 'whsec_' }],
    ['WEBHOOK_SECRET', { ...right, WEBHOOK_SECRET: 'whsec_*' }],
  ]
  for (const [name, env] of wrong) {
    if (example.name !== 'php') {
      const { code, output } = await failedStart(example, env)
      assert.equal(code, 1, output)
      assert.match(output, new RegExp(`${name}.* must be`))
      continue
    }
    const receiver = await startReceiver(example, { folder: tmpdir(), withSecret: false, env })
    try {
      assert.equal((await receiver.post(signed(callbackText()))).status, 500)
      assert.match(receiver.output(), new RegExp(`${name}.* must be`))
    } finally {
      await receiver.stop()
    }
  }
}

function factsOf(body: string): unknown {
  const { transaction_id, status, reference } = JSON.parse(body) as Record<string, unknown>
  return { transaction_id, status, reference }
}
