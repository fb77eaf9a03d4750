import type { PendingAge, PendingData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ListLink } from './figures.tsx'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** The server counts no further. */
const countMax = 10_000

/** What waits, by how long it has waited. */
export function PendingPanel({ pending }: { pending: readonly PendingData[] }) {
  const texts = useOverviewTexts()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const columns: readonly Column<PendingData>[] = [
    {
      key: 'kind',
      header: texts.pending.kind,
      isHead: true,
      render: ({ pay_type }) => (
        <ListLink payType={pay_type} filters={{ status: 'PENDING' }}>
          {texts.payTypes[pay_type]}
        </ListLink>
      ),
    },
    ...(Object.entries(texts.pending.ages) as [PendingAge, string][]).map(([age, header]) => ({
      key: age,
      header,
      align: 'right' as const,
      render: ({ counts }: PendingData) => {
        const count = counts.find((each) => each.age === age)?.count ?? 0
        return `${formatCount(count, language)}${count >= countMax ? '+' : ''}`
      },
    })),
    {
      key: 'oldest',
      header: texts.pending.oldest,
      render: ({ oldest }) =>
        oldest ? (
          <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId: oldest.transaction_id }}>
            <span className="pa-unseen">{texts.pending.open}: </span>
            <span className={classes['oldest']}>
              <Instant at={oldest.created_at} distance />
            </span>
          </TextLink>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Panel title={texts.pending.title}>
      <DataTable caption={texts.pending.title} columns={columns} rows={pending} rowKey={({ pay_type }) => pay_type} />
    </Panel>
  )
}
