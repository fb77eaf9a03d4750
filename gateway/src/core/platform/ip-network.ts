import { isIPv4, isIPv6 } from 'node:net'

/**
 * Number of groups in the network part of a household's IPv6 address. A device changes the rest daily (RFC 4291, RFC
 * 8981).
 */
const householdGroups = 4

/**
 * The first six groups of addresses that end with an IPv4 address: v4-mapped, v4-compatible, translated (RFC 2765), and behind
 * NAT64 (RFC 6052).
 */
const beforeIPv4: readonly string[] = ['0:0:0:0:0:ffff', '0:0:0:0:0:0', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0']
/** First group of 6to4 (RFC 3056). The IPv4 address follows it. */
const sixToFour = 0x2002

/**
 * The key of a caller's network. IPv4: the address, also if it stands in an IPv6 address (`::ffff:203.0.113.7`). IPv6: the
 * /64, written in full. A text that is not an address is returned in lower case.
 */
export function householdOf(address: string): string {
  const text = address.trim().toLowerCase().replace(/%.*$/, '')
  if (isIPv4(text) || !isIPv6(text)) return text
  const groups = groupsOf(text)
  const inside = groupsOfIPv4(groups)
  if (inside) return inside.flatMap((group) => [group >> 8, group & 0xff]).join('.')
  return `${groups
    .slice(0, householdGroups)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function groupsOfIPv4(groups: readonly number[]): readonly number[] | undefined {
  if (groups[0] === sixToFour) return groups.slice(1, 3)
  const start = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  // `::` and `::1` are no IPv4 addresses.
  return beforeIPv4.includes(start) && groups[6] !== 0 ? groups.slice(6) : undefined
}

/** The eight groups of a valid IPv6 address. Its last two groups may be written as IPv4. */
function groupsOf(address: string): number[] {
  const [before = '', after] = address.split('::')
  const [head, tail] = [groupsIn(before), groupsIn(after ?? '')]
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  return [...head, ...Array.from({ length: zeros }, () => 0), ...tail]
}

function groupsIn(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const text = address.trim().toLowerCase()
  return text === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(text)
}
