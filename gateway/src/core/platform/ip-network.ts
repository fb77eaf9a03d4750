import { isIPv4, isIPv6 } from 'node:net'

/**
 * Number of groups in the network part of a household's IPv6 address. A device changes the rest daily (RFC 4291, RFC
 * 8981).
 */
const householdGroups = 4

/**
 * The key of a caller's network. IPv4: the address, also if it is written as IPv6 (`::ffff:203.0.113.7`). IPv6: the
 * /64, written in full. A text that is not an address is returned in lower case.
 */
export function householdOf(address: string): string {
  const text = address.trim().toLowerCase().replace(/%.*$/, '')
  if (isIPv4(text) || !isIPv6(text)) return text
  const groups = groupsOf(text)
  const [high = 0, low = 0] = groups.slice(-2)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  return `${groups
    .slice(0, householdGroups)
    .map((group) => group.toString(16))
    .join(':')}::/64`
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
