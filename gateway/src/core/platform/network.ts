import { isIP } from 'node:net'

type Family = 4 | 6

interface Address {
  family: Family
  bits: bigint
}

interface Network extends Address {
  prefix: number
}

const addressBits: Record<Family, number> = { 4: 32, 6: 128 }

export type ReadNetwork = { ok: true; network: string } | { ok: false; message: string }

/**
 * Parses one allowed network: CIDR notation (RFC 4632, RFC 4291), or a single address. Bits behind the prefix must be
 * zero, as in PostgreSQL's `cidr`, because `10.0.0.7/8` is usually a mistake.
 */
export function readNetwork(text: string): ReadNetwork {
  const network = parseNetwork(text.trim())
  if (!network) return { ok: false, message: `"${text}" is not a network: write 203.0.113.0/24 or 2001:db8::/32` }
  const hostBits = BigInt(addressBits[network.family] - network.prefix)
  if ((network.bits >> hostBits) << hostBits !== network.bits) {
    return {
      ok: false,
      message: `"${text}" has bits behind its prefix: one address alone is /${addressBits[network.family]}`,
    }
  }
  const [address = ''] = text.trim().split('/')
  return { ok: true, network: `${address}/${network.prefix}` }
}

/**
 * Returns a function that checks whether an address is in one of the networks. IPv4 written as IPv6 (`::ffff:…`) counts
 * as IPv4.
 */
export function allowList(networks: readonly string[]): (address: string) => boolean {
  const parsed = networks.map(parseNetwork).filter((each) => each !== undefined)
  return (text) => {
    const address = parseAddress(text)
    return address !== undefined && parsed.some((network) => contains(network, address))
  }
}

function contains(network: Network, address: Address): boolean {
  if (network.family !== address.family) return false
  const hostBits = BigInt(addressBits[network.family] - network.prefix)
  return network.bits >> hostBits === address.bits >> hostBits
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', prefixText, ...more] = text.split('/')
  const parsed = parseAddress(address)
  if (!parsed || more.length > 0 || address.includes('%')) return undefined
  // `::ffff:10.0.0.0` means 10.0.0.0. Its prefix would be ambiguous.
  if (parsed.family === 4 && address.includes(':')) return undefined
  if (prefixText === undefined) return { ...parsed, prefix: addressBits[parsed.family] }
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.POSITIVE_INFINITY
  return prefix <= addressBits[parsed.family] ? { ...parsed, prefix } : undefined
}

function parseAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%')
  const family = isIP(plain)
  if (family === 4) return { family: 4, bits: ipv4Bits(plain) }
  if (family !== 6) return undefined
  const bits = ipv6Bits(plain)
  return bits >> 32n === 0xffffn ? { family: 4, bits: bits & 0xffffffffn } : { family: 6, bits }
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)
}

/** `text` has passed `isIP`, so it is valid: `::` occurs at most once, and dotted digits only at the end. */
function ipv6Bits(text: string): bigint {
  const dotted = text.slice(text.lastIndexOf(':') + 1)
  if (dotted.includes('.')) {
    const bits = ipv4Bits(dotted)
    const groups = `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
    return ipv6Bits(text.slice(0, text.lastIndexOf(':') + 1) + groups)
  }
  const [head = '', tail] = text.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}
