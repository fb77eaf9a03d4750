// @ts-check
// Does a newcomer's first minute against a running gateway: a pay-in that completes, its signed callback, a payout.
// Arguments: base URL, path of demo.json. Ends with 1 and a sentence when something is not as promised.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The simulated bank pays after 3 s; a busy machine may need longer. */
const WAIT_MS = 30_000

const [base = '', demoPath = ''] = process.argv.slice(2)
const demo = JSON.parse(readFileSync(demoPath, 'utf8'))

const payin = await call('POST', '/api/v1/payments/payin_hth', {
  service_code: 'BT_AR',
  amount: 1500.5,
  reference: `probe-${process.pid}-${process.hrtime.bigint()}`,
  payer_doc_id: '20-26756539-3',
})
expect(payin.data.status === 'PENDING', `the pay-in is ${payin.data.status}, not PENDING`)
const id = payin.data.transaction_id
await until(
  'the pay-in completes',
  async () => (await call('GET', `/api/v1/payments/${id}`)).data.status === 'COMPLETED',
)

/** @type {any} */
let callback
await until('its callback arrives in the inbox', async () => {
  const inbox = await call('GET', '/api/v1/test/inbox')
  callback = inbox.data.messages
    .map((/** @type {any} */ each) => JSON.parse(each.body))
    .find((/** @type {any} */ body) => body.transaction_id === id)
  return callback !== undefined
})
const hash = createHmac('sha256', demo.auth_api_token).update(`${callback.api_key}${demo.auth_point_id}`).digest('hex')
expect(callback.security_hash === hash, 'the security_hash of the callback is wrong')
expect(callback.status === 'COMPLETED', `the callback says ${callback.status}`)

const payout = await call('POST', '/api/v1/payments/payout_hth', {
  service_code: 'SPEI_MX',
  amount: 100,
  reference: `probe-out-${process.pid}-${process.hrtime.bigint()}`,
  account_type: 'CLABE',
  account: '032180000118359719',
})
expect(payout.data.status === 'COMPLETED', `the payout is ${payout.data.status}`)
for (const path of ['/docs', '/openapi.json', '/llms.txt', '/metrics', '/readyz', '/docs/errors']) {
  const answer = await fetch(base + path)
  expect(answer.status === 200, `${path} answers ${answer.status}`)
}
console.log('probe: a pay-in completed, its callback is signed, a payout completed, the documentation answers')

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function call(method, path, body) {
  const answer = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${demo.api_key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  expect(answer.status === 200, `${method} ${path} answers ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/**
 * @param {string} what
 * @param {() => Promise<boolean>} look
 */
async function until(what, look) {
  const deadline = performance.now() + WAIT_MS
  while (!(await look())) {
    expect(performance.now() < deadline, `this never happened: ${what}`)
    await sleep(200)
  }
}

/**
 * @param {boolean} holds
 * @param {string} sentence
 */
function expect(holds, sentence) {
  if (holds) return
  console.error(`probe: ${sentence}`)
  process.exit(1)
}
