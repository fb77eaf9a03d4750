import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type Json, NOTIFICATION_SECRET } from './bank-process.ts'

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  body: Json
  /** Whether the signature is right, computed here from the documented rule alone. */
  genuine: boolean
}

/** A real HTTP server that takes notifications. `answer` is the status it gives, for each in turn. */
export async function startReceiver(
  t: TestContext,
  answer: (received: Received) => number = () => 204,
  { answerAfterMs = 0 } = {},
) {
  const all: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const genuine = request.headers['x-simbank-signature'] === expectedSignature(request.headers, raw)
      const received = { headers: request.headers, raw, body: JSON.parse(raw) as Json, genuine }
      all.push(received)
      setTimeout(() => response.writeHead(answer(received)).end(), answerAfterMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notifications`
  return { url, all, about: (key: string) => all.filter(({ body }) => body['key'] === key) }
}

function expectedSignature(headers: IncomingHttpHeaders, raw: string): string {
  const hmac = createHmac('sha256', NOTIFICATION_SECRET)
  hmac.update(String(headers['x-simbank-timestamp']))
  hmac.update('.')
  hmac.update(raw)
  return `v1=${hmac.digest('hex')}`
}
