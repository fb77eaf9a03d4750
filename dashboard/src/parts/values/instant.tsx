import { browserMs, nowMs } from '../../app/clock.ts'
import {
  formatDistance,
  formatInstant,
  formatInstantShort,
  formatUtc,
  readInstant,
  zoneName,
} from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useShellTexts } from '../../texts/all-shell.ts'

export interface InstantProps {
  /** As the API sends it; without a zone it is UTC. Null: nothing is shown but a dash. */
  at: string | null | undefined
  seconds?: boolean
  /** Says how far off it is instead of the time; the time stands in the title. */
  distance?: boolean
  /** The short form of lists, with the year only where it is another one; the whole time stands in the title. */
  short?: boolean
  /** The instant is of true time, as those of people's sessions: a moved test clock is left out. */
  isTrueTime?: boolean
}

/** An instant on the viewer's clock; UTC on hover. Say the zone once on the page with `<ZoneNote>`. */
export function Instant({ at, seconds = false, distance = false, short = false, isTrueTime = false }: InstantProps) {
  const language = useLanguage()
  const read = at === null || at === undefined ? undefined : readInstant(at)
  if (!read) return <span>–</span>
  const local = formatInstant(read, language, { seconds })
  return (
    <time
      dateTime={read.toISOString()}
      title={distance || short ? `${local} · ${formatUtc(read)}` : formatUtc(read)}
      className="pa-number"
    >
      {distance
        ? formatDistance(read, language, isTrueTime ? browserMs() : nowMs())
        : short
          ? formatInstantShort(read, language)
          : local}
    </time>
  )
}

/** `UTC−3, your time`: in which zone the page's times are. */
export function ZoneNote() {
  const language = useLanguage()
  const { parts } = useShellTexts()
  return <span>{parts.yourTime(zoneName(language))}</span>
}
