import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './under-test.ts'

export interface Received {
  method: string
  path: string
  body: string
  authorization: string | undefined
}

/** A provider of real sockets that does what a case tells it to. */
export interface ScriptedProvider {
  url: string
  received: Received[]
  /** What the next requests get. */
  script(handler: (response: ServerResponse, request: Received) => void): void
  /** Requests that are answered before the script and are not in `received`, such as those for tokens. */
  answerFirst(handler: (request: Received) => Answer | undefined): void
  /** Nobody listens any more: connections are refused. */
  goAway(): Promise<void>
  close(): Promise<void>
}

export async function scriptedProvider(): Promise<ScriptedProvider> {
  const received: Received[] = []
  let handler: (response: ServerResponse, request: Received) => void = (response) => response.writeHead(500).end()
  let early: (request: Received) => Answer | undefined = () => undefined
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { method = '', url: path = '' } = request
      const seen = { method, path, body, authorization: request.headers.authorization }
      const first = early(seen)
      if (first) return answerJson(first.body, first.status)(response)
      received.push(seen)
      handler(response, seen)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const end = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    script: (next) => {
      handler = next
    },
    answerFirst: (next) => {
      early = next
    },
    goAway: end,
    close: end,
  }
}

export function answerJson(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export function answerText(text: string, status = 200) {
  return (response: ServerResponse) => void response.writeHead(status, { 'content-type': 'text/html' }).end(text)
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += String(part)
  return text
}
