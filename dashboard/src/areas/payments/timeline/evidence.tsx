import type { ReactNode } from 'react'
import { BytesView, JsonView } from '../../../parts/code-block.tsx'
import { DescriptionList, type Fact } from '../../../parts/values/description-list.tsx'
import classes from '../payments.module.css'
import { usePaymentsTexts } from '../texts.ts'

/** What proves a step of the story, folded until somebody wants to see it. */
export function Evidence({ children }: { children: ReactNode }) {
  const { story } = usePaymentsTexts()
  return (
    <details className={classes['evidence']}>
      <summary>{story.evidence}</summary>
      <div>{children}</div>
    </details>
  )
}

/** Facts of a step, without those that are not known. */
export function EvidenceFacts({ facts }: { facts: readonly (Fact | undefined)[] }) {
  return <DescriptionList facts={facts.filter((fact) => fact !== undefined)} />
}

/** A body as it was, as text and byte by byte. */
export function EvidenceBytes({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className={classes['label']}>{name}</p>
      <BytesView text={text} name={name} />
    </div>
  )
}

/** Data of ours, such as headers. */
export function EvidenceJson({ name, value }: { name: string; value: unknown }) {
  return (
    <div>
      <p className={classes['label']}>{name}</p>
      <JsonView value={value} name={name} />
    </div>
  )
}

/** A fact of a step; undefined where it is not known. */
export function fact(name: string, value: ReactNode): Fact | undefined {
  return value === null || value === undefined || value === '' ? undefined : { name, value }
}
