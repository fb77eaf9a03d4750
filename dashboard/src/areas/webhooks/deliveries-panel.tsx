import { Button } from '@mantine/core'
import { useState } from 'react'
import type {
  DeliveriesData,
  DeliveryData,
  Status,
} from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { formatCount, startOfDay } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { type PageShape, usePages } from '../../app/reading.ts'
import { RowLink, TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { type Filter, FilterBar, optionsOf } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { StatusBadge, useStatusTexts } from '../../parts/values/tag.tsx'
import { DeliveryStateTag, isIntoInbox, NextAttempt } from './delivery-state-tag.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { useWebhooksTexts } from './texts.ts'

const filterNames = ['reference', 'state', 'status', 'transaction_id', 'from'] as const
type FilterName = (typeof filterNames)[number]

const statuses: readonly Status[] = ['COMPLETED', 'ERROR', 'EXPIRED', 'PENDING']

/** The merchant API's own names of page and cursor. */
const shape: PageShape<DeliveryData> = {
  cursorName: 'before',
  read: (answer) => {
    const { deliveries, next_before: next } = answer as DeliveriesData
    return { items: deliveries, next_cursor: next }
  },
}

/** Every callback that was made, what became of it, and sending again what failed. */
export function DeliveriesPanel() {
  const { deliveries } = useWebhooksTexts()
  const filters = useUrlFilters('/p/$pointId/webhooks', filterNames)
  const { from } = filters.values
  const query = { ...filters.values, from: startOfDay(from) }
  const pages = usePages<DeliveryData>(usePointPath()('/webhook/deliveries'), { query }, shape)
  const [isRecovering, setIsRecovering] = useState(false)
  return (
    <Panel
      title={deliveries.title}
      actions={
        <Button variant="default" onClick={() => setIsRecovering(true)}>
          {deliveries.recover}
        </Button>
      }
    >
      <FilterBar filters={filters} fields={useFields()} />
      <PagedTable
        caption={deliveries.table}
        columns={useColumns()}
        pages={pages}
        rowKey={(row) => row.delivery_id}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState heading={3} title={deliveries.emptyTitle} explanation={deliveries.empty} />}
      />
      {isRecovering && <RecoverDialog onClose={() => setIsRecovering(false)} />}
    </Panel>
  )
}

function useFields(): Filter<FilterName>[] {
  const { deliveries } = useWebhooksTexts()
  const { status } = useStatusTexts()
  const { filters, states } = deliveries
  return [
    { kind: 'search', name: 'reference', label: filters.reference, isMain: true },
    {
      kind: 'choice',
      name: 'state',
      label: filters.state,
      options: optionsOf(states),
    },
    {
      kind: 'choice',
      name: 'status',
      label: filters.status,
      options: statuses.map((value) => ({ value, label: status[value] })),
    },
    { kind: 'search', name: 'transaction_id', label: filters.transaction },
    { kind: 'date', name: 'from', label: filters.from },
  ]
}

function useColumns(): Column<DeliveryData>[] {
  const { deliveries } = useWebhooksTexts()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const { columns } = deliveries
  return [
    {
      key: 'created',
      header: columns.created,
      render: (row) => (
        <TextLink to="/p/$pointId/webhooks/deliveries/$deliveryId" params={{ pointId, deliveryId: row.delivery_id }}>
          <Instant at={row.created_at} seconds /> <span className="pa-unseen">{deliveries.open}</span>
        </TextLink>
      ),
    },
    {
      key: 'state',
      header: columns.state,
      line: 'end',
      render: (row) => <DeliveryStateTag state={row.state} last={row.last_attempt} />,
    },
    { key: 'tells', header: columns.tells, render: (row) => <StatusBadge status={row.status} /> },
    ...useLineColumns(),
    {
      key: 'transaction',
      header: columns.transaction,
      render: (row) => <Payment row={row} pointId={pointId} />,
    },
    {
      key: 'attempts',
      header: columns.attempts,
      align: 'right',
      render: (row) => <span className="pa-number">{formatCount(row.attempts, language)}</span>,
    },
    { key: 'last', header: columns.last, line: 'below', render: (row) => lastAnswer(row, deliveries.errors) },
    { key: 'next', header: columns.next, render: (row) => <NextAttempt delivery={row} /> },
  ]
}

/** What stands on a phone alone: one badge a row, which says what became of it; what it tells is named. */
function useLineColumns(): Column<DeliveryData>[] {
  const { columns } = useWebhooksTexts().deliveries
  const { status } = useStatusTexts()
  const { id: pointId } = usePoint()
  return [
    {
      ...{ key: 'line', header: columns.transaction, line: 'first', isLineOnly: true },
      render: (row) => (
        <RowLink to="/p/$pointId/webhooks/deliveries/$deliveryId" params={{ pointId, deliveryId: row.delivery_id }}>
          {row.payment?.reference ?? row.transaction_id.slice(0, 8)}
        </RowLink>
      ),
    },
    {
      ...{ key: 'amount', header: columns.transaction, line: 'below', isLineOnly: true },
      render: (row) => row.payment && <Amount value={row.payment.amount} currency={row.payment.currency} />,
    },
    {
      ...{ key: 'when', header: columns.created, line: 'mark', isLineOnly: true },
      render: (row) => <Instant at={row.created_at} short />,
    },
    {
      ...{ key: 'told', header: columns.tells, line: 'note', isLineOnly: true },
      render: (row) => `${columns.tells}: ${status[row.status]}`,
    },
  ]
}

function Payment({ row, pointId }: { row: DeliveryData; pointId: string }) {
  const { transaction_id: transactionId, payment } = row
  return (
    <>
      <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId }}>
        {payment?.reference ?? transactionId.slice(0, 8)}
      </TextLink>
      {payment && (
        <div>
          <Amount value={payment.amount} currency={payment.currency} /> <Method code={payment.service_code} short />
        </div>
      )}
    </>
  )
}

function lastAnswer({ last_attempt: last }: DeliveryData, errors: Readonly<Record<string, string>>): string {
  if (last === null || isIntoInbox(last)) return '–'
  if (last.http_status !== null) return `HTTP ${last.http_status}`
  return last.error === null ? '–' : (errors[last.error] ?? last.error)
}
