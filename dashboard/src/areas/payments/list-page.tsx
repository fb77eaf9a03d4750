import { Alert, Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type {
  TransactionItem,
  TransactionListData,
  TransactionType,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages } from '../../app/reading.ts'
import { Icon } from '../../parts/icons.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { NothingFound } from '../../parts/tables/nothing-found.tsx'
import { SaveMenu } from '../../parts/tables/save-menu.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { useColumnChoice } from './list-columns.tsx'
import { ListFilters, useListFilters } from './list-filters.tsx'
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

export function RefundsPage() {
  return <ListPage payType="refund" />
}

function ListPage({ payType }: { payType: TransactionType }) {
  const texts = usePaymentsTexts()
  const path = usePointPath()
  const { filters, query } = useListFilters()
  const asked = { pay_type: payType, ...query }
  const pages = usePages<TransactionItem>(path('/transactions'), {
    query: asked,
    everySeconds: refreshSeconds,
    laterLimit,
  })
  const columns = useColumnChoice(payType)
  const isCut = (pages.firstPage as TransactionListData | undefined)?.cut === true
  return (
    <>
      <PageHeader
        title={texts.title[payType]}
        explanation={<Explanation payType={payType} />}
        actions={
          <>
            <RefreshButton />
            <ColumnMenu {...columns} />
            <SaveMenu label={texts.list.export} path={path('/transactions.csv')} query={asked} />
            <CreateLink payType={payType} />
          </>
        }
      />
      <StatusTabs
        payType={payType}
        value={filters.values.status}
        query={query}
        onChange={(status) => filters.set({ status })}
      />
      <ListFilters filters={filters} />
      {isCut && (
        <Alert variant="outline" color="yellow" mb="md" role="status">
          {texts.list.cut}
        </Alert>
      )}
      <PagedTable
        caption={texts.title[payType]}
        columns={columns.shown}
        isList
        rowKey={(row) => row.transaction_id}
        pages={pages}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        noMatch={filters.values.search === '' ? undefined : <NothingInList payType={payType} filters={filters} />}
        empty={
          <EmptyState title={texts.emptyTitle[payType]} explanation={texts.empty[payType]}>
            <CreateLink payType={payType} />
          </EmptyState>
        }
      />
    </>
  )
}

function Explanation({ payType }: { payType: TransactionType }) {
  const { explanation } = usePaymentsTexts()
  return (
    <>
      <Text component="span" inherit visibleFrom="sm">
        {explanation[payType]}{' '}
      </Text>
      <ZoneNote />
    </>
  )
}

const lists = { payin: '/p/$pointId/payments', payout: '/p/$pointId/payouts', refund: '/p/$pointId/refunds' } as const

function NothingInList({
  payType,
  filters,
}: { payType: TransactionType } & Pick<ReturnType<typeof useListFilters>, 'filters'>) {
  const { title, list } = usePaymentsTexts()
  const { id: pointId } = usePoint()
  const { search } = filters.values
  return (
    <NothingFound filters={filters} name="search">
      {(Object.keys(lists) as TransactionType[])
        .filter((other) => other !== payType)
        .map((other) => (
          <ButtonLink key={other} to={lists[other]} params={{ pointId }} search={{ search }} variant="default">
            {list.searchIn(title[other])}
          </ButtonLink>
        ))}
    </NothingFound>
  )
}

function RefreshButton() {
  const { list } = usePaymentsTexts()
  const client = useQueryClient()
  return (
    <Button
      variant="default"
      visibleFrom="sm"
      leftSection={<Icon name="refresh" />}
      onClick={() => void client.invalidateQueries({ queryKey: ['pages'] })}
    >
      {list.refresh}
    </Button>
  )
}

/** A refund is made on the page of its payment. */
function CreateLink({ payType }: { payType: TransactionType }) {
  const { create } = usePaymentsTexts()
  const point = usePoint()
  if (payType === 'refund' || !point.permissions.includes(payType === 'payin' ? 'payins' : 'payouts')) return null
  return (
    <ButtonLink
      to="/p/$pointId/create"
      params={{ pointId: point.id }}
      search={{ kind: payType }}
      leftSection={<Icon name="plus" />}
    >
      {create.submit[payType]}
    </ButtonLink>
  )
}
