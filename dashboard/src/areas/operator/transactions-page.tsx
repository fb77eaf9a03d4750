import { Text } from '@mantine/core'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { ConnectorData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { startOfDay } from '../../app/formats.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { type Filter, FilterBar, optionsOf } from '../../parts/tables/filter-bar.tsx'
import { NothingFound } from '../../parts/tables/nothing-found.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { SearchedAmount } from '../../parts/values/searched-amount.tsx'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorTexts } from './texts.ts'
import { TransactionTable } from './transaction-table.tsx'

type Name = ParameterOf<'/operator/transactions'>

export function TransactionsPage() {
  const texts = useOperatorTexts()
  const filters = useUrlFilters('/operator/transactions')
  const { text, created_from: from, created_to: to, ...rest } = filters.values
  const query = { ...rest, created_from: startOfDay(from), created_to: startOfDay(to, 1) }
  const isSearch = text.trim() !== ''
  const list = usePages<OperatorTransactionData>('/console/operator/transactions', { query, enabled: !isSearch })
  const found = usePages<OperatorTransactionData>('/console/operator/transactions/search', {
    query: { ...query, text: text.trim() },
    enabled: isSearch,
  })
  const pages = isSearch ? found : list
  return (
    <>
      <PageHeader
        title={texts.transactionsTitle}
        explanation={
          <>
            {texts.transactionsExplanation} <ZoneNote />
          </>
        }
      />
      <FilterBar filters={filters} fields={useFields()} />
      <SearchedAmount text={text} />
      {!pages.isPending && pages.items.length === 0 && pages.hasMore && <Text mb="md">{texts.lookFurther}</Text>}
      <TransactionTable
        caption={texts.transactionsTitle}
        pages={pages}
        emptyTitle={texts.transactionsEmpty}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        noMatch={isSearch ? <NothingFound filters={filters} name="text" /> : undefined}
      />
    </>
  )
}

function useFields(): readonly Filter<Name>[] {
  const texts = useOperatorTexts()
  const { parts, environments } = useShellTexts()
  const statuses = useStatusTexts()
  const { data } = useRead<{ connectors: readonly ConnectorData[] }>('/console/operator/connectors')
  const connectors = (data?.connectors ?? []).map((each) => ({ value: each.connector_account_id, label: each.name }))
  return [
    { kind: 'search', name: 'text', label: texts.searchText, isMain: true },
    { kind: 'choice', name: 'environment', label: texts.environment, options: optionsOf(environments) },
    { kind: 'choice', name: 'status', label: texts.status, options: optionsOf(statuses.status) },
    { kind: 'choice', name: 'pay_type', label: texts.payType, options: optionsOf(texts.payTypes) },
    { kind: 'choice', name: 'connector_account_id', label: texts.connector, options: connectors },
    { kind: 'search', name: 'service_code', label: texts.service },
    { kind: 'date', name: 'created_from', label: parts.from },
    { kind: 'date', name: 'created_to', label: parts.to },
  ]
}
