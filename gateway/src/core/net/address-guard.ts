import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The address guard refused the connection: the address is not public, or scheme or port are not allowed. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress'
  readonly code = 'ESSRF_BLOCKED'
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

export type Network = readonly [address: Address, bits: number]

/**
 * Parses networks in CIDR form, e.g. `127.0.0.0/8`. Throws on anything else, because a typing error must not allow more
 * addresses.
 */
export function parseNetworks(cidrs: readonly string[]): readonly Network[] {
  return cidrs.map((cidr) => ipaddr.parseCIDR(cidr))
}

/**
 * Metadata services of clouds: they answer their own machines with credentials and settings. No allowed network
 * includes them, because no callback endpoint has such an address. Example: allowing `100.64.0.0/10` as a private
 * network must not allow Alibaba's metadata service.
 */
const metadataNetworks = parseNetworks([
  // Metadata of AWS, Google, Azure, OpenStack, Oracle, DigitalOcean, Hetzner, Scaleway and Tencent; AWS task metadata
  // and DNS.
  '169.254.0.0/16',
  // Azure's host (WireServer): a public address that only Azure's machines can reach.
  '168.63.129.16/32',
  // Alibaba Cloud.
  '100.100.100.200/32',
  // Oracle Classic and Equinix Metal: a public address.
  '192.0.0.192/32',
  '192.80.8.124/32',
  // IPv6: AWS, its task metadata and DNS; Google; Oracle; Scaleway; OpenStack.
  'fd00:ec2::/64',
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
  'fe80::/10',
])

/**
 * Whether callbacks may be sent to this IP address. Allowed are global unicast addresses (IANA special-purpose
 * registries, as ipaddr.js labels them) and the given networks, but never a cloud's metadata service. IPv4 inside IPv6
 * is checked as that IPv4 address. An unreadable address is refused.
 */
export function isAllowedAddress(text: string, allowed: readonly Network[]): boolean {
  const bare = text.split('%')[0] ?? ''
  if (isIP(bare) === 0) return false
  if (isMetadataAddress(bare)) return false
  const address = ipaddr.process(bare)
  return isPublic(address) || isIn(allowed, address)
}

/** Whether this IP address, in any notation, is the metadata service of a cloud. */
export function isMetadataAddress(text: string): boolean {
  const address = ipaddr.process(text)
  return isIn(metadataNetworks, address) || isIn(metadataNetworks, embeddedAddress(address))
}

function isIn(networks: readonly Network[], address: Address | undefined): boolean {
  return networks.some(([network, bits]) => network.kind() === address?.kind() && address.match(network, bits))
}

/**
 * The IPv4 address that a router extracts from an IPv6 address: 6to4 (RFC 3056), NAT64 (RFC 6052, RFC 8215), and forms
 * of RFC 4291 and RFC 2765 that `ipaddr.process` does not convert. Undefined for other addresses.
 */
function embeddedAddress(address: Address): ipaddr.IPv4 | undefined {
  if (address instanceof ipaddr.IPv4) return undefined
  const { parts } = address
  const is6to4 = address.range() === '6to4'
  if (isGlobalUnicast(address) && !is6to4) return undefined
  const [high = 0, low = 0] = is6to4 ? parts.slice(1, 3) : parts.slice(6, 8)
  return new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
}

/** In IPv6, only 2000::/3 is allocated as global unicast. Old forms of embedded IPv4 lie outside of it. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || isGlobalUnicast(address)
}

function isGlobalUnicast({ parts }: ipaddr.IPv6): boolean {
  return ((parts[0] ?? 0) & 0xe000) === 0x2000
}
