import { Stack, Text } from '@mantine/core'
import type { AlertData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { usePages } from '../../app/reading.ts'
import { useMay, usePerson, useSession } from '../../app/session.ts'
import { PagedTable } from '../../parts/data-table.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import type { Column } from '../../parts/table-types.ts'
import { EnvironmentBadge, Tag } from '../../parts/tag.tsx'
import { MailChoices } from './mail-choices.tsx'
import { RetentionReports } from './retention-reports.tsx'
import { useAlertsTexts } from './texts.ts'

/** What the person should know, what of it comes by mail, and, for operators, what the end of personal data removed. */
export function AlertsPage() {
  const texts = useAlertsTexts()
  const { side } = usePerson()
  const pages = usePages<AlertData>('/console/alerts', { everySeconds: 60 })
  const mayRead = useMay('operator_read')
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      <Stack gap="xl">
        <PagedTable
          caption={texts.title}
          columns={useColumns()}
          rowKey={(alert) => alert.id}
          pages={pages}
          empty={
            <EmptyState
              title={texts.emptyTitle}
              explanation={side === 'operator' ? texts.emptyOperator : texts.empty}
            />
          }
        />
        <MailChoices />
        {mayRead && <RetentionReports />}
      </Stack>
    </>
  )
}

function useColumns(): readonly Column<AlertData>[] {
  const { columns, open, ended } = useAlertsTexts()
  return [
    {
      key: 'state',
      header: columns.state,
      isHead: true,
      render: (alert) => (
        <Tag tone={alert.resolved_at === null ? 'bad' : 'calm'}>{alert.resolved_at === null ? open : ended}</Tag>
      ),
    },
    {
      key: 'since',
      header: columns.since,
      isHead: true,
      render: (alert) => <Instant at={alert.created_at} distance />,
    },
    {
      key: 'alert',
      header: columns.alert,
      isHead: true,
      render: (alert) => (
        <div>
          <Text size="sm" fw={600}>
            {alert.title}
          </Text>
          <Text size="sm" c="dimmed" maw="40rem">
            {alert.text}
          </Text>
        </div>
      ),
    },
    { key: 'about', header: columns.about, render: (alert) => <About alert={alert} /> },
  ]
}

/** The pages of a point where one does something about a kind. */
const pageOf = {
  callbacks_failing: '/p/$pointId/webhooks',
  callbacks_recovered: '/p/$pointId/webhooks',
  payment_reversed: '/p/$pointId/payments',
  second_final_state: '/p/$pointId/payments',
  paid_late: '/p/$pointId/payments',
  payout_approval: '/p/$pointId/approvals',
  payout_approval_lapsing: '/p/$pointId/approvals',
  key_expiring: '/p/$pointId/credentials',
  credential_changed: '/p/$pointId/credentials',
} as const

/** Where it is, with the way there, and the id by which one finds it. */
function About({ alert }: { alert: AlertData }) {
  const { transactionId } = useAlertsTexts()
  const { points } = useSession()
  const { transaction_id: transaction, point, account, environment } = alert.facts
  const place = point ?? account
  const page = alert.kind in pageOf ? pageOf[alert.kind as keyof typeof pageOf] : undefined
  const own = points.find(({ id }) => id === alert.point_id)
  if (transaction === undefined && place === undefined) return <span>–</span>
  return (
    <div>
      {place !== undefined &&
        (page && own ? (
          <TextLink to={page} params={{ pointId: own.id }} size="sm">
            {place}
          </TextLink>
        ) : (
          <Text size="sm">{place}</Text>
        ))}
      {place !== undefined && (environment === 'test' || environment === 'live') && (
        <EnvironmentBadge environment={environment} />
      )}
      {transaction !== undefined && <Identifier value={transaction} name={transactionId} />}
    </div>
  )
}
