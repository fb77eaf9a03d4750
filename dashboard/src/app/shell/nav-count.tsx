import type { OperatorOverviewData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { formatCount } from '../formats.ts'
import { useLanguage } from '../languages.ts'
import { pointPath, useCurrentPoint } from '../point.ts'
import { useRead } from '../reading.ts'
import classes from './navigation.module.css'
import type { CountedPage } from './pages.ts'

const everySeconds = 60

/** How much waits on a page; nothing where nothing does. */
export function NavCount({ counts }: { counts: CountedPage }) {
  return counts === 'approvals' ? <ApprovalsCount /> : <OperatorCount counts={counts} />
}

function ApprovalsCount() {
  const point = useCurrentPoint()
  const found = useRead<{ items: readonly unknown[]; next_cursor: string | null }>(
    pointPath(point?.id ?? '', '/approvals'),
    { everySeconds, enabled: point !== undefined },
  )
  const { items = [], next_cursor: next = null } = found.data ?? {}
  return <Badge count={items.length} isMore={next !== null} />
}

function OperatorCount({ counts }: { counts: 'attention' | 'to_pay' | 'proposals' }) {
  const { data } = useRead<OperatorOverviewData>('/console/operator/overview', { everySeconds })
  return <Badge count={data?.[counts === 'proposals' ? 'open_proposals' : counts] ?? 0} />
}

function Badge({ count, isMore = false }: { count: number; isMore?: boolean }) {
  const { nav } = useShellTexts()
  const language = useLanguage()
  if (count === 0) return null
  return (
    <span className={classes['count']}>
      {formatCount(count, language)}
      {isMore && '+'}
      <span className="pa-unseen"> {nav.waiting}</span>
    </span>
  )
}
