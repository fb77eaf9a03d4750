import { nowMs } from '../app/clock.ts'
import { formatDistance, formatUtc, readInstant } from '../app/formats.ts'
import { useLanguage } from '../app/languages.ts'

/** How far an instant is from the server's own `now`, which the clock of a test point may have moved. Both ISO 8601. */
export function Since({ at, now }: { at: string; now: string }) {
  const language = useLanguage()
  const [read, from] = [readInstant(at), readInstant(now)]
  if (!read || !from) return <span>–</span>
  return (
    <time dateTime={read.toISOString()} title={formatUtc(read)} className="pa-number">
      {formatDistance(new Date(read.getTime() - from.getTime() + nowMs()), language)}
    </time>
  )
}
