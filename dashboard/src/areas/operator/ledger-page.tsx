import { SegmentedControl, SimpleGrid, Stack } from '@mantine/core'
import type { LedgerAccountData, PurseData } from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import type { TransferData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DataTable, PagedTable } from '../../parts/tables/data-table.tsx'
import { FilterBar } from '../../parts/tables/filter-bar.tsx'
import { type UrlFilters, useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { currencies } from '../proposals/action-fields.ts'
import classes from './ledger.module.css'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'
import { useTransferColumns } from './transfer-table.tsx'

/** Which part of the ledger is shown, and what its lists are narrowed to. */
type View = UrlFilters<ParameterOf<'/operator/ledger'>>

export function LedgerPage() {
  const texts = useOperatorTexts()
  const filters = useUrlFilters('/operator/ledger')
  const view = ['accounts', 'journal'].find((each) => each === filters.values.view) ?? 'purses'
  return (
    <>
      <PageHeader
        title={texts.ledgerTitle}
        explanation={
          <>
            {texts.ledgerExplanation} <ZoneNote />
          </>
        }
      />
      <SegmentedControl
        mb="md"
        value={view}
        aria-label={texts.ledgerTitle}
        onChange={(value) => filters.set({ view: value, account_id: '', currency: '', kind: '' })}
        data={[
          { value: 'purses', label: texts.pursesTitle },
          { value: 'accounts', label: texts.accountsTitle },
          { value: 'journal', label: texts.journalTitle },
        ]}
      />
      {view === 'purses' && <Purses />}
      {view === 'accounts' && <Accounts view={filters} />}
      {view === 'journal' && <Journal filters={filters} />}
    </>
  )
}

function Purses() {
  const texts = useOperatorTexts()
  const found = useRead<{ purses: readonly PurseData[] }>('/console/operator/ledger/purses')
  return (
    <ReadState result={found}>
      {({ purses }) =>
        purses.length === 0 ? (
          <EmptyState title={texts.emptyLedger} />
        ) : (
          <SimpleGrid cols={{ base: 1, lg: 2 }} className={classes['purses'] ?? ''}>
            {purses.map((purse) => (
              <Purse key={`${purse.environment} ${purse.currency}`} purse={purse} />
            ))}
          </SimpleGrid>
        )
      }
    </ReadState>
  )
}

function Purse({ purse }: { purse: PurseData }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const { accounts } = useOperatorWords()
  const { environments } = useShellTexts()
  const title = `${environments[purse.environment]} ${purse.currency}`
  const isZero = purse.sum !== null && Number(purse.sum) === 0
  return (
    <Panel
      title={title}
      actions={
        purse.sum !== null && (
          <Tag tone={isZero ? 'good' : 'bad'}>
            {texts.sum}: <Amount value={purse.sum} currency={purse.currency} />
          </Tag>
        )
      }
    >
      <DataTable
        caption={title}
        rows={purse.kinds}
        rowKey={(row) => row.kind}
        columns={[
          { key: 'kind', header: texts.kind, line: 'first', render: (row) => wordOf(accounts, row.kind) },
          {
            key: 'accounts',
            header: texts.accountsTitle,
            align: 'right',
            render: (row) => formatCount(row.accounts, language),
          },
          {
            key: 'balance',
            header: texts.balance,
            align: 'right',
            line: 'end',
            render: (row) => (row.balance === null ? '–' : <Amount value={row.balance} currency={purse.currency} />),
          },
        ]}
      />
    </Panel>
  )
}

function Accounts({ view }: { view: View }) {
  const texts = useOperatorTexts()
  const { accounts } = useOperatorWords()
  const { environments } = useShellTexts()
  const filters = useUrlFilters('/operator/ledger', ['currency', 'kind'])
  const environment = view.values.environment === 'live' ? 'live' : 'test'
  const { currency, kind } = filters.values
  const pages = usePages<LedgerAccountData>('/console/operator/ledger/accounts', {
    query: { environment, currency, kind },
  })
  const kinds = Object.entries(accounts).filter(([value]) => value !== 'overdraft')
  return (
    <Stack gap="md" align="stretch">
      <SegmentedControl
        className={classes['choice'] ?? ''}
        value={environment}
        aria-label={texts.environment}
        onChange={(value) => view.set({ environment: value })}
        data={Object.entries(environments).map(([value, label]) => ({ value, label }))}
      />
      <FilterBar
        filters={filters}
        fields={[
          {
            kind: 'choice',
            name: 'currency',
            label: texts.currency,
            options: currencies.map((value) => ({ value, label: value })),
          },
          {
            kind: 'choice',
            name: 'kind',
            label: texts.kind,
            options: kinds.map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <PagedTable
        caption={texts.accountsTitle}
        pages={pages}
        columns={useAccountColumns()}
        rowKey={(row) => row.account_id}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState title={texts.emptyLedger} />}
      />
    </Stack>
  )
}

function useAccountColumns() {
  const texts = useOperatorTexts()
  const { accounts } = useOperatorWords()
  const amount = (value: string | null, row: LedgerAccountData) =>
    value === null ? '–' : <Amount value={value} currency={row.currency} />
  return [
    {
      key: 'kind',
      header: texts.kind,
      line: 'first' as const,
      render: (row: LedgerAccountData) => (
        <TextLink to="/operator/ledger" search={{ view: 'journal', account_id: row.account_id }}>
          {wordOf(accounts, row.kind)} {row.currency}
        </TextLink>
      ),
    },
    {
      key: 'owner',
      header: texts.owner,
      line: 'below' as const,
      render: ({ owner }: LedgerAccountData) =>
        owner.kind === 'point' ? (
          <TextLink to="/operator/points/$pointId" params={{ pointId: owner.id }}>
            {owner.merchant} · {owner.name}
          </TextLink>
        ) : (
          owner.name
        ),
    },
    {
      key: 'balance',
      header: texts.balance,
      align: 'right' as const,
      line: 'end' as const,
      render: (row: LedgerAccountData) => amount(row.balance, row),
    },
    {
      key: 'stored',
      header: texts.stored,
      align: 'right' as const,
      render: (row: LedgerAccountData) => amount(row.stored, row),
    },
    {
      key: 'overdraft',
      header: texts.overdraft,
      align: 'right' as const,
      render: (row: LedgerAccountData) => amount(row.overdraft, row),
    },
  ]
}

function Journal({ filters }: { filters: View }) {
  const texts = useOperatorTexts()
  const { account_id: accountId } = filters.values
  const pages = usePages<TransferData>('/console/operator/ledger/journal', { query: { account_id: accountId } })
  const columns = useTransferColumns({ withTransaction: true })
  return (
    <Panel title={accountId === '' ? texts.journalTitle : texts.journalOfAccount(accountId)}>
      <PagedTable
        caption={texts.journalTitle}
        pages={pages}
        columns={columns}
        rowKey={(row) => row.transfer_id}
        isFiltered={accountId !== ''}
        onClearFilters={() => filters.set({ account_id: '' })}
        empty={<EmptyState title={texts.emptyLedger} />}
      />
    </Panel>
  )
}
