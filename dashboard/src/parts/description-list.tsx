import type { ReactNode } from 'react'
import classes from './description-list.module.css'

/** A fact: its name and what it is. */
export interface Fact {
  name: string
  value: ReactNode
}

/** Facts about one thing, in two columns where there is room. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes['list']}>
      {facts.map((fact) => (
        <div key={fact.name} className={classes['fact']}>
          <dt>{fact.name}</dt>
          <dd>{fact.value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
