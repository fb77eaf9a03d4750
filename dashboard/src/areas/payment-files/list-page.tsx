import { Text } from '@mantine/core'
import type { PaymentBatchData } from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { usePages } from '../../app/reading.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, PagedTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { BatchStateTag } from './batch-state.tsx'
import { PayingAccounts } from './paying-accounts.tsx'
import { usePaymentFileTexts } from './texts.ts'

const refreshSeconds = 30

export function PaymentFilesPage() {
  const texts = usePaymentFileTexts()
  const { environment } = useDeskEnvironment()
  const pages = usePages<PaymentBatchData>('/console/operator/payment-batches', {
    query: { environment },
    enabled: environment !== undefined,
    everySeconds: refreshSeconds,
  })
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
      {environment !== undefined && <PayingAccounts environment={environment} />}
      <PagedTable
        caption={texts.title}
        pages={pages}
        columns={useColumns()}
        rowKey={(row) => row.payment_batch_id}
        empty={<EmptyState title={texts.emptyTitle} explanation={texts.empty} />}
      />
    </>
  )
}

function useColumns(): readonly Column<PaymentBatchData>[] {
  const texts = usePaymentFileTexts()
  const day = useDay()
  return [
    {
      key: 'file',
      header: texts.file,
      isHead: true,
      render: (row) => (
        <div>
          <TextLink to="/operator/payment-files/$batchId" params={{ batchId: row.payment_batch_id }} fw={600}>
            {texts.number(row.number)}
          </TextLink>
          <Text size="sm" c="dimmed">
            {row.bank_name ?? row.message_id}
          </Text>
        </div>
      ),
    },
    { key: 'state', header: texts.state, render: (row) => <BatchStateTag state={row.state} /> },
    {
      key: 'payouts',
      header: texts.payouts,
      align: 'right',
      render: (row) => (
        <div>
          <span className="pa-number">{row.payouts}</span>
          {row.open_payouts > 0 && row.handed_over !== null && (
            <Text size="sm" c="dimmed" component="div">
              {texts.open(row.open_payouts)}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'total',
      header: texts.total,
      align: 'right',
      render: (row) => <Amount value={row.total} currency={row.currency} />,
    },
    { key: 'arrives', header: texts.arrives, render: (row) => day(row.arrives_by) },
    { key: 'made', header: texts.madeBy, render: (row) => <Instant at={row.made.at} /> },
  ]
}
