import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { readTls, type TlsFiles } from './config.ts'

/** A request. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  text: string
}

export interface Reply {
  status: number
  headers?: Record<string, string>
  text?: string
}

/** What goes out: a reply, or half of one, or nothing but the end of the connection. */
export type Outcome = Reply | { halfOf: Reply } | 'cut'

export interface Listening {
  /** `http(s)://127.0.0.1:<port>`. */
  url: string
  /** Reads the TLS files again: connections from now on have them. */
  reloadTls(): void
  close(): Promise<void>
}

const keepAliveMs = 65_000

/** Listens on 127.0.0.1; port 0 lets the system choose. */
export async function listen(
  { port, tls }: { port: number; tls?: TlsFiles | undefined },
  answer: (call: Call) => Promise<Outcome>,
): Promise<Listening> {
  const sockets = new Set<Socket>()
  const listener = (incoming: IncomingMessage, response: ServerResponse) => {
    serve(incoming, response, answer).catch((fault: unknown) => {
      console.error(`simpsp: ${fault instanceof Error ? fault.stack : String(fault)}`)
      incoming.socket.destroy()
    })
  }
  const demands = { requestCert: tls?.ca !== undefined, rejectUnauthorized: true }
  const server = tls ? createTlsServer({ ...readTls(tls), ...demands }, listener) : createServer(listener)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('tlsClientError', () => undefined)
  // Longer than callers keep a connection, so that no request meets a closing one.
  server.keepAliveTimeout = keepAliveMs
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reloadTls: () => {
      if (tls) (server as TlsServer).setSecureContext(readTls(tls))
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  answer: (call: Call) => Promise<Outcome>,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://simpsp')
  const outcome = await answer({
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  })
  if (outcome === 'cut') return void incoming.socket.destroy()
  const { status, headers, text = '' } = 'halfOf' in outcome ? outcome.halfOf : outcome
  const length = Buffer.byteLength(text)
  const id = { 'x-correlation-id': randomUUID() }
  response.writeHead(status, { ...id, ...headers, ...(status !== 204 && { 'content-length': length }) })
  if (!('halfOf' in outcome)) return void response.end(text)
  response.write(text.slice(0, Math.floor(text.length / 2)), () => incoming.socket.destroy())
}
