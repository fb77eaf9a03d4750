import type {
  OverviewData,
  PendingAge,
  PendingData,
} from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { ListLink, SeeAll } from './list-link.tsx'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** The server counts no further. */
const countMax = 10_000

/** How many wait, and since when. */
export function PendingPanel({ data }: { data: OverviewData }) {
  const { pending: texts, payTypes } = useOverviewTexts()
  const count = useCount()
  return (
    <Panel title={texts.title} actions={<SeeAll table="pending" label={texts.seeAll} />}>
      <DescriptionList
        facts={data.pending.map((pending) => {
          const sum = pending.counts.reduce((all, each) => all + each.count, 0)
          return {
            name: payTypes[pending.pay_type],
            value: (
              <>
                <ListLink
                  payType={pending.pay_type}
                  filters={{ status: 'PENDING' }}
                  label={`${payTypes[pending.pay_type]}: ${count(sum)}`}
                >
                  {count(sum)}
                </ListLink>
                {pending.oldest && (
                  <span className={classes['aside']}>
                    {texts.oldest}: <Instant at={pending.oldest.created_at} distance />
                  </span>
                )}
              </>
            ),
          }
        })}
      />
    </Panel>
  )
}

/** What waits, by how long it has waited. */
export function PendingTable({ data }: { data: OverviewData }) {
  const texts = useOverviewTexts()
  const count = useCount()
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
      render: ({ counts }: PendingData) => count(counts.find((each) => each.age === age)?.count ?? 0),
    })),
    {
      key: 'oldest',
      header: texts.pending.oldest,
      render: ({ oldest }) =>
        oldest ? (
          <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId: oldest.transaction_id }}>
            <span className="pa-unseen">{texts.pending.open}: </span>
            <Instant at={oldest.created_at} distance />
          </TextLink>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <DataTable
      caption={texts.pending.title}
      columns={columns}
      rows={data.pending}
      rowKey={({ pay_type }) => pay_type}
    />
  )
}

function useCount(): (count: number) => string {
  const language = useLanguage()
  return (count) => `${formatCount(count, language)}${count >= countMax ? '+' : ''}`
}
