// @ts-check
// Posts what arrives in the inbox of the demo point to a receiver on this machine, byte for byte, until Ctrl-C:
//     node examples/forward-inbox.mjs http://127.0.0.1:8080/ [demo.json]
// Only for trying things out: the gateway itself posts to HTTPS addresses and tries again.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_INTERVAL_MS = 1_000

const [receiver, demoPath = `${process.env['PASARELA_DATA_DIR'] || 'data'}/demo.json`] = process.argv.slice(2)
if (!receiver) {
  console.error('usage: node examples/forward-inbox.mjs RECEIVER_URL [DEMO_JSON]')
  process.exit(1)
}
const { base_url, api_key } = JSON.parse(readFileSync(demoPath, 'utf8'))

// What came before is not sent: its signatures are perhaps too old by now.
let after = (await inbox('?limit=100')).at(-1)?.id ?? '0'
console.error(`forwards new callbacks from ${base_url} to ${receiver}`)
for (;;) {
  for (const { id, webhook_id, headers, body } of await inbox(`?limit=100&after=${after}`)) {
    const answer = await fetch(receiver, { method: 'POST', headers, body })
    console.log(`${webhook_id} was answered with ${answer.status}`)
    after = id
  }
  await sleep(POLL_INTERVAL_MS)
}

/**
 * @param {string} query
 * @returns {Promise<{ id: string, webhook_id: string, headers: Record<string, string>, body: string }[]>}
 */
async function inbox(query) {
  const answer = await fetch(`${base_url}/api/v1/test/inbox${query}`, {
    headers: { authorization: `Bearer ${api_key}` },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the inbox answers ${answer.status}: ${text}`)
  return JSON.parse(text).data.messages
}
