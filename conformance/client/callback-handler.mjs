// @ts-check
// The server of a merchant, as the specification describes it, for Node and without any package.
import { createHmac, timingSafeEqual } from 'node:crypto'

const REQUIRED = ['transaction_id', 'api_key', 'security_hash', 'status', 'message']

/**
 * @typedef {object} Merchant
 * @property {string} authPointId
 * @property {string} authApiToken
 * @property {(callback: Record<string, unknown>) => void} remember must be quick: it puts the callback where its work is
 *   done later. It throws where it cannot.
 * @property {Set<string>} [seen] the callbacks of before
 */

/**
 * What the merchant answers to the raw body of a callback.
 * @param {string} rawBody
 * @param {Merchant} merchant
 * @returns {{ code: 200 | 400 | 401 | 500, body: { status: string, message?: string } }}
 */
export function answerCallback(rawBody, merchant) {
  const callback = parse(rawBody)
  if (callback === undefined) return error(400, 'the body is no JSON object')
  const missing = REQUIRED.filter((name) => callback[name] === undefined || callback[name] === null)
  if (missing.length > 0) return error(400, `missing: ${missing.join(', ')}`)
  if (!isGenuine(callback, merchant)) return error(401, 'security_hash does not fit')
  merchant.seen ??= new Set()
  const key = `${callback['transaction_id']} ${callback['status']}`
  try {
    if (!merchant.seen.has(key)) merchant.remember(callback)
    merchant.seen.add(key)
  } catch {
    return error(500, 'try again')
  }
  return { code: 200, body: { status: 'success' } }
}

/**
 * The listener of a server, such as `createServer(callbackListener(merchant))` of node:https.
 * @param {Merchant} merchant
 * @returns {import('node:http').RequestListener}
 */
export function callbackListener(merchant) {
  return async (request, response) => {
    /** @type {Buffer[]} */
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const { code, body } = answerCallback(Buffer.concat(chunks).toString('utf8'), merchant)
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

/**
 * @param {Record<string, unknown>} callback
 * @param {Merchant} merchant
 */
function isGenuine(callback, { authApiToken, authPointId }) {
  // A text with leading zeros gives another message than the number, and fails.
  const message = `${callback['api_key']}${authPointId}`
  const expected = createHmac('sha256', authApiToken).update(message).digest()
  const given = Buffer.from(String(callback['security_hash']), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * @param {string} text
 * @returns {Record<string, unknown> | undefined}
 */
function parse(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * @param {400 | 401 | 500} code
 * @param {string} message
 */
function error(code, message) {
  return { code, body: { status: 'error', message } }
}
