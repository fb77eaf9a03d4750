import { type AnnouncedMovement, adoptionDays, adoptionKeys, daysBetween, partnersOf, sumKey } from './movement.ts'

/** An announced line, or one that was announced before a statement had it: that one has money too. */
export interface ChannelledMovement extends AnnouncedMovement {
  /** Kinds and formats of the messages that hold it. */
  channels: readonly string[]
}

/**
 * Announced lines that may be a movement which another line announces too, so that they complete no order. A channel of
 * the bank tells each movement once, under one number. Another channel may give it another number: lines that no channel
 * has both of may be one movement. Where a key says so, one of the two may complete an order; where nothing does, neither.
 */
export function unsureTwins(lines: readonly ChannelledMovement[]): ReadonlySet<string> {
  const twins = twinsOf(lines)
  const alone = new Map<string, Map<string, Set<string>>>()
  for (const line of lines.filter(({ id }) => !twins.has(id))) {
    const byChannels = alone.get(sumKey(line)) ?? new Map<string, Set<string>>()
    alone.set(sumKey(line), byChannels)
    const channels = line.channels.join()
    byChannels.set(channels, (byChannels.get(channels) ?? new Set()).add(line.day))
  }
  const isUnsure = (line: ChannelledMovement) => {
    const twin = twins.get(line.id)
    if (twin) return twin.hasMoney || twin.id < line.id
    return [...(alone.get(sumKey(line)) ?? [])].some(
      ([channels, days]) =>
        areApart(line.channels, channels.split(',')) &&
        [...days].some((day) => daysBetween(day, line.day) <= adoptionDays),
    )
  }
  return new Set(lines.filter((line) => !line.hasMoney && isUnsure(line)).map(({ id }) => id))
}

/** One to one, the best key first. */
function twinsOf(lines: readonly ChannelledMovement[]): ReadonlyMap<string, ChannelledMovement> {
  const twins = new Map<string, ChannelledMovement>()
  const pairs = partnersOf(lines, lines)
    .filter(({ one, other }) => one.id < other.id && areApart(one.channels, other.channels))
    .sort((a, b) => adoptionKeys.indexOf(a.key) - adoptionKeys.indexOf(b.key) || a.days - b.days)
  for (const { one, other } of pairs) {
    if (twins.has(one.id) || twins.has(other.id)) continue
    twins.set(one.id, other).set(other.id, one)
  }
  return twins
}

function areApart(one: readonly string[], other: readonly string[]): boolean {
  return !one.some((channel) => other.includes(channel))
}
