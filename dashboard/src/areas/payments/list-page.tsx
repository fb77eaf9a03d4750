import { ActionIcon, Alert } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type {
  PayType,
  TransactionItem,
  TransactionListData,
} from '../../../../gateway/src/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages } from '../../app/reading.ts'
import { PagedTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icons.tsx'
import { ZoneNote } from '../../parts/instant.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { useColumnChoice } from './list-columns.tsx'
import { ListFilters, useListFilters } from './list-filters.tsx'
import { PointsField, useAllPoints } from './points-field.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { usePaymentsTexts } from './texts.ts'

/** How often an open list looks for what is new. */
const refreshSeconds = 30

/** Rows of each page after the first. */
const laterLimit = 100

export function PaymentsPage() {
  return <ListPage payType="payin" />
}

export function PayoutsPage() {
  return <ListPage payType="payout" />
}

function ListPage({ payType }: { payType: PayType }) {
  const texts = usePaymentsTexts()
  const path = usePointPath()
  const { filters, query } = useListFilters()
  const ofAll = useAllPoints()
  const points = ofAll.isShown ? 'all' : undefined
  const asked = { pay_type: payType, ...query }
  const pages = usePages<TransactionItem>(path('/transactions'), {
    query: { ...asked, points },
    everySeconds: refreshSeconds,
    laterLimit,
  })
  const columns = useColumnChoice(payType, ofAll.isShown)
  return (
    <>
      <PageHeader
        title={texts.title[payType]}
        explanation={
          <>
            {texts.explanation[payType]} <ZoneNote />
          </>
        }
        actions={
          <>
            <RefreshButton />
            <ColumnMenu {...columns} />
            <ExportButton payType={payType} query={{ ...asked, points }} days={filters.values} />
            <CreateLink payType={payType} />
          </>
        }
      />
      <StatusTabs
        payType={payType}
        value={filters.values.status}
        query={{ ...query, points }}
        onChange={(status) => filters.set({ status })}
      />
      <ListFilters filters={filters} points={<PointsField ofAll={ofAll} />} />
      <Gaps page={pages.firstPage as TransactionListData | undefined} />
      <PagedTable
        caption={texts.title[payType]}
        columns={columns.shown}
        isList
        rowKey={(row) => row.transaction_id}
        pages={pages}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={
          <EmptyState title={texts.emptyTitle[payType]} explanation={texts.empty}>
            <CreateLink payType={payType} />
          </EmptyState>
        }
      />
    </>
  )
}

/** What the list leaves out. */
function Gaps({ page }: { page: TransactionListData | undefined }) {
  const { list } = usePaymentsTexts()
  const leftOut = page?.points_left_out ?? 0
  const gaps = [...(leftOut > 0 ? [list.pointsLeftOut(String(leftOut))] : []), ...(page?.cut ? [list.cut] : [])]
  return gaps.map((gap) => (
    <Alert key={gap} variant="outline" color="yellow" mb="md" role="status">
      {gap}
    </Alert>
  ))
}

function RefreshButton() {
  const { list } = usePaymentsTexts()
  const client = useQueryClient()
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={list.refresh}
      onClick={() => void client.invalidateQueries({ queryKey: ['pages'] })}
    >
      <Icon name="refresh" />
    </ActionIcon>
  )
}

function CreateLink({ payType }: { payType: PayType }) {
  const { list } = usePaymentsTexts()
  const point = usePoint()
  if (!point.permissions.includes(payType === 'payin' ? 'payins' : 'payouts')) return null
  return (
    <ButtonLink
      to="/p/$pointId/create"
      params={{ pointId: point.id }}
      search={{ kind: payType }}
      leftSection={<Icon name="plus" />}
    >
      {list.create}
    </ButtonLink>
  )
}
