import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { Agent, buildConnector, type Dispatcher, request as httpRequest } from 'undici'
import type { Environment } from '../values/environment.ts'
import { BlockedAddress, isAllowedAddress, type Network, parseNetworks } from './address-guard.ts'
import { type ClassifiedError, classifyError } from './attempt-error.ts'
import { livePorts } from './callback-url.ts'
import { hostResolver, type ResolveHost } from './resolve-host.ts'

/** One attempt in all: name, connection, request, whole answer (contract section 6). */
export const deadlineMs = 10_000

/** A host that does not take a connection within this time is down. */
const connectTimeoutMs = 3_000

/** More of an answer is not read: a callback's answer is a few bytes, and memory is ours. */
const answerBytesMax = 64 * 1024

/** What is kept of an answer for the log: enough for an error message. */
const keptBytesMax = 4 * 1024

const headerBytesMax = 16 * 1024

/** Sockets to one origin over all points: a victim that many points name is not flooded, and a hanging one leaves room. */
const socketsPerOriginMax = 32

/** Idle sockets close before the usual 5 s of Node servers do it under a request; the agent forgets idle origins with them. */
const keepAliveMs = 4_000
const keepAliveMaxMs = 30_000

/** A kept socket that dies this fast was closed by the other side while idle. */
const staleSocketMs = 1_000

/** Origins whose connections are counted; all are forgotten beyond it, which only costs an instant retry. */
const countedOriginsMax = 10_000

export interface PosterOptions {
  /** Networks that test points may reach besides public addresses (`CALLBACK_ALLOW_CIDRS`). */
  allowCidrs: readonly string[]
  /** A further certificate authority, PEM, for test points (`CALLBACK_CA_FILE`). */
  ca?: Buffer | string
  /** The machine's name servers without it. */
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
  /** Never rejects: whatever happens is an answer. */
  post(post: JsonPost): Promise<PostAnswer>
  close(): Promise<void>
}

interface Way {
  resolve: ResolveHost
  /** Sockets are kept for the next request. */
  kept: Agent
  /** Each request has a socket of its own. */
  fresh: Agent
  /** How many connections were made to an origin so far. */
  connections: Map<string, number>
}

/**
 * Posts to addresses that strangers typed in (OWASP SSRF prevention): HTTPS only, certificate chain and name always
 * verified, no redirect followed, and the guard stands where the socket connects, so that neither a changed name nor an
 * odd spelling passes it. Live: public addresses and ports 443 and 8443. Test: any port, and the allowed networks.
 */
export function jsonPoster(options: PosterOptions): Poster {
  const resolve = options.resolve ?? hostResolver()
  const ways: Record<Environment, Way> = {
    live: way({ resolve, allowed: [], ports: livePorts }),
    test: way({ resolve, allowed: parseNetworks(options.allowCidrs), ports: undefined, ca: options.ca }),
  }
  return {
    post: async (post) => await postOnce(ways[post.environment], post, options.deadlineMs ?? deadlineMs),
    close: async () => {
      await Promise.all(Object.values(ways).flatMap(({ kept, fresh }) => [kept.destroy(), fresh.destroy()]))
    },
  }
}

async function postOnce(way: Way, post: JsonPost, timeoutMs: number): Promise<PostAnswer> {
  const attempt = { startMs: performance.now(), signal: AbortSignal.timeout(timeoutMs) }
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
  const origin = originOf(post.url)
  const before = way.connections.get(origin)
  const answer = await send(way, post, { ...attempt, agent: way.kept })
  const reused = before !== undefined && way.connections.get(origin) === before
  const stale = answer.kind === 'failure' && answer.error === 'reset' && answer.status === null
  if (!stale || !reused || answer.totalMs > staleSocketMs) return answer
  return await send(way, post, { ...attempt, agent: way.fresh })
}

interface Attempt {
  agent: Dispatcher
  startMs: number
  signal: AbortSignal
}

async function send(way: Way, post: JsonPost, attempt: Attempt): Promise<PostAnswer> {
  let status: number | null = null
  let firstByteMs: number | null = null
  const passedMs = () => Math.round(performance.now() - attempt.startMs)
  try {
    const { hostname } = new URL(post.url)
    if (isIP(bare(hostname)) === 0) await way.resolve(hostname)
    const answer = await httpRequest(post.url, {
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

/** Reads on to the limit, so that the socket can be kept; a longer answer is cut there, and its socket closed. */
async function readText(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes = chunk as Buffer
    if (size < keptBytesMax) chunks.push(bytes)
    size += bytes.length
    if (size > answerBytesMax) break
  }
  const kept = Buffer.concat(chunks).subarray(0, keptBytesMax)
  return new TextDecoder().decode(kept).replaceAll('\u0000', '')
}

interface GuardRules {
  resolve: ResolveHost
  allowed: readonly Network[]
  /** Undefined: any. */
  ports: readonly number[] | undefined
  ca?: Buffer | string | undefined
}

function way(rules: GuardRules): Way {
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

/** Checks scheme and port, literal addresses (a lookup is never asked about them), every resolved address, and the peer. */
function guardedConnector(rules: GuardRules, onConnect: (origin: string) => void): buildConnector.connector {
  const dial = buildConnector({
    lookup: guardedLookup(rules),
    timeout: connectTimeoutMs,
    rejectUnauthorized: true,
    allowH2: false,
    autoSelectFamily: true,
    ...(rules.ca === undefined
      ? { minVersion: 'TLSv1.2' as const }
      : { secureContext: createSecureContext({ ca: [...rootCertificates, rules.ca], minVersion: 'TLSv1.2' }) }),
  })
  return (options, done) => {
    const blocked = blockedBefore(rules, options)
    if (blocked) {
      done(blocked, null)
      return
    }
    dial(options, (...[error, socket]) => {
      if (error) {
        done(error, null)
      } else if (isAllowedAddress(socket.remoteAddress ?? '', rules.allowed)) {
        onConnect(`${bare(options.hostname)}:${options.port || '443'}`)
        done(null, socket)
      } else {
        const peer = socket.remoteAddress
        socket.destroy()
        done(new BlockedAddress(`the peer ${peer} is not allowed`), null)
      }
    })
  }
}

function blockedBefore(rules: GuardRules, options: buildConnector.Options): BlockedAddress | undefined {
  const host = bare(options.hostname)
  const port = Number(options.port || 443)
  if (options.protocol !== 'https:') return new BlockedAddress('only HTTPS is allowed')
  if (rules.ports && !rules.ports.includes(port)) return new BlockedAddress(`port ${port} is not allowed`)
  if (isIP(host) !== 0 && !isAllowedAddress(host, rules.allowed)) return new BlockedAddress(`${host} is not allowed`)
  return undefined
}

/** One forbidden address among the answers spoils all of them: a name that mixes them is an attack or a mistake. */
function guardedLookup(rules: GuardRules): LookupFunction {
  return (host, options, done) => {
    rules.resolve(host).then(
      (found) => {
        const bad = found.find((each) => !isAllowedAddress(each.address, rules.allowed))
        const first = found[0]
        if (bad || !first) done(new BlockedAddress(`${host} resolves to ${bad?.address ?? 'nothing'}`), [])
        else if (options.all) done(null, [...found])
        else done(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
}

function originOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${bare(hostname)}:${port || '443'}`
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
