import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Certificate } from './certificates.ts'

/** A test, or a whole file, that closes behind itself what it opened. */
export interface Cleanup {
  after(close: () => Promise<void>): void
}

/** A request as it arrived, byte for byte. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** Names and values in the order and case of the wire. */
  rawHeaders: readonly string[]
  body: string
}

/** How the receiver answers: a status, or a function that does whatever it wants with the response. */
export type Answer = number | ((request: ReceivedRequest, response: ServerResponse, socket: Duplex) => void)

export interface HttpsReceiver {
  /** `https://127.0.0.1:<port>`. */
  url: string
  port: number
  requests: ReceivedRequest[]
  /** TCP connections that ever reached TLS. */
  connections: () => number
  /** The answer from now on. */
  answerWith(answer: Answer): void
  /** Resolves as soon as so many requests have arrived. */
  received(count: number): Promise<void>
  close(): Promise<void>
}

/** A merchant's callback endpoint on 127.0.0.1 that records every request and answers 200 until told otherwise. */
export async function httpsReceiver(
  t: Cleanup,
  certificate: Certificate,
  options: ServerOptions = {},
): Promise<HttpsReceiver> {
  const requests: ReceivedRequest[] = []
  const sockets = new Set<Duplex>()
  let connections = 0
  let answer: Answer = 200
  let waiting: { count: number; done: () => void }[] = []
  const server = createServer({ keepAliveTimeout: 60_000, ...options, ...certificate }, (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = '', url: path = '', headers, rawHeaders } = incoming
      const request = { method, path, headers, rawHeaders, body: Buffer.concat(chunks).toString('utf8') }
      requests.push(request)
      if (typeof answer === 'number') response.writeHead(answer).end('{"status":"success"}')
      else answer(request, response, incoming.socket)
      for (const each of waiting) if (requests.length >= each.count) each.done()
      waiting = waiting.filter((each) => requests.length < each.count)
    })
  })
  server.on('secureConnection', () => connections++)
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  t.after(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => connections,
    answerWith: (next) => {
      answer = next
    },
    received: async (count) => {
      if (requests.length >= count) return
      await new Promise<void>((done) => waiting.push({ count, done }))
    },
    close,
  }
}
