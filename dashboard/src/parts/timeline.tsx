import type { ReactNode } from 'react'
import classes from './timeline.module.css'
import { Instant } from './values/instant.tsx'
import type { Tone } from './values/tag.tsx'

export interface TimelineEntry {
  key: string
  at: string
  title: ReactNode
  tone: Tone
  /** Details below: bodies, codes, buttons. */
  children?: ReactNode
}

/** What happened, in order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={classes['timeline']}>
      {entries.map((entry) => (
        <li key={entry.key} className={classes['entry']} data-tone={entry.tone}>
          <div className={classes['head']}>
            <span className={classes['title']}>{entry.title}</span>
            <span className={classes['at']}>
              <Instant at={entry.at} seconds />
            </span>
          </div>
          {entry.children}
        </li>
      ))}
    </ol>
  )
}
