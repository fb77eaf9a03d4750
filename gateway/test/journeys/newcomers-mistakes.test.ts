import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { assertTranslated } from '../support/translated-refusal.ts'
import { type CallOptions, openWorld, type Wire } from '../support/world.ts'

const payin = '/api/v1/payments/payin_hth'
const payout = '/api/v1/payments/payout_hth'
const json = { 'content-type': 'application/json' }
const order = { service_code: 'BT_AR', amount: 1500.5, reference: 'order-1', payer_doc_id: '20-26756539-3' }

interface Mistake {
  method?: string
  path?: string
  send: CallOptions
  status: number
  /** What the reply says: what is wrong, and what to do instead. Nothing else is needed to mend it. */
  says: RegExp
  /** Checked in a warning instead of the message, where the request is accepted. */
  warns?: true
}

/** What somebody does wrong on the first day, with curl and the quickstart at hand. */
const mistakes: Readonly<Record<string, Mistake>> = {
  'no key': {
    send: { body: order, headers: { authorization: '' } },
    status: 401,
    says: /Authorization: Bearer pas_test_…/,
  },
  'something else as the key': {
    send: { body: order, headers: { authorization: 'Bearer whsec_c2VjcmV0' } },
    status: 401,
    says: /no API key: API keys begin with pas_test_ or pas_live_/,
  },
  'a key that was copied in part': {
    send: { body: order, headers: { authorization: 'Bearer pas_test_AbCdEf' } },
    status: 401,
    says: /incomplete or misspelt: copy it once more, whole/,
  },
  'the key of another endpoint group': {
    method: 'PUT',
    path: '/api/v1/webhook',
    send: { body: { url: 'https://shop.example/hook' } },
    status: 403,
    says: /needs the scope webhook; .*settings_key of data\/demo\.json.*\/dashboard\/p\/.*\/credentials/,
  },
  'broken JSON': {
    send: { raw: '{"service_code":"BT_AR",}', headers: json },
    status: 400,
    says: /not valid JSON: unexpected character at line 1, column 25/,
  },
  'the form that curl -d sends': {
    send: { raw: 'service_code=BT_AR&amount=10', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    says: /Send Content-Type: application\/json/,
  },
  'no body': { send: { raw: '', headers: json }, status: 400, says: /body is empty: send a JSON object/ },
  'a list as the body': { send: { body: [order] }, status: 400, says: /must be a JSON object, not an array/ },
  'a misspelt name of a field': {
    send: { body: { ...order, payer_doc_id: undefined, payer_document_id: '20-26756539-3' } },
    status: 422,
    says: /payer_doc_id is required for BT_AR: CUIT.*\(payer_document_id was sent, which is not a known field\)/,
  },
  'a field of the wrong type': {
    send: { body: { ...order, reference: 1001 } },
    status: 422,
    says: /reference must be a string, not a number/,
  },
  'an amount with separators': {
    send: { body: { ...order, amount: '1.500,50' } },
    status: 422,
    says: /amount must be a plain decimal number such as 1250\.50, without separators of thousands/,
  },
  'an amount in cents of a currency without cents': {
    send: { body: { ...order, service_code: 'BT_CL', amount: 1500.5, payer_doc_id: '12.345.678-5' } },
    status: 422,
    says: /amount has more decimals than CLP allows: CLP has no decimals/,
  },
  'a service code that does not exist': {
    send: { body: { ...order, service_code: 'BT_BR' } },
    status: 422,
    says: /no service code BT_BR for a pay-in: did you mean PIX_BR\?/,
  },
  'a method of another operation': {
    path: payout,
    send: { body: { ...order, service_code: 'CC1_IG_TRUST_WW_EUR' } },
    status: 422,
    says: /CC1_IG_TRUST_WW_EUR has no payout: known are .*BT_AR/,
  },
  'a document with a wrong check digit': {
    send: { body: { ...order, reference: 'order-2', payer_doc_id: '20-26756539-4' } },
    status: 200,
    says: /payer_doc_id: check digit should be 3 \(a live point refuses this\)/,
    warns: true,
  },
  'an account of the wrong length': {
    path: payout,
    send: { body: { ...order, account_type: 'CBU', account: '28505909400904181352' } },
    status: 422,
    says: /account: a CBU has 22 digits, not 20/,
  },
  'a time in the past': {
    send: { body: { ...order, reference: 'order-3', expired_at: '2020-01-01T00:00:00Z' } },
    status: 422,
    says: /expired_at must be in the future/,
  },
  'the same reference for another order': {
    send: { body: { ...order, amount: 2000 } },
    status: 409,
    says: /reference was used before with other content: amount \(it was 1500\.50\) differ.*Use a new reference/,
  },
  'a misspelt filter': {
    method: 'GET',
    path: '/api/v1/payments?state=PENDING',
    send: {},
    status: 422,
    says: /state is no query parameter of this address: (did you mean status\?|known are .*status)/,
  },
  'a path without its beginning': {
    path: '/payments/payin_hth',
    send: { body: order },
    status: 404,
    says: /did you mean POST \/api\/v1\/payments\/payin_hth\? All addresses: http.*\/docs$/,
  },
  'a misspelt path': {
    path: '/api/v1/payments/pay-in',
    send: { body: order },
    status: 405,
    says: /answers GET, HEAD only, not POST: did you mean POST \/api\/v1\/payments\/payin_hth\?/,
  },
  'a pay-in sent to the list of payments': {
    path: '/api/v1/payments',
    send: { body: order },
    status: 405,
    says: /answers GET, HEAD only, not POST: did you mean POST \/api\/v1\/payments\/payin_hth\?/,
  },
  'a wrong method': {
    method: 'GET',
    path: payin,
    send: {},
    status: 405,
    says: /answers POST only, not GET\. What it takes: http.*\/docs$/,
  },
}

describe('what a newcomer does wrong', () => {
  // Without the networks that tests open for their own receivers.
  const world = openWorld({ docs: true, env: { CALLBACK_ALLOW_CIDRS: '' } })
  before(async () => {
    const first = await world.call('POST', payin, { body: order })
    assert.equal(first.status, 200)
  })

  const signedIn = async () => {
    const owner = await world.signIn('owner')
    return owner
  }

  for (const [what, { method = 'POST', path = payin, send, status, says, warns }] of Object.entries(mistakes)) {
    it(`is told by the reply alone: ${what}`, async () => {
      const answer = await world.call(method, path, send)
      const told = `${answer.status} ${JSON.stringify(answer.body)}`
      assert.equal(answer.status, status, told)
      const said = warns ? answer.body.warnings.map((each: Wire) => each.message).join('\n') : answer.body.error.message
      assert.match(said, says, told)
      if (warns) return
      assert.match(answer.body.error.doc_url, /\/docs\/errors#[a-z_]+$/)
      if (status === 405) assert.match(answer.headers.get('allow') ?? '', /^(POST|GET, HEAD), OPTIONS$/)
      await assertTranslated(world, { method, path, ...send }, answer)
    })
  }

  it('is told by the reply alone: a live key at a test deployment', async () => {
    const key = world.demo.api_key.replace('pas_test_', 'pas_live_')
    const { status, body } = await world.call('POST', payin, { body: order, key })
    assert.equal(status, 401)
    assert.match(body.error.message, /live key|misspelt/)
  })

  it('is told by the reply alone: a callback address on the own machine, over the API, by a command and in the dashboard', async () => {
    const url = 'http://localhost:4242/hook'
    const sent = { key: world.demo.settings_key, body: { url } }
    const { status, body } = await world.call('PUT', '/api/v1/webhook', sent)
    assert.equal(status, 422)
    assert.ok(body.error.message.endsWith(`run npx pasarela listen --forward ${url}`), body.error.message)
    await assertTranslated(world, { method: 'PUT', path: '/api/v1/webhook', ...sent }, { body } as never)
    const command = await world.command('point', 'set-callback', '--point', world.demo.auth_point_id, '--url', url)
    assert.equal(command.code, 1)
    assert.ok(command.output.includes(`npx pasarela listen --forward ${url}`), command.output)
    const owner = await signedIn()
    const page = `/console/points/${world.demo.auth_point_id}/webhook`
    const shown = await owner.call('PUT', page, { body: { url }, headers: { 'accept-language': 'es' } })
    // The page shows the field's message below the field.
    assert.equal(
      shown.body.errors[0].message,
      `url: Los callbacks no van a direcciones de su propia máquina o red. Para recibirlos ahí, ejecute npx pasarela listen --forward ${url}`,
    )
  })

  it('does not lose the keys: demo.json follows a rotation by the API, by a command and in the dashboard', async () => {
    const path = join(world.folder, 'data', 'demo.json')
    const key = world.demo.settings_key
    const { body } = await world.call('POST', '/api/v1/webhook/rotate-secret', { key, body: { overlap: '1h' } })
    const id = world.demo.api_key.split('_')[2] ?? ''
    const rotated = await world.facts('key', 'rotate', '--key', id, '--overlap', '1h')
    const owner = await signedIn()
    await owner.stepUp({ password: world.demo.people.owner.password })
    const keys = `/console/points/${world.demo.auth_point_id}/keys`
    const made = await owner.call('POST', `${keys}/${key.split('_')[2]}/rotate`, { body: { overlap: '1h' } })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const file = JSON.parse(readFileSync(path, 'utf8')) as Wire
    assert.equal(file.webhook_secret, body.data.webhook_secret)
    assert.equal(file.api_key, rotated['api_key'])
    assert.equal(file.settings_key, made.body.data.api_key)
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })
})
