// Takes the newest callback of the test inbox and verifies it the way your server does.
import { createHmac, timingSafeEqual } from 'node:crypto'

const { PASARELA_URL, PASARELA_KEY, PASARELA_POINT_ID, PASARELA_API_TOKEN, PASARELA_WEBHOOK_SECRET } = process.env

/** Give it the body as it came: JSON that was parsed and written again has other bytes. */
function isGenuine(rawBody, headers) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(PASARELA_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${rawBody}`).digest('base64')}`
  const isSigned = headers['webhook-signature'].split(' ').some((each) => isSame(each, expected))

  const { api_key, security_hash } = JSON.parse(rawBody)
  const hash = createHmac('sha256', PASARELA_API_TOKEN).update(`${api_key}${PASARELA_POINT_ID}`).digest('hex')
  return isSigned && isSame(security_hash, hash)
}

function isSame(one, other) {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

const response = await fetch(`${PASARELA_URL}/api/v1/test/inbox?limit=100`, {
  headers: { Authorization: `Bearer ${PASARELA_KEY}` },
})
const { body, headers } = (await response.json()).data.messages.at(-1)
console.log('as it came:', isGenuine(body, headers) ? 'genuine' : 'forged')
console.log('one space added:', isGenuine(body.replace('{', '{ '), headers) ? 'genuine' : 'forged')
