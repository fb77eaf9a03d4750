import type { WaitingLinesData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { deskCountMax, useDeskEnvironment, useDeskOverview } from '../desk-environment.ts'
import { formatCount } from '../formats.ts'
import { useLanguage } from '../languages.ts'
import { pointPath, useCurrentPoint } from '../point.ts'
import { useRead } from '../reading.ts'
import classes from './navigation.module.css'
import type { CountedPage } from './pages.ts'

const everySeconds = 60

/** How much waits on a page; nothing where nothing does. */
export function NavCount({ counts }: { counts: CountedPage }) {
  if (counts === 'bankLines') return <BankLinesCount />
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

/** Of the environment that the desk shows. */
function OperatorCount({ counts }: { counts: 'attention' | 'proposals' }) {
  const { overview } = useDeskOverview()
  const count = (counts === 'attention' ? overview?.attention : overview?.open_proposals) ?? 0
  return <Badge count={count} isMore={count >= deskCountMax} />
}

/** Lines of statements that wait for a person. */
function BankLinesCount() {
  const { environment } = useDeskEnvironment()
  const { data } = useRead<WaitingLinesData>('/console/operator/bank-accounts/waiting', { everySeconds })
  const count = environment === undefined ? 0 : (data?.[environment] ?? 0)
  return <Badge count={count} isMore={count >= deskCountMax} />
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
