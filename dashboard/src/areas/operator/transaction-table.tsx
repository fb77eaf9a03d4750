import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { PagesResult } from '../../app/reading.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { useMethodName } from '../../parts/method.tsx'
import { EmptyState } from '../../parts/states.tsx'
import type { Column } from '../../parts/table-types.ts'
import { EnvironmentBadge, ReasonText, StatusBadge } from '../../parts/tag.tsx'
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

function useColumns(extra: TransactionTableProps['extra']): readonly Column<OperatorTransactionData>[] {
  const texts = useOperatorTexts()
  const extras: Record<'why' | 'suspense', Column<OperatorTransactionData>> = {
    why: { key: 'why', header: texts.why, render: (row) => <Text size="sm">{row.needs_operator ?? '–'}</Text> },
    suspense: {
      key: 'suspense',
      header: texts.inSuspense,
      align: 'right',
      render: (row) => <Amount value={row.suspense} currency={row.currency} />,
    },
  }
  return [
    {
      key: 'transaction',
      header: texts.transaction,
      isHead: true,
      render: (row) => <Which row={row} />,
    },
    {
      key: 'merchant',
      header: texts.merchant,
      render: (row) => <Whose row={row} />,
    },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      line: 'end',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    ...(extra === 'suspense' ? [extras.suspense] : []),
    {
      key: 'status',
      header: texts.status,
      isHead: true,
      render: (row) => (
        <Stack gap={2} align="flex-start">
          <StatusBadge status={row.status} />
          <Text size="xs" c="dimmed">
            <ReasonText reason={row.reason} payType={row.pay_type} />
          </Text>
        </Stack>
      ),
    },
    ...(extra === undefined ? [] : [extras.why]),
    { key: 'created', header: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  ]
}

function Which({ row }: { row: OperatorTransactionData }) {
  const texts = useOperatorTexts()
  const method = useMethodName()
  return (
    <Stack gap={2}>
      <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
        {row.reference}
      </TextLink>
      <Text size="xs" c="dimmed">
        {texts.payTypes[row.pay_type]} · <span title={row.service_code}>{method(row.service_code)}</span>
      </Text>
    </Stack>
  )
}

function Whose({ row }: { row: OperatorTransactionData }) {
  return (
    <Stack gap={2} align="flex-start">
      <TextLink to="/operator/points/$pointId" params={{ pointId: row.point.point_id }}>
        {row.merchant.name} · {row.point.name}
      </TextLink>
      <EnvironmentBadge environment={row.environment} />
    </Stack>
  )
}
