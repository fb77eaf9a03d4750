import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** What a colour means; the word beside it says the same. */
export type Tone = 'good' | 'bad' | 'wait' | 'calm' | 'accent'

/** A word on its colour. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  )
}
