import type { ReactNode } from 'react'
import classes from './description-list.module.css'

/** A fact: its name and what it is. */
export interface Fact {
  name: string
  value: ReactNode
}

/** Facts about one thing, in columns where there is room; `isDense` for short ones, two beside each other on a phone too. */
export function DescriptionList({ facts, isDense = false }: { facts: readonly Fact[]; isDense?: boolean }) {
  return (
    <dl className={classes['list']} data-dense={isDense || undefined}>
      {facts.map((fact) => (
        <div key={fact.name} className={classes['fact']}>
          <dt>{fact.name}</dt>
          <dd>{fact.value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
