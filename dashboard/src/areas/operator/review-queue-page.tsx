import { Stack, Text } from '@mantine/core'
import type { ReviewQueueData } from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import type { OperatorTransactionData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { StatusBadge } from '../../parts/values/tag.tsx'
import { useOperatorTexts } from './texts.ts'
import { TransactionTable } from './transaction-table.tsx'

const path = '/console/operator/attention'
const refreshSeconds = 30

export function ReviewQueuePage() {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const pages = usePages<OperatorTransactionData>(path, { everySeconds: refreshSeconds })
  const { data } = useRead<ReviewQueueData>(path, { everySeconds: refreshSeconds })
  return (
    <>
      <PageHeader
        title={texts.reviewQueueTitle}
        mark={data && <Text c="dimmed">{texts.reviewQueueTotal(formatCount(data.total, language))}</Text>}
        explanation={
          <>
            {texts.reviewQueueExplanation} <ZoneNote />
          </>
        }
      />
      <Stack gap="xs">
        <TransactionTable
          caption={texts.reviewQueueTitle}
          pages={pages}
          extra="why"
          emptyTitle={texts.reviewQueueEmpty}
        />
        {data && data.shared.length > 0 && <Shared shared={data.shared} />}
      </Stack>
    </>
  )
}

function Shared({ shared }: { shared: ReviewQueueData['shared'] }) {
  const texts = useOperatorTexts()
  return (
    <Panel title={texts.sharedTitle} explanation={texts.sharedExplanation}>
      <DataTable
        caption={texts.sharedTitle}
        rows={shared}
        rowKey={(row) => row.transaction_id}
        columns={[
          {
            key: 'reference',
            header: texts.payerReference,
            isHead: true,
            render: (row) => (
              <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
                {row.payer_reference}
              </TextLink>
            ),
          },
          { key: 'service', header: texts.service, render: (row) => row.service_code },
          { key: 'status', header: texts.status, render: (row) => <StatusBadge status={row.status} /> },
          {
            key: 'others',
            header: texts.sharedWith,
            render: (row) => (
              <Stack gap={2}>
                {row.others.map((id) => (
                  <Identifier key={id} value={id} name={texts.transaction} short />
                ))}
              </Stack>
            ),
          },
        ]}
      />
    </Panel>
  )
}
