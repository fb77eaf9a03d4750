import { Button } from '@mantine/core'
import type {
  CappedCount,
  Status,
  StatusCountsData,
  TransactionType,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import type { Query } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

const statuses: readonly Status[] = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED']

/** How often counts are read anew. */
const refreshSeconds = 30

export interface StatusTabsProps {
  payType: TransactionType
  /** '' for all. */
  value: string
  /** The list's query. Statuses are counted by days alone: with other filters the tabs have no counts. */
  query: Query
  onChange: (status: string) => void
}

/** All, or one status, with how many there are: `1,000+` where there are more. */
export function StatusTabs({ payType, value, query, onChange }: StatusTabsProps) {
  const { list } = usePaymentsTexts()
  const { status: words } = useStatusTexts()
  const language = useLanguage()
  const { created_from, created_to, status: _, ...others } = query
  const isCounted = Object.values(others).every((each) => each === undefined || each === '')
  const counts = useRead<StatusCountsData>(usePointPath()('/transactions/counts'), {
    query: { pay_type: payType, created_from, created_to },
    enabled: isCounted,
    everySeconds: refreshSeconds,
  }).data
  const said = (count: CappedCount | undefined) =>
    isCounted && count ? `${formatCount(count.rows, language)}${count.more ? '+' : ''}` : undefined
  const tabs = [
    { status: '', label: list.all, count: said(counts?.all) },
    ...statuses.map((status) => ({ status, label: words[status], count: said(counts?.by_status[status]) })),
  ]
  return (
    <fieldset className={classes['statuses']}>
      <legend className="pa-unseen">{list.status}</legend>
      {tabs.map(({ status, label, count }) => (
        <Button
          key={status}
          variant={status === value ? 'light' : 'subtle'}
          {...(status !== value && { color: 'gray' })}
          aria-pressed={status === value}
          rightSection={count === undefined ? undefined : <span className="pa-number">{count}</span>}
          onClick={() => onChange(status)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
