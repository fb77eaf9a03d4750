import type { ReactNode } from 'react'
import type { AlertListData } from '../../../../gateway/src/alerts/http/contract/alerts.ts'
import type { OverviewData, PayType, PendingData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import classes from './overview.module.css'
import type { Range } from './overview-page.tsx'
import { useOverviewTexts } from './texts.ts'

/** What the bell in the header asks, so that both share one answer. */
const alertsQuery = { query: { limit: 1 }, everySeconds: 60 }

/** The numbers that matter, each with the way to what it counts. */
export function Figures({ data, range }: { data: OverviewData; range: Range }) {
  const { figures, rangeWords, payTypes } = useOverviewTexts()
  const language = useLanguage()
  const alerts = useRead<AlertListData>('/console/alerts', alertsQuery)
  const open = alerts.data?.open
  const created = (payType: PayType) => {
    const all = data.volumes.filter(({ pay_type }) => pay_type === payType)
    const sum = (of: 'count' | 'completed_count') =>
      formatCount(
        all.reduce((total, each) => total + each[of], 0),
        language,
      )
    return (
      <Figure
        name={`${payTypes[payType]} ${rangeWords[range]}`}
        value={
          <ListLink payType={payType} filters={{}}>
            {sum('count')}
          </ListLink>
        }
        note={figures.completedOf(sum('completed_count'), sum('count'))}
      />
    )
  }
  return (
    <ul className={classes['figures']} aria-label={figures.label}>
      {created('payin')}
      {created('payout')}
      <UnderWay pending={data.pending} />
      <Figure
        name={figures.alerts}
        value={open === undefined ? '–' : <TextLink to="/alerts">{formatCount(open, language)}</TextLink>}
        note={open === 0 ? figures.noAlerts : figures.lookAtAlerts}
      />
    </ul>
  )
}

function UnderWay({ pending }: { pending: readonly PendingData[] }) {
  const { figures } = useOverviewTexts()
  const language = useLanguage()
  const waiting = pending.flatMap(({ counts }) => counts).reduce((sum, { count }) => sum + count, 0)
  const oldest = pending.flatMap((each) => each.oldest?.created_at ?? []).toSorted()[0]
  const first = pending.find(({ oldest: one }) => one?.created_at === oldest)?.pay_type ?? 'payin'
  return (
    <Figure
      name={figures.underWay}
      value={
        <ListLink payType={first} filters={{ status: 'PENDING' }}>
          {formatCount(waiting, language)}
        </ListLink>
      }
      note={
        oldest === undefined ? (
          figures.nothingWaits
        ) : (
          <>
            {figures.oldest} <Instant at={oldest} distance />
          </>
        )
      }
    />
  )
}

function Figure({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) {
  return (
    <li className={classes['figure']}>
      <span className={classes['figureName']}>{name}</span>
      <span className={classes['figureValue']}>{value}</span>
      <span className={classes['figureNote']}>{note}</span>
    </li>
  )
}

/** Into the list of pay-ins or payouts, narrowed by these filters. */
export function ListLink({
  payType,
  filters,
  label,
  children,
}: {
  payType: PayType
  filters: Record<string, string | undefined>
  /** Where the text alone does not say where it leads. */
  label?: string
  children: ReactNode
}) {
  const { id: pointId } = usePoint()
  return (
    <TextLink
      to={payType === 'payin' ? '/p/$pointId/payments' : '/p/$pointId/payouts'}
      params={{ pointId }}
      search={filters}
      aria-label={label}
    >
      {children}
    </TextLink>
  )
}
