import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { PagesResult } from '../../app/reading.ts'
import { RowLink, TextLink } from '../../parts/links.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Method, useMethodName } from '../../parts/values/method.tsx'
import { EnvironmentBadge, ReasonText, StatusBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { Assignee, QueueAssignment } from './queue-assignment.tsx'
import { useOperatorTexts } from './texts.ts'

export interface TransactionTableProps {
  caption: string
  pages: PagesResult<OperatorTransactionData>
  /** What the list is about: why a person must look, or how much waits. */
  extra?: 'why' | 'suspense'
  emptyTitle: string
  isFiltered?: boolean
  onClearFilters?: () => void
  noMatch?: ReactNode
}

/** Transactions of any merchant: whose, what, how it stands. */
export function TransactionTable({ extra, emptyTitle, ...rest }: TransactionTableProps) {
  const columns = useColumns(extra)
  return (
    <PagedTable
      {...rest}
      columns={columns}
      rowKey={(row) => row.transaction_id}
      empty={<EmptyState title={emptyTitle} />}
    />
  )
}

type Row = OperatorTransactionData

/** What a list is about takes the place of the method, which then stands below the reference. */
function useColumns(extra: TransactionTableProps['extra']): readonly Column<Row>[] {
  const texts = useOperatorTexts()
  const lines = useLines(extra)
  const extras: Record<'why' | 'suspense', Column<Row>> = {
    why: { key: 'why', header: texts.why, render: (row) => <Why row={row} /> },
    suspense: {
      key: 'suspense',
      header: texts.inSuspense,
      align: 'right',
      line: 'end',
      render: (row) => <Amount value={row.suspense} currency={row.currency} />,
    },
  }
  return [
    ...lines,
    {
      key: 'transaction',
      header: texts.transaction,
      render: (row) => <Which row={row} withMethod={extra !== undefined} />,
    },
    { key: 'party', header: texts.party, render: (row) => row.party_name ?? '–' },
    ...(extra === undefined ? [methodColumn(texts.method)] : []),
    { key: 'merchant', header: texts.merchant, render: (row) => <MerchantLink merchant={row.merchant} /> },
    { key: 'point', header: texts.point, render: (row) => <Point row={row} /> },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      ...(extra === 'suspense' ? {} : { line: 'end' }),
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    ...(extra === 'suspense' ? [extras.suspense] : []),
    {
      key: 'status',
      header: texts.status,
      render: (row) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge status={row.status} />
          <Text size="xs" c="dimmed">
            <ReasonText reason={row.reason} payType={row.pay_type} />
          </Text>
        </Stack>
      ),
    },
    ...(extra === 'why' ? [extras.why] : []),
    { key: 'created', header: texts.createdAt, render: (row) => <Instant at={row.created_at} short /> },
  ]
}

/** What stands on a phone alone: a link that covers the row, and whose it is beside how and when. */
function useLines(extra: TransactionTableProps['extra']): readonly Column<Row>[] {
  const texts = useOperatorTexts()
  const { environments } = useShellTexts()
  const ofLine = { isLineOnly: true } as const
  const usual: Column<Row>[] = [
    {
      ...ofLine,
      key: 'how',
      header: texts.method,
      line: 'below',
      render: (row) => texts.payTypes[row.pay_type],
    },
    {
      ...ofLine,
      key: 'when',
      header: texts.createdAt,
      line: 'below',
      render: (row) => <Instant at={row.created_at} short />,
    },
  ]
  const reviewed: Column<Row>[] = [
    {
      ...ofLine,
      key: 'taken',
      header: texts.work.taken,
      line: 'below',
      render: (row) => <Assignee kind="review" itemId={row.transaction_id} />,
    },
    { ...ofLine, key: 'reason', header: texts.why, line: 'below', render: (row) => row.needs_operator ?? '–' },
  ]
  return [
    { ...ofLine, key: 'who', header: texts.party, line: 'first', render: (row) => <Who row={row} /> },
    {
      ...ofLine,
      key: 'whose',
      header: texts.merchant,
      line: 'below',
      render: ({ merchant, environment }) => `${environments[environment]} · ${merchant.name}`,
    },
    ...(extra === 'why' ? reviewed : usual),
    {
      ...ofLine,
      key: 'mark',
      header: texts.status,
      line: 'mark',
      render: (row) => <StatusBadge status={row.status} />,
    },
  ]
}

function Who({ row }: { row: Row }) {
  return (
    <RowLink
      to="/operator/transactions/$transactionId"
      params={{ transactionId: row.transaction_id }}
      title={row.reference}
    >
      {row.party_name ?? row.reference}
    </RowLink>
  )
}

/** Why it waits, and who works on it. */
function Why({ row }: { row: Row }) {
  return (
    <Stack gap={4}>
      <Text size="sm">{row.needs_operator ?? '–'}</Text>
      <QueueAssignment kind="review" itemId={row.transaction_id} />
    </Stack>
  )
}

function methodColumn(header: string): Column<Row> {
  return { key: 'method', header, render: (row) => <Method code={row.service_code} short /> }
}

function Which({ row, withMethod }: { row: Row; withMethod: boolean }) {
  const texts = useOperatorTexts()
  const method = useMethodName()
  return (
    <Stack gap={2}>
      <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
        {row.reference}
      </TextLink>
      <Text size="xs" c="dimmed">
        {texts.payTypes[row.pay_type]}
        {withMethod && (
          <>
            {' · '}
            <span title={row.service_code}>{method(row.service_code)}</span>
          </>
        )}
      </Text>
    </Stack>
  )
}

export function MerchantLink({ merchant }: { merchant: Row['merchant'] }) {
  return (
    <TextLink to="/operator/merchants/$merchantId" params={{ merchantId: merchant.merchant_id }}>
      {merchant.name}
    </TextLink>
  )
}

function Point({ row }: { row: Row }) {
  return (
    <Stack gap={2} align="flex-start">
      <TextLink to="/operator/points/$pointId" params={{ pointId: row.point.point_id }}>
        {row.point.name}
      </TextLink>
      <EnvironmentBadge environment={row.environment} />
    </Stack>
  )
}
