import { Stack, Text } from '@mantine/core'
import type {
  BankLineData,
  BankLinesPage,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-lines.ts'
import { readTypedAmount } from '../../../../gateway/src/extras/transactions/typed-amount.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { usePages } from '../../app/reading.ts'
import { Amount } from '../../parts/amount.tsx'
import { PagedTable } from '../../parts/data-table.tsx'
import { type Filter, FilterBar, optionsOf } from '../../parts/filter-bar.tsx'
import { ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import type { Column } from '../../parts/table-types.ts'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { LineState, OrderLink, Said, useBankLineTexts } from './line-parts.tsx'

type Name = ParameterOf<'/operator/banks/lines'>

/** Lines of all own bank accounts, with what became of each. */
export function LinesPage() {
  const texts = useBankLineTexts()
  const filters = useUrlFilters('/operator/banks/lines')
  const typed = filters.values.amount.trim()
  const amount = readTypedAmount(typed)
  const query = { ...filters.values, amount: amount.ok ? amount.decimal : typed }
  const pages = usePages<BankLineData>('/console/operator/bank-lines', { query })
  const { accounts = [] } = (pages.firstPage ?? {}) as Partial<BankLinesPage>
  const fields: readonly Filter<Name>[] = [
    { kind: 'choice', name: 'view', label: texts.view, options: optionsOf(texts.views) },
    { kind: 'search', name: 'search', label: texts.search },
    {
      kind: 'choice',
      name: 'bank_account_id',
      label: texts.account,
      options: accounts.map((each) => ({ value: each.bank_account_id, label: each.name })),
    },
    { kind: 'choice', name: 'sign', label: texts.sign, options: optionsOf(texts.signs) },
    { kind: 'search', name: 'amount', label: texts.amount },
    { kind: 'date', name: 'from', label: texts.from },
    { kind: 'date', name: 'to', label: texts.to },
    { kind: 'choice', name: 'order', label: texts.sorted, options: optionsOf(texts.orders) },
  ]
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
      <FilterBar filters={filters} fields={fields} />
      {!pages.isPending && pages.items.length === 0 && pages.hasMore && <Text mb="md">{texts.lookFurther}</Text>}
      <PagedTable
        caption={texts.title}
        pages={pages}
        columns={columnsOf(texts)}
        rowKey={(row) => row.bank_line_id}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState title={texts.empty} explanation={texts.emptyWhy} />}
      />
    </>
  )
}

function columnsOf(texts: ReturnType<typeof useBankLineTexts>): readonly Column<BankLineData>[] {
  return [
    {
      key: 'day',
      header: texts.day,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/banks/lines/$lineId" params={{ lineId: row.bank_line_id }}>
          {row.day}
        </TextLink>
      ),
    },
    {
      key: 'amount',
      header: texts.amount,
      isHead: true,
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    {
      key: 'account',
      header: texts.account,
      render: (row) => (
        <Stack gap={2} align="flex-start">
          {row.bank_account.name}
          <EnvironmentBadge environment={row.environment} />
        </Stack>
      ),
    },
    {
      key: 'text',
      header: texts.text,
      render: (row) => (
        <Stack gap={2}>
          {row.text !== '' && <Said said={{ value: row.text, is_text: true }} />}
          <Text size="xs" c="dimmed" component="div">
            <Said said={row.party.name} /> · <Said said={row.bank_reference} />
          </Text>
        </Stack>
      ),
    },
    { key: 'state', header: texts.state, render: (row) => <LineState line={row} /> },
    {
      key: 'belongs',
      header: texts.belongsTo,
      render: (row) => (
        <Stack gap={2}>
          {row.transaction ? (
            <OrderLink id={row.transaction.transaction_id}>{row.transaction.reference}</OrderLink>
          ) : (
            '–'
          )}
          {row.decision && (
            <Text size="xs" c="dimmed">
              {row.decision.by.join(', ')}
            </Text>
          )}
          {row.proposal && (
            <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: row.proposal.proposal_id }}>
              {texts.proposed(row.proposal.proposed_by)}
            </TextLink>
          )}
        </Stack>
      ),
    },
  ]
}
