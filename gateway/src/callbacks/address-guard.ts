import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A connection that the guard refused: the address is not public, or scheme or port are not allowed. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress'
  readonly code = 'ESSRF_BLOCKED'
}

export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/** Reads networks in CIDR form, e.g. `127.0.0.0/8`. Throws on anything else: a typing error must not open a door. */
export function parseNetworks(cidrs: readonly string[]): readonly Network[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
}

/**
 * Whether callbacks may be sent to this IP address: ordinary global unicast (IANA special-purpose registries, as
 * ipaddr.js labels them) or in one of the allowed networks. IPv4 inside IPv6 counts as that IPv4 address; what cannot be
 * read is not public.
 */
export function isAllowedAddress(text: string, allowed: readonly Network[]): boolean {
  const bare = text.split('%')[0] ?? ''
  if (isIP(bare) === 0) return false
  const address = ipaddr.process(bare)
  if (isPublic(address)) return true
  return allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

/** Of IPv6 only 2000::/3 is handed out; old forms of embedded IPv4 lie outside of it. */
function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000
}
