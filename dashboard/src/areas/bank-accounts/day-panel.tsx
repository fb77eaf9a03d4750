import { Stack, Text } from '@mantine/core'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type {
  BankDayLine,
  BankDayLists,
  BankDayMove,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-days.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useOperatorWords } from '../operator/texts.ts'
import { dayTones } from './day-calendar.tsx'
import { useBankDaysTexts } from './days-texts.ts'

/** One day: both balances, and the three lists that explain what is between them. */
export function DayPanel({ accountId, day, currency }: { accountId: string; day: string; currency: CurrencyCode }) {
  const texts = useBankDaysTexts()
  const path = `/console/operator/bank-accounts/${encodeURIComponent(accountId)}/days/${day}`
  const found = useRead<BankDayLists>(path)
  return (
    <Panel title={texts.day(day)} explanation={texts.dayExplanation}>
      <ReadState result={found}>{(lists) => <Day lists={lists} currency={currency} />}</ReadState>
    </Panel>
  )
}

function Day({ lists, currency }: { lists: BankDayLists; currency: CurrencyCode }) {
  const texts = useBankDaysTexts()
  const { state, bank, ledger, difference, unposted, unproven, unexplained, gap } = lists
  const amount = (value: string | null) => (value === null ? '–' : <Amount value={value} currency={currency} />)
  return (
    <Stack gap="md">
      <DescriptionList
        facts={[
          { name: texts.state, value: <Tag tone={dayTones[state]}>{texts.states[state]}</Tag> },
          { name: texts.bank, value: amount(bank) },
          { name: texts.ledger, value: amount(ledger) },
          { name: texts.difference, value: amount(difference) },
          { name: texts.unposted, value: amount(unposted.amount) },
          { name: texts.unproven, value: amount(unproven.amount) },
          { name: texts.unexplained, value: amount(unexplained) },
          { name: texts.gap, value: amount(gap) },
        ]}
      />
      <Lines title={texts.unpostedList} rows={lists.unposted_lines} currency={currency} total={unposted.lines} />
      <Moves rows={lists.unproven_moves} currency={currency} total={unproven.moves} />
      <Lines title={texts.waitingList} rows={lists.waiting_lines} currency={currency} total={lists.waiting} />
    </Stack>
  )
}

interface ListProps<Row> {
  rows: readonly Row[]
  currency: CurrencyCode
  /** How many there are; the newest of them are shown. */
  total: number
}

function Heading({ title, total, shown }: { title: string; total: number; shown: number }) {
  const texts = useBankDaysTexts()
  return (
    <Text fw={600} size="sm" component="h3">
      {title}: {total > shown ? texts.newest(String(shown), String(total)) : total}
    </Text>
  )
}

function Lines({ title, rows, currency, total }: ListProps<BankDayLine> & { title: string }) {
  const texts = useBankDaysTexts()
  const columns: readonly Column<BankDayLine>[] = [
    {
      key: 'day',
      header: texts.dayHeader,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/banks/lines/$lineId" params={{ lineId: row.id }}>
          <time className="pa-number">{row.day}</time>
        </TextLink>
      ),
    },
    {
      ...{ key: 'amount', header: texts.amount, isHead: true, align: 'right' },
      render: (row) => <Amount value={row.amount} currency={currency} />,
    },
    { key: 'text', header: texts.text, render: (row) => <Foreign text={row.text} /> },
    { key: 'ref', header: texts.bankReference, render: (row) => <Foreign text={row.bank_ref ?? '–'} /> },
  ]
  return (
    <Stack gap={4}>
      <Heading title={title} total={total} shown={rows.length} />
      {rows.length > 0 && <DataTable caption={title} columns={columns} rows={rows} rowKey={({ id }) => id} />}
    </Stack>
  )
}

function Moves({ rows, currency, total }: ListProps<BankDayMove>) {
  const texts = useBankDaysTexts()
  const { transfers } = useOperatorWords()
  const columns: readonly Column<BankDayMove>[] = [
    {
      key: 'day',
      header: texts.dayHeader,
      isHead: true,
      render: (row) => <span className="pa-number">{row.day}</span>,
    },
    {
      ...{ key: 'amount', header: texts.amount, isHead: true, align: 'right' },
      render: (row) => <Amount value={row.amount} currency={currency} />,
    },
    { key: 'kind', header: texts.what, render: (row) => transfers[row.kind] },
    {
      key: 'transaction',
      header: texts.transaction,
      render: ({ transaction_id: transactionId, reference }) =>
        transactionId === null ? (
          '–'
        ) : (
          <TextLink to="/operator/transactions/$transactionId" params={{ transactionId }}>
            {reference}
          </TextLink>
        ),
    },
  ]
  return (
    <Stack gap={4}>
      <Heading title={texts.unprovenList} total={total} shown={rows.length} />
      {rows.length > 0 && (
        <DataTable
          caption={texts.unprovenList}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.transaction_id} ${row.kind} ${row.amount}`}
        />
      )}
    </Stack>
  )
}

/** What others wrote. */
function Foreign({ text }: { text: string }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{text}</span>
}
