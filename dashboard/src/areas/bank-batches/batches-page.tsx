import { Stack, Text } from '@mantine/core'
import type { BatchData } from '../../../../gateway/src/extras/bank-accounts/http/contract/batches.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { BankTabs } from '../bank-accounts/bank-tabs.tsx'
import { AccountOfBatch, ReadyAccounts } from './ready-accounts.tsx'
import { useBankBatchesTexts } from './texts.ts'

/** Payment files of own accounts, the newest first, and what can become the next one. */
export function BatchesPage() {
  const texts = useBankBatchesTexts()
  const pages = usePages<BatchData>('/console/operator/bank-batches')
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
      <Stack gap="md">
        <ReadyAccounts />
        <PagedTable
          caption={texts.title}
          pages={pages}
          columns={useColumns()}
          rowKey={(row) => row.batch_id}
          empty={<EmptyState title={texts.empty} explanation={texts.emptyWords} />}
        />
      </Stack>
    </>
  )
}

function useColumns(): readonly Column<BatchData>[] {
  const texts = useBankBatchesTexts()
  return [
    {
      key: 'batch',
      header: texts.batch,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/banks/batches/$batchId" params={{ batchId: row.batch_id }}>
          {texts.batchOf(String(row.number), row.bank ?? row.holder)}
        </TextLink>
      ),
    },
    { key: 'account', header: texts.account, render: (row) => <AccountOfBatch account={row} /> },
    { key: 'state', header: texts.state, render: (row) => <BatchState batch={row} /> },
    {
      key: 'total',
      header: texts.total,
      align: 'right',
      render: (row) => <Amount value={row.total} currency={row.currency} />,
    },
    { key: 'payments', header: texts.payments, align: 'right', render: (row) => row.items },
    { key: 'made', header: texts.made, render: (row) => <Instant at={row.created_at} short /> },
    { key: 'madeBy', header: texts.madeBy, render: (row) => row.made_by },
    { key: 'approvedBy', header: texts.approvedBy, render: (row) => row.approved_by ?? texts.alone },
    { key: 'handedOverBy', header: texts.handedOverBy, render: (row) => row.handed_over_by ?? texts.nobody },
  ]
}

const tones: Readonly<Record<BatchData['state'], Tone>> = {
  draft: 'accent',
  handed_over: 'wait',
  done: 'good',
  cancelled: 'calm',
}

/** The state, with how many payments nobody knows the end of. */
export function BatchState({ batch: { state, live } }: { batch: BatchData }) {
  const texts = useBankBatchesTexts()
  const language = useLanguage()
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={tones[state]}>{texts.states[state]}</Tag>
      {state === 'handed_over' && (
        <Text size="xs" c="dimmed">
          {texts.left(formatCount(live, language))}
        </Text>
      )}
    </Stack>
  )
}
