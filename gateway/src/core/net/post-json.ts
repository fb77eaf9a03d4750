import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { Agent, type Dispatcher, request as httpRequest } from 'undici'
import type { Environment } from '../values/environment.ts'
import { parseNetworks } from './address-guard.ts'
import { type ClassifiedError, classifyError } from './attempt-error.ts'
import { livePorts } from './callback-url.ts'
import { bare, type GuardRules, guardedConnector } from './guarded-connector.ts'
import { hostResolver, type ResolveHost } from './resolve-host.ts'

/** Deadline of one whole attempt: resolution, connection, request and answer (contract section 6). */
export const deadlineMs = 10_000

/**
 * At most this much of an answer is read. A callback's answer has a few bytes, and the limit protects the gateway's
 * memory.
 */
const answerBytesMax = 64 * 1024

/** At most this much of an answer is kept for the log. Enough for an error message. */
const keptBytesMax = 4 * 1024

const headerBytesMax = 16 * 1024

/**
 * Sockets to one origin over all points. The limit protects an origin that many points name, and stops a hanging origin
 * from using all sockets.
 */
const socketsPerOriginMax = 32

/**
 * Idle sockets close before Node servers close them (after 5 s by default), which would break a request. The agent then
 * also drops idle origins.
 */
const keepAliveMs = 4_000
const keepAliveMaxMs = 30_000

/** A reused socket that fails within this time was closed by the other side while idle. */
const staleSocketMs = 1_000

/**
 * Origins whose connections are counted. Beyond this number all counts are cleared, which costs at most an immediate
 * retry.
 */
const countedOriginsMax = 10_000

export interface PosterOptions {
  /** Networks that test points may reach besides public addresses (`CALLBACK_ALLOW_CIDRS`). */
  allowCidrs: readonly string[]
  /** A further certificate authority, PEM, for test points (`CALLBACK_CA_FILE`). */
  ca?: Buffer | string
  /** Default: the machine's name servers. */
  resolve?: ResolveHost
  /** For tests only. */
  deadlineMs?: number
}

export interface JsonPost {
  environment: Environment
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Durations in whole milliseconds from the start of the post. */
export type PostAnswer =
  | {
      kind: 'answer'
      status: number
      /** The first 4 KiB as text. */
      body: string
      retryAfter: string | undefined
      firstByteMs: number
      totalMs: number
    }
  | ({ kind: 'failure'; status: number | null; firstByteMs: number | null; totalMs: number } & ClassifiedError)

export interface Poster {
  /** Never rejects. Every failure is returned as an answer. */
  post(post: JsonPost): Promise<PostAnswer>
  close(): Promise<void>
}

interface GuardedClient {
  resolve: ResolveHost
  /** Reuses sockets. */
  kept: Agent
  /** Opens a socket for each request. */
  fresh: Agent
  /** Number of connections made to each origin so far. */
  connections: Map<string, number>
}

/**
 * Posts to addresses that merchants entered (OWASP SSRF prevention). HTTPS only. Certificate chain and name are always
 * verified, and redirects are not followed. The guard checks the address at connection time, so that a changed name or
 * an unusual notation cannot pass. Live points: public addresses and ports 443 and 8443. Test points: any port, and the
 * allowed networks.
 */
export function jsonPoster(options: PosterOptions): Poster {
  const resolve = options.resolve ?? hostResolver()
  const clients: Record<Environment, GuardedClient> = {
    live: guardedClient({ resolve, allowed: [], ports: livePorts }),
    test: guardedClient({
      resolve,
      allowed: parseNetworks(options.allowCidrs),
      ports: undefined,
      ...(options.ca === undefined ? {} : { tls: { ca: [...rootCertificates, options.ca] } }),
    }),
  }
  return {
    post: async (post) => await postOnce(clients[post.environment], post, options.deadlineMs ?? deadlineMs),
    close: async () => {
      await Promise.all(Object.values(clients).flatMap(({ kept, fresh }) => [kept.destroy(), fresh.destroy()]))
    },
  }
}

async function postOnce(client: GuardedClient, post: JsonPost, timeoutMs: number): Promise<PostAnswer> {
  const startMs = performance.now()
  if (!URL.canParse(post.url)) {
    return {
      kind: 'failure',
      status: null,
      firstByteMs: null,
      totalMs: 0,
      error: 'connect',
      code: 'ERR_INVALID_URL',
      ours: false,
    }
  }
  const url = new URL(post.url)
  const signal = AbortSignal.timeout(timeoutMs)
  const origin = `${bare(url.hostname)}:${url.port || '443'}`
  const before = client.connections.get(origin)
  const answer = await send(client, post, { agent: client.kept, url, startMs, signal })
  const reused = before !== undefined && client.connections.get(origin) === before
  const stale = answer.kind === 'failure' && answer.error === 'reset' && answer.status === null
  if (!stale || !reused || answer.totalMs > staleSocketMs) return answer
  return await send(client, post, { agent: client.fresh, url, startMs, signal })
}

interface Attempt {
  agent: Dispatcher
  url: URL
  startMs: number
  signal: AbortSignal
}

async function send(client: GuardedClient, post: JsonPost, attempt: Attempt): Promise<PostAnswer> {
  let status: number | null = null
  let firstByteMs: number | null = null
  const passedMs = () => Math.round(performance.now() - attempt.startMs)
  try {
    const { hostname } = attempt.url
    if (isIP(bare(hostname)) === 0) await client.resolve(hostname)
    const answer = await httpRequest(attempt.url, {
      dispatcher: attempt.agent,
      method: 'POST',
      headers: post.headers,
      body: Buffer.from(post.body, 'utf8'),
      signal: attempt.signal,
    })
    status = answer.statusCode
    firstByteMs = passedMs()
    const body = await readText(answer.body)
    const retryAfter = [answer.headers['retry-after']].flat()[0]
    return { kind: 'answer', status, body, retryAfter, firstByteMs, totalMs: passedMs() }
  } catch (error) {
    return { kind: 'failure', status, firstByteMs, totalMs: passedMs(), ...classifyError(error) }
  }
}

/**
 * Reads the body up to the limit, so that the socket can be reused. A longer body is cut there, and its socket is
 * closed.
 */
async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  await new Promise<void>((resolve, reject) => {
    body.on('data', (bytes: Buffer) => {
      if (size < keptBytesMax) chunks.push(bytes)
      size += bytes.length
      if (size <= answerBytesMax) return
      resolve()
      body.destroy()
    })
    body.on('end', resolve)
    body.on('error', reject)
    // After `end` or an error it changes nothing; without them the post would never end.
    body.on('close', () => reject(Object.assign(new Error('the answer ended early'), { code: 'ECONNRESET' })))
  })
  return utf8.decode(Buffer.concat(chunks).subarray(0, keptBytesMax)).replaceAll('\u0000', '')
}

const utf8 = new TextDecoder()

function guardedClient(rules: GuardRules): GuardedClient {
  const connections = new Map<string, number>()
  const connect = guardedConnector(rules, (origin) => {
    if (connections.size >= countedOriginsMax) connections.clear()
    connections.set(origin, (connections.get(origin) ?? 0) + 1)
  })
  const settings = {
    connect,
    connections: socketsPerOriginMax,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxHeaderSize: headerBytesMax,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMaxMs,
    allowH2: false,
  }
  return {
    resolve: rules.resolve,
    kept: new Agent({ ...settings, pipelining: 1 }),
    fresh: new Agent({ ...settings, pipelining: 0 }),
    connections,
  }
}
