import { Stack, Text } from '@mantine/core'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type {
  BankLineData,
  BankLinesPage,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-lines.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { usePages } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { type Filter, FilterBar, optionsOf } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { LineState, OrderLink, ProposalLink, Said, useBankLineTexts } from './line-parts.tsx'

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
      <BankTabs />
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
    { key: 'day', header: texts.day, isHead: true, render: Day },
    {
      key: 'amount',
      header: texts.amount,
      isHead: true,
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    { key: 'account', header: texts.account, render: Account },
    { key: 'text', header: texts.text, render: Words },
    { key: 'state', header: texts.state, render: (row) => <LineState line={row} /> },
    { key: 'belongs', header: texts.belongsTo, render: Belongs },
  ]
}

function Day({ bank_line_id: lineId, day }: BankLineData) {
  return (
    <TextLink to="/operator/banks/lines/$lineId" params={{ lineId }}>
      <time>{day}</time>
    </TextLink>
  )
}

function Account({ bank_account: { name }, environment }: BankLineData) {
  return (
    <Stack gap={2} align="flex-start">
      {name}
      <EnvironmentBadge environment={environment} />
    </Stack>
  )
}

function Words({ text, party, bank_reference: reference }: BankLineData) {
  return (
    <Stack gap={2}>
      {text !== '' && <Said said={{ value: text, is_text: true }} />}
      <Text size="xs" c="dimmed" component="div">
        <Said said={party.name} /> · <Said said={reference} />
      </Text>
    </Stack>
  )
}

function Belongs({ transaction, decision, proposal }: BankLineData) {
  return (
    <Stack gap={2}>
      {transaction ? <OrderLink id={transaction.transaction_id}>{transaction.reference}</OrderLink> : '–'}
      {decision && (
        <Text size="xs" c="dimmed">
          {decision.by.join(', ')}
        </Text>
      )}
      {proposal && <ProposalLink proposal={proposal} />}
    </Stack>
  )
}
