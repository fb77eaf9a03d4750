import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request as send } from 'undici'
import type { Cleanup } from '../support/database.ts'
import type { ContractCheck } from './contract-check.ts'

/** One call as it passed. `status` 0: the provider ended the connection. */
export interface PassedCall {
  method: string
  /** With its query. */
  path: string
  body: string
  status: number
}

/**
 * Stands between a connector and a provider and checks both: every request that we send and every answer that the provider
 * plays. Calls outside of the described API (tokens) pass by their own check.
 */
export interface ContractServer {
  url: string
  /** Every disagreement with the description, oldest first. */
  faults: readonly string[]
  calls: readonly PassedCall[]
}

export interface ContractServerOptions {
  contract: ContractCheck
  /** Address of the provider, without a trailing slash. */
  provider: string
  /** Path of the described API below the address. */
  apiPath: string
  /** Faults of a request that is not of the described API. */
  checkOther(request: { method: string; path: string; headers: IncomingHttpHeaders; body: string }): string[]
}

export async function contractServer(t: Cleanup, options: ContractServerOptions): Promise<ContractServer> {
  const faults: string[] = []
  const calls: PassedCall[] = []
  const server = createServer((request, response) => {
    void pass(request, options).then(({ call, answer, found }) => {
      faults.push(...found)
      calls.push(call)
      if (!answer) {
        request.socket.destroy()
        return
      }
      const { 'content-type': type, 'retry-after': retryAfter } = answer.headers
      response.writeHead(answer.status, {
        ...(type === undefined ? {} : { 'content-type': type }),
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      })
      response.end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise<void>((done) => void server.close(() => done()))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, faults, calls }
}

async function pass(request: IncomingMessage, { contract, provider, apiPath, checkOther }: ContractServerOptions) {
  const { method = 'GET', url = '/', headers } = request
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const { pathname, searchParams } = new URL(url, provider)
  const isApi = pathname.startsWith(`${apiPath}/`)
  const asked = { method, path: pathname.slice(apiPath.length) }
  const found = isApi
    ? contract.faultsOfRequest({
        ...asked,
        query: searchParams,
        headers: { authorization: headers.authorization, 'content-type': headers['content-type'] },
        body: body.length === 0 ? undefined : body,
      })
    : checkOther({ method, path: pathname, headers, body: body.toString('utf8') })
  const answer = await forward(`${provider}${url}`, { method, headers, body })
  if (answer && isApi && !isOutside(answer)) {
    found.push(
      ...contract.faultsOfAnswer(asked, {
        status: answer.status,
        type: answer.headers['content-type'],
        body: answer.body,
      }),
    )
  }
  const call = { method, path: url, body: body.toString('utf8'), status: answer?.status ?? 0 }
  return { call, answer, found }
}

/** What gateways, limits and crashed servers in front of an API say is in no description. */
function isOutside({ status }: { status: number }): boolean {
  return status === 401 || status === 429 || status >= 500
}

async function forward(
  url: string,
  { method, headers, body }: { method: string; headers: IncomingHttpHeaders; body: Buffer },
) {
  const { authorization, 'content-type': type, accept } = headers
  try {
    const answer = await send(url, {
      method: method as 'GET',
      headers: { authorization, 'content-type': type, accept } as Record<string, string>,
      body: body.length === 0 ? null : body,
    })
    const one = (name: string) => {
      const value = answer.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    return {
      status: answer.statusCode,
      headers: { 'content-type': one('content-type'), 'retry-after': one('retry-after') },
      body: Buffer.from(await answer.body.arrayBuffer()),
    }
  } catch {
    return undefined
  }
}
