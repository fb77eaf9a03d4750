import { CopyButton } from '../copy-button.tsx'
import classes from './identifier.module.css'

export interface IdentifierProps {
  value: string
  /** What it is, for the copy button's label, e.g. the translated "transaction id". */
  name: string
  /** Always shortened in the middle, for narrow columns; copying gives the whole. */
  short?: boolean
}

/** An id in monospace with its copy button; shortened in the middle only where there is no room. */
export function Identifier({ value, name, short = false }: IdentifierProps) {
  const split = value.length <= wholeMax ? 0 : value.length - tailLength
  return (
    <span className={classes['identifier']} data-short={short || undefined}>
      <code className={classes['text']} title={value}>
        {split > 0 && <span className={classes['head']}>{value.slice(0, split)}</span>}
        <span className={classes['tail']}>{value.slice(split)}</span>
      </code>
      <CopyButton value={value} name={name} />
    </span>
  )
}

/** Ids of ours differ most in their ends. */
const tailLength = 6

/** Up to here a value is one piece: its head would be narrower than the room that a head keeps. */
const wholeMax = 12
