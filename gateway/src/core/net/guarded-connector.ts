import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import { buildConnector } from 'undici'
import { BlockedAddress, isAllowedAddress, type Network } from './address-guard.ts'
import type { ResolveHost } from './resolve-host.ts'

/** A host that does not accept a connection within this time counts as down. */
const connectTimeoutMs = 3_000

/** Where a client may connect to. HTTPS only. */
export interface GuardRules {
  resolve: ResolveHost
  /** Networks that are allowed besides public addresses. */
  allowed: readonly Network[]
  /** Undefined: all ports. */
  ports: readonly number[] | undefined
  /** Certificate authorities (default: Node's), and the client's certificate and key, PEM. */
  tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key'>
}

/** Checks scheme and port, literal addresses (they never reach a lookup), every resolved address, and the peer. */
export function guardedConnector(rules: GuardRules, onConnect?: (origin: string) => void): buildConnector.connector {
  const dial = buildConnector({
    lookup: guardedLookup(rules),
    timeout: connectTimeoutMs,
    rejectUnauthorized: true,
    allowH2: false,
    autoSelectFamily: true,
    secureContext: createSecureContext({ ...rules.tls, minVersion: 'TLSv1.2' }),
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
        onConnect?.(`${bare(options.hostname)}:${options.port || '443'}`)
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

/**
 * One forbidden address is enough to refuse the name: a name with public and forbidden addresses is an attack or a
 * mistake.
 */
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

/** The host of a URL without the brackets of IPv6. */
export function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
