import { Resolver } from 'node:dns/promises'

export interface HostAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. Rejects with a DnsFailure; never an empty list. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/**
 * The name could not be resolved. `ours`: the gateway's own DNS server did not answer, so nothing is known about the
 * name.
 */
export class DnsFailure extends Error {
  override readonly name = 'DnsFailure'
  readonly code: string
  readonly ours: boolean

  constructor(host: string, code: string, ours: boolean) {
    super(`no address for ${host}: ${code}`)
    this.code = code
    this.ours = ours
  }
}

/** Time of one DNS query. Each query has two attempts: a lost packet is common, a slow answer is not. */
const queryTimeoutMs = 1_500
const queryAttempts = 2

/** Limit over all name servers and attempts, so that resolution cannot use up the delivery deadline. */
const resolutionTimeoutMs = 5_000

/** Long enough to limit the load on the name server, short enough to follow a change of the merchant's address. */
const foundCacheMs = 30_000

/** A failed name is queried again soon, but not for every delivery of a backlog. */
const failedCacheMs = 5_000

/** Cached names: more than one process calls within the cache time. Beyond this number the cache is cleared. */
const cachedNamesMax = 5_000

/**
 * Resolves host names without the operating system's resolver. `dns.lookup` shares four threads with files and password
 * hashes, so a few dead names would block everything. The hosts file is not read. localhost is the loopback address
 * (RFC 6761, section 6.3). `servers`: `address:port`; default: the system's.
 */
export function hostResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: queryAttempts })
  if (servers) resolver.setServers(servers)
  const cache = new Map<string, { answer: Promise<readonly HostAddress[]>; endsAtMs: number }>()
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    if (name === 'localhost' || name.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
    const known = cache.get(name)
    if (known && known.endsAtMs > performance.now()) return await known.answer
    if (cache.size >= cachedNamesMax) cache.clear()
    const entry = { answer: query(resolver, name), endsAtMs: performance.now() + foundCacheMs }
    cache.set(name, entry)
    try {
      return await entry.answer
    } catch (error) {
      entry.endsAtMs = performance.now() + failedCacheMs
      throw error
    }
  }
}

async function query(resolver: Resolver, name: string): Promise<readonly HostAddress[]> {
  const queries = Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const answers = await within(queries, resolutionTimeoutMs)
  if (!answers) throw new DnsFailure(name, 'ETIMEOUT', true)
  const [four, six] = answers
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ]
  if (found.length > 0) return found
  throw failureOf(name, [four, six])
}

/** The result of the work, or undefined after the timeout. */
async function within<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Error codes of c-ares for an unreachable name server. They say nothing about the name. */
const ourFaults = new Set(['ECONNREFUSED', 'ETIMEOUT', 'ECANCELLED', 'EDESTRUCTION', 'ENOTINITIALIZED', 'ENOMEM'])

function failureOf(name: string, answers: readonly PromiseSettledResult<string[]>[]): DnsFailure {
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? String((answer.reason as NodeJS.ErrnoException).code) : 'ENODATA',
  )
  const nameCode = codes.find((code) => !ourFaults.has(code))
  return nameCode === undefined
    ? new DnsFailure(name, codes[0] ?? 'ETIMEOUT', true)
    : new DnsFailure(name, nameCode, false)
}
