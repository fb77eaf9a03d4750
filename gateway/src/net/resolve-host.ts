import { Resolver } from 'node:dns/promises'

export interface HostAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. Rejects with a DnsFailure; never an empty list. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>

/** A name that could not be resolved. `ours` = our own DNS server did not answer, so nothing is known about the name. */
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

/** One question waits this long, and is asked twice: a lost packet is common, a slow answer is not. */
const inquiryTimeoutMs = 1_500
const inquiryAttempts = 2

/** All name servers and tries together, so that the attempt's own deadline is never spent on names. */
const resolutionTimeoutMs = 5_000

/** Long enough to spare the name server under load, short enough to follow a merchant's move. */
const foundCacheMs = 30_000

/** A name that fails is asked again soon, but not for every delivery of a backlog. */
const failedCacheMs = 5_000

/** Names kept: more than one process calls within the cache's time; all are dropped beyond it. */
const cachedNamesMax = 5_000

/**
 * A resolver of its own beside the operating system's: `dns.lookup` shares four threads with files and password hashes,
 * so that a few dead names would stall everything. The hosts file is not read; localhost is the loopback address (RFC
 * 6761, section 6.3). `servers` as `address:port`; the system's without it.
 */
export function hostResolver(servers?: readonly string[]): ResolveHost {
  const resolver = new Resolver({ timeout: inquiryTimeoutMs, tries: inquiryAttempts })
  if (servers) resolver.setServers(servers)
  const cache = new Map<string, { answer: Promise<readonly HostAddress[]>; endsAtMs: number }>()
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    if (name === 'localhost' || name.endsWith('.localhost')) return [{ address: '127.0.0.1', family: 4 }]
    const known = cache.get(name)
    if (known && known.endsAtMs > performance.now()) return await known.answer
    if (cache.size >= cachedNamesMax) cache.clear()
    const entry = { answer: ask(resolver, name), endsAtMs: performance.now() + foundCacheMs }
    cache.set(name, entry)
    try {
      return await entry.answer
    } catch (error) {
      entry.endsAtMs = performance.now() + failedCacheMs
      throw error
    }
  }
}

async function ask(resolver: Resolver, name: string): Promise<readonly HostAddress[]> {
  const questions = Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const answers = await within(questions, resolutionTimeoutMs)
  if (!answers) throw new DnsFailure(name, 'ETIMEOUT', true)
  const [four, six] = answers
  const found = [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ]
  if (found.length > 0) return found
  throw failureOf(name, [four, six])
}

/** Undefined when time runs out first. */
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

/** Codes of c-ares that say nothing about the name: no name server could be reached. */
const ourFaults = new Set(['ECONNREFUSED', 'ETIMEOUT', 'ECANCELLED', 'EDESTRUCTION', 'ENOTINITIALIZED', 'ENOMEM'])

function failureOf(name: string, answers: readonly PromiseSettledResult<string[]>[]): DnsFailure {
  const codes = answers.map((answer) =>
    answer.status === 'rejected' ? String((answer.reason as NodeJS.ErrnoException).code) : 'ENODATA',
  )
  const spoken = codes.find((code) => !ourFaults.has(code))
  return spoken === undefined ? new DnsFailure(name, codes[0] ?? 'ETIMEOUT', true) : new DnsFailure(name, spoken, false)
}
