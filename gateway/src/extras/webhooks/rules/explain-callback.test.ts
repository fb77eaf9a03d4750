import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { securityHash, standardWebhookHeaders } from '../../../core/callbacks/rules/callback-signature.ts'
import { type CallbackTruth, type CheckedCallback, explainCallback } from './explain-callback.ts'

const pointId = '7f1c1f4e-3a52-4d6b-9f0a-5a0d3c2b1a90'
const token = 'an-api-token'
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const oldSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
const now = new Date('2026-05-01T12:00:00Z')
const id = 'evt_01890a5d0000700080000000000000ff'

const bodyWith = (hash: string, key = '123456') =>
  `{"transaction_id":"t","api_key":${key},"security_hash":"${hash}","status":"COMPLETED","amount":10.00,"message":"m"}`
const good = bodyWith(securityHash(token, 123_456n, pointId))
const truth: CallbackTruth = {
  pointId,
  tokens: { active: token, old: 'old-token', staged: 'staged-token' },
  webhookSecrets: [secret, oldSecret],
  sentBody: good,
  now,
}
const signed = (body: string, by = secret, at = now) =>
  standardWebhookHeaders({ secrets: [by], id, timestampSeconds: at.getTime() / 1000, body })
const explain = (body: string, headers = signed(good), more: Partial<CallbackTruth> = {}) =>
  explainCallback({ body, headers }, { ...truth, ...more })
const of = (checks: readonly CheckedCallback[], check: CheckedCallback['check']) =>
  checks.find((each) => each.check === check)
const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex')

describe('a received callback', () => {
  it('passes every check if it is unchanged', () => {
    const checks = explain(good)
    assert.deepEqual(
      checks.map(({ check, ok }) => [check, ok]),
      ['json', 'fields', 'api_key', 'security_hash', 'webhook_id', 'body', 'timestamp', 'signature'].map((check) => [
        check,
        true,
      ]),
    )
  })

  it('of a test is not in the log, which is accepted; an unknown callback of a payment is not', () => {
    const test = good.replace('"t"', '"test_1"')
    const unknown = { sentBody: undefined }
    assert.equal(of(explain(test, signed(test), unknown), 'webhook_id')?.ok, null)
    assert.equal(of(explain(good, signed(good), unknown), 'webhook_id')?.ok, false)
  })

  it('with a wrong hash is told the mistake that makes exactly this hash', () => {
    const mistakes: readonly [hash: string, words: RegExp][] = [
      [securityHash(token, 123_456n, pointId).toUpperCase(), /upper case/],
      [securityHash('old-token', 123_456n, pointId), /before the rotation/],
      [securityHash('staged-token', 123_456n, pointId), /staged token/],
      [hmac(token, `${pointId}123456`), /wrong order/],
      [hmac(pointId, `123456${token}`), /swapped/],
      [hmac(token, '123456'), /Point ID is missing/],
      [hmac(token, `123456${pointId.toUpperCase()}`), /lower case/],
      [hmac(token, `123456${pointId.replaceAll('-', '')}`), /dashes/],
      [hmac(token, `0000123456${pointId}`), /leading zeros/],
      ['0'.repeat(64), /no token of this point/],
    ]
    for (const [hash, words] of mistakes) {
      const found = of(explain(bodyWith(hash)), 'security_hash')
      assert.equal(found?.ok, false)
      assert.match(String(found?.message), words)
    }
  })

  it('has an api_key that is a text, overflowed or formatted: the check says so', () => {
    for (const [key, words] of [
      ['"123456"', /text/],
      ['-5', /integer from 1/],
      ['10000000000', /integer from 1/],
      ['1.5', /integer from 1/],
      ['123456.0', /fraction/],
      ['1.23456e5', /exponent/],
    ] as const) {
      const found = of(explain(bodyWith('x', key)), 'api_key')
      assert.equal(found?.ok, false, key)
      assert.match(String(found?.message), words, key)
    }
    assert.equal(of(explain(bodyWith('x', '"123456"')), 'security_hash')?.ok, null)
  })

  it('with missing fields or without a JSON object gets each fault listed', () => {
    assert.match(
      String(of(explain('{"api_key":1,"status":null}'), 'fields')?.message),
      /transaction_id, security_hash, status, message/,
    )
    for (const body of ['', '[]', '"text"', 'null', '{']) {
      const checks = explain(body)
      assert.equal(of(checks, 'json')?.ok, false, body)
      assert.equal(of(checks, 'fields'), undefined)
    }
  })

  it('that was parsed and serialized again is distinguished from a changed one', () => {
    const rewritten = explain(JSON.stringify(JSON.parse(good)))
    assert.match(String(of(rewritten, 'body')?.message), /parsed and written again: .* at character 1\d\d/)
    assert.match(String(of(rewritten, 'signature')?.message), /bytes that were sent/)
    const changed = explain(good.replace('10.00', '99.00'))
    assert.match(String(of(changed, 'body')?.message), /^The body differs/)
    assert.equal(of(changed, 'security_hash')?.ok, true, 'the hash does not cover the body')
  })

  it('is checked by its headers: unknown id, stale or malformed time, another secret, an old one, none', () => {
    assert.equal(of(explain(good, signed(good), { sentBody: undefined }), 'webhook_id')?.ok, false)
    assert.equal(of(explain(good, {}), 'webhook_id')?.ok, null)
    assert.equal(of(explain(good, {}), 'signature')?.ok, null)
    const at = (seconds: number) => explain(good, signed(good, secret, new Date(now.getTime() + seconds * 1_000)))
    assert.equal(of(at(-300), 'timestamp')?.ok, true)
    assert.match(String(of(at(-301), 'timestamp')?.message), /301 s ago/)
    assert.match(String(of(at(301), 'timestamp')?.message), /301 s ahead/)
    assert.equal(of(at(-301), 'signature')?.ok, true, 'the time has a check of its own')
    assert.match(
      String(of(explain(good, { ...signed(good), 'webhook-timestamp': 'noon' }), 'timestamp')?.message),
      /Unix/,
    )
    assert.match(String(of(explain(good, signed(good, oldSecret)), 'signature')?.message), /old webhook secret/)
    const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
    assert.equal(of(explain(good, signed(good, other)), 'signature')?.ok, false)
    const both = { ...signed(good), 'webhook-signature': `v1,AAAA ${signed(good)['webhook-signature']}` }
    assert.equal(of(explain(good, both), 'signature')?.ok, true, 'one matching signature is enough')
  })
})
