import { Text } from '@mantine/core'
import type { TransferData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { TextLink } from '../../parts/links.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'

/** Entries of the ledger: from which account to which, how much, why. */
export function useTransferColumns({ withTransaction = false } = {}): readonly Column<TransferData>[] {
  const texts = useOperatorTexts()
  const { accounts, transfers } = useOperatorWords()
  const account = (side: TransferData['from']) => (
    <TextLink to="/operator/ledger" search={{ view: 'journal', account_id: side.account_id }}>
      {wordOf(accounts, side.kind)}
    </TextLink>
  )
  return [
    { key: 'kind', header: texts.kind, line: 'first', render: (row) => transfers[row.kind] },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      line: 'end',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    { key: 'from', header: texts.from, line: 'below', render: (row) => account(row.from) },
    { key: 'to', header: texts.to, line: 'below', render: (row) => account(row.to) },
    ...(withTransaction ? [transactionColumn(texts.transaction), environmentColumn(texts.environment)] : []),
    { key: 'note', header: texts.note, render: (row) => <Text size="sm">{row.note ?? '–'}</Text> },
    { key: 'at', header: texts.createdAt, line: 'mark', render: (row) => <Instant at={row.at} seconds /> },
  ]
}

/** Where entries of test and live stand in one list. */
function environmentColumn(header: string): Column<TransferData> {
  return { key: 'environment', header, render: (row) => <EnvironmentBadge environment={row.environment} /> }
}

function transactionColumn(header: string): Column<TransferData> {
  return {
    key: 'transaction',
    header,
    render: (row) =>
      row.transaction_id === null ? (
        (row.point?.name ?? '–')
      ) : (
        <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
          {row.point?.name ?? row.transaction_id.slice(-6)}
        </TextLink>
      ),
  }
}
