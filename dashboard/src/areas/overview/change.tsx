import { formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

export interface ChangeProps {
  now: number
  before: number
  /** With what it is compared: "the 7 days before". */
  than: string
}

/** How much more or less something is than before, in words. */
export function Change({ now, before, than }: ChangeProps) {
  const { change } = useOverviewTexts()
  const language = useLanguage()
  if (before === 0) return null
  const share = (now - before) / before
  if (Math.abs(share) < sameShare) return <span className={classes['dim']}>{change.same(than)}</span>
  const isMore = share > 0
  const text = formatShare(Math.abs(share), language)
  return (
    <span className={classes['change']} data-more={isMore || undefined}>
      <span aria-hidden="true">{isMore ? '▲' : '▼'}</span> {isMore ? change.more(text, than) : change.less(text, than)}
    </span>
  )
}

/** Below half a per mille nothing is shown but zeros. */
const sameShare = 0.0005
