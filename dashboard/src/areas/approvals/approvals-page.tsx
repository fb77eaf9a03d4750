import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ApprovalData,
  ApprovalLimitsData,
} from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { ActorName } from '../../parts/values/actor-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { TransactionLink } from '../payments/transaction-link.tsx'
import classes from './approvals.module.css'
import { DecisionDialog } from './decision-dialog.tsx'
import { SeveralBar, useSeveral } from './several.tsx'
import { useApprovalsTexts } from './texts.ts'

/** How often the list is read anew while it is looked at. */
const everySeconds = 15

export function ApprovalsPage() {
  const texts = useApprovalsTexts()
  const pages = usePages<ApprovalData>(usePointPath()('/approvals'), { everySeconds })
  const [asked, setAsked] = useState<ApprovalData>()
  const { permissions } = usePoint()
  const several = useSeveral(permissions.includes('approve_payouts') ? pages.items.filter(mayDecide) : [])
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
      <Limits />
      <SeveralBar several={several} />
      <PagedTable
        caption={texts.table}
        columns={[...several.columns, ...useColumns(setAsked)]}
        pages={pages}
        rowKey={(row) => row.transaction_id}
        empty={<EmptyState title={texts.emptyTitle} explanation={texts.empty} />}
      />
      {asked && <DecisionDialog approval={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function mayDecide(row: ApprovalData): boolean {
  return row.may_decide
}

/** Above which amounts somebody decides, and who sets them. */
function Limits() {
  const { limits: texts } = useApprovalsTexts()
  const language = useLanguage()
  const { data } = useRead<ApprovalLimitsData>(usePointPath()('/approvals/limits'))
  if (!data) return null
  const amounts = data.limits.map(({ currency, above }) => formatAmountWithCode(above, currency, { language }))
  return (
    <Alert variant="outline" color="gray" mb="md">
      {amounts.length === 0 ? texts.none : texts.above(amounts.join(', '))} {texts.setBy}
    </Alert>
  )
}

function useColumns(onDecide: (row: ApprovalData) => void): Column<ApprovalData>[] {
  const texts = useApprovalsTexts()
  const { columns } = texts
  return [
    {
      key: 'amount',
      header: columns.amount,
      align: 'right',
      isHead: true,
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    { key: 'to', header: columns.to, render: (row) => <ToCell row={row} /> },
    { key: 'reference', header: columns.reference, render: (row) => row.reference },
    { key: 'by', header: columns.by, render: (row) => <ActorName maker={row.created_by} /> },
    { key: 'created', header: columns.created, render: (row) => <Instant at={row.created_at} /> },
    { key: 'lapses', header: columns.lapses, render: (row) => <Instant at={row.lapses_at} distance /> },
    {
      key: 'decide',
      header: columns.decide,
      isHead: true,
      render: (row) => <DecideCell row={row} onDecide={() => onDecide(row)} />,
    },
  ]
}

function ToCell({ row }: { row: ApprovalData }) {
  const texts = useApprovalsTexts()
  return (
    <div className={classes['to']}>
      {row.refund !== null && (
        <TransactionLink payType="payin" transactionId={row.refund.payment_id}>
          {texts.refundOf} {row.refund.payment_reference}
        </TransactionLink>
      )}
      {(row.beneficiary ?? row.refund?.payer) != null && <span>{row.beneficiary ?? row.refund?.payer}</span>}
      {row.account !== null && <Identifier value={row.account} name={texts.account} />}
    </div>
  )
}

function DecideCell({ row, onDecide }: { row: ApprovalData; onDecide: () => void }) {
  const texts = useApprovalsTexts()
  const { permissions } = usePoint()
  if (!permissions.includes('approve_payouts')) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noRole}
      </Text>
    )
  }
  if (!row.may_decide) {
    return (
      <Text size="sm" c="dimmed" title={texts.notYouWhy}>
        {texts.notYou}
      </Text>
    )
  }
  return (
    <Button size="compact-sm" aria-label={texts.decideName(row.reference)} onClick={onDecide}>
      {texts.decide}
    </Button>
  )
}
