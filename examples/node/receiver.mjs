// @ts-check
// Receives Pasarela's callbacks: Node 20 or newer, nothing to install. See examples/README.md.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { writeSync } from 'node:fs'
import { createServer } from 'node:http'

const BODY_BYTES_MAX = 64 * 1024
/** How far `webhook-timestamp` may be from our clock: an old callback is perhaps a recorded one. */
const TIMESTAMP_TOLERANCE_SECONDS = 300
/** Callbacks remembered; a shop with more of them in three days of retries remembers them in its database. */
const REMEMBERED_MAX = 10_000
/** A sender who dawdles longer is cut off. */
const REQUEST_TIMEOUT_MS = 10_000

const settings = readSettings(process.env)
/** @type {Set<string>} in the order of arrival */
const remembered = new Set()

/** What ends a request with another answer than 200. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   */
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

const server = createServer(async (request, response) => {
  try {
    receive(request, await readBody(request))
    answer(response, 200, { status: 'success' })
  } catch (error) {
    if (error instanceof Refusal) return answer(response, error.status, { status: 'error', message: error.message })
    // The sender went away in the middle of its request.
    if (!request.complete) return
    console.error('internal failure:', error)
    answer(response, 500, { status: 'error', message: 'internal failure' })
  }
})
server.requestTimeout = REQUEST_TIMEOUT_MS
server.listen(settings.port, '127.0.0.1', () => {
  console.error(`receives callbacks at http://127.0.0.1:${settings.port}/, ${settings.checks}`)
})

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Buffer} body the bytes as they came: signatures are over these, never over JSON that was written again
 */
function receive(request, body) {
  if (settings.webhookKey) checkSignature(settings.webhookKey, request.headers, body)
  const callback = parseCallback(body)
  checkSecurityHash(callback)
  const key = createHash('sha256')
    .update(JSON.stringify([callback.transaction_id, callback.status]))
    .digest('hex')
  if (remembered.has(key)) return
  handle(callback)
  // Only now: what failed is not remembered, so the next attempt does it.
  remembered.add(key)
  for (const oldest of remembered) {
    if (remembered.size <= REMEMBERED_MAX) break
    remembered.delete(oldest)
  }
}

/**
 * Your work begins here. Put it into a queue and return: the answer must be out within 5 seconds.
 * @param {Record<string, any>} callback
 */
function handle({ transaction_id, status, reference = null }) {
  // Throws when nobody takes the line; console.log would not, and the callback would be lost.
  writeSync(process.stdout.fd, `callback ${JSON.stringify({ transaction_id, status, reference })}\n`)
}

/**
 * Standard Webhooks 1.0.0: one of the signatures must be ours. There are two while the secret is being changed.
 * @param {Buffer} key
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {Buffer} body
 */
function checkSignature(key, headers, body) {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  )
  if (!id || !timestamp || !signatures) throw new Refusal(401, 'the webhook headers are missing')
  const ageSeconds = Date.now() / 1000 - Number(timestamp)
  if (!/^\d{1,15}$/.test(timestamp) || Math.abs(ageSeconds) > TIMESTAMP_TOLERANCE_SECONDS) {
    throw new Refusal(401, 'webhook-timestamp is not of now')
  }
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`, 'latin1').update(body)
  const expected = `v1,${signed.digest('base64')}`
  if (!signatures.split(' ').some((each) => isSame(expected, each))) {
    throw new Refusal(401, 'webhook-signature does not match')
  }
}

/** @param {Record<string, any>} callback */
function checkSecurityHash(callback) {
  const message = `${callback['api_key']}${settings.pointId}`
  const expected = createHmac('sha256', settings.apiToken).update(message, 'utf8').digest('hex')
  if (!isSame(expected, callback['security_hash'])) throw new Refusal(401, 'security_hash does not match')
}

/**
 * @param {string} expected
 * @param {string} given
 */
function isSame(expected, given) {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The callback with `api_key` as its decimal text: a JavaScript number is exact up to 2^53 only.
 * @param {Buffer} body
 * @returns {Record<string, any>}
 */
function parseCallback(body) {
  let text = ''
  let callback
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    callback = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'the body is not JSON')
  }
  if (typeof callback !== 'object' || callback === null || Array.isArray(callback)) {
    throw new Refusal(400, 'the body is not a JSON object')
  }
  for (const name of ['transaction_id', 'security_hash', 'status', 'message']) {
    if (typeof callback[name] !== 'string' || callback[name] === '') throw new Refusal(400, `${name} is missing`)
  }
  const apiKey = rawMember(text, 'api_key')
  if (apiKey === undefined || !/^[1-9]\d{0,17}$/.test(apiKey)) throw new Refusal(400, 'api_key is not an integer')
  return { ...callback, api_key: apiKey }
}

/**
 * The raw text of a member of the outermost object; the last one counts, as in JSON.parse.
 * @param {string} text valid JSON
 * @param {string} name
 */
function rawMember(text, name) {
  let depth = 0
  let found
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  tokens.forEach((token, index) => {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    if (depth === 1 && tokens[index + 1] === ':' && JSON.parse(token) === name) found = tokens[index + 2]
  })
  return /** @type {string | undefined} */ (found)
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    // What is too much is read and dropped, so that the sender gets to see the answer.
    if (size <= BODY_BYTES_MAX) chunks.push(chunk)
  }
  if (request.method !== 'POST') throw new Refusal(405, 'callbacks come by POST')
  if (size > BODY_BYTES_MAX) throw new Refusal(413, `the body is larger than ${BODY_BYTES_MAX} bytes`)
  return Buffer.concat(chunks)
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {unknown} body
 */
function answer(response, status, body) {
  if (status === 405) response.setHeader('Allow', 'POST')
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

/** @param {NodeJS.ProcessEnv} env */
function readSettings(env) {
  const { PORT: port = '8080', AUTH_POINT_ID: pointId, AUTH_API_TOKEN: apiToken, WEBHOOK_SECRET: secret } = env
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return stop('PORT must be a port number.')
  if (!pointId || !apiToken)
    return stop('AUTH_POINT_ID and AUTH_API_TOKEN must be set (demo.json in the data folder has them).')
  const unchecked = 'checks security_hash only, which does not cover the body: set WEBHOOK_SECRET'
  if (!secret) return { port: Number(port), pointId, apiToken, webhookKey: undefined, checks: unchecked }
  const [, key] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? []
  if (!key) return stop('WEBHOOK_SECRET must be whsec_ and a key in base64.')
  const checks = 'checks webhook-signature and security_hash'
  return { port: Number(port), pointId, apiToken, webhookKey: Buffer.from(key, 'base64'), checks }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
