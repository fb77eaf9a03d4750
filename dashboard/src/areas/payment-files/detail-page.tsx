import { Alert, Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  BatchStepData,
  PaymentBatchDetailData,
  PaymentBatchItemData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-batches.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { BatchActions, RejectDialog } from './batch-actions.tsx'
import { BatchStateTag, ItemStateTag } from './batch-state.tsx'
import { usePaymentFileTexts } from './texts.ts'

const refreshSeconds = 15

export function PaymentFilePage() {
  const { batchId = '' } = useParams({ strict: false })
  const found = useRead<PaymentBatchDetailData>(`/console/operator/payment-batches/${encodeURIComponent(batchId)}`, {
    everySeconds: refreshSeconds,
  })
  useDeskShows(found.data?.environment)
  return (
    <ReadState heading={1} result={found}>
      {(batch) => <Batch batch={batch} />}
    </ReadState>
  )
}

function Batch({ batch }: { batch: PaymentBatchDetailData }) {
  const texts = usePaymentFileTexts()
  return (
    <>
      <PageHeader
        title={`${texts.number(batch.number)} · ${batch.bank_name ?? batch.message_id}`}
        mark={
          <>
            <BatchStateTag state={batch.state} /> <EnvironmentBadge environment={batch.environment} />
          </>
        }
        explanation={<ZoneNote />}
        actions={<BatchActions batch={batch} />}
      />
      <Stack gap="xs">
        {batch.blocked !== null && (
          <Alert color="red" variant="outline" title={texts.blocked}>
            {batch.blocked}
          </Alert>
        )}
        <Facts batch={batch} />
        <Items batch={batch} />
        <Preview batch={batch} />
      </Stack>
    </>
  )
}

function Facts({ batch }: { batch: PaymentBatchDetailData }) {
  const texts = usePaymentFileTexts()
  const day = useDay()
  return (
    <Panel title={texts.factsTitle}>
      <DescriptionList
        facts={[
          { name: texts.total, value: <Amount value={batch.total} currency={batch.currency} /> },
          { name: texts.payouts, value: <span className="pa-number">{batch.payouts}</span> },
          { name: texts.arrives, value: day(batch.arrives_by) },
          ...(batch.cutoff_at === null ? [] : [{ name: texts.cutoff, value: <Instant at={batch.cutoff_at} /> }]),
          { name: texts.messageId, value: <Identifier value={batch.message_id} name={texts.messageId} /> },
          { name: texts.madeBy, value: <Step step={batch.made} /> },
          { name: texts.approvedBy, value: <Step step={batch.approved} /> },
          ...(batch.cancelled === null
            ? [{ name: texts.handedOverBy, value: <Step step={batch.handed_over} /> }]
            : [{ name: texts.cancelledBy, value: <Step step={batch.cancelled} /> }]),
          ...(batch.file === null
            ? []
            : [{ name: texts.hash, value: <Identifier value={batch.file.sha256} name={texts.hash} short /> }]),
        ]}
      />
    </Panel>
  )
}

function Step({ step }: { step: BatchStepData | null }) {
  const texts = usePaymentFileTexts()
  if (step === null) return <>{texts.notYet}</>
  return (
    <>
      <Instant at={step.at} /> · {step.by}
    </>
  )
}

function Items({ batch }: { batch: PaymentBatchDetailData }) {
  const texts = usePaymentFileTexts()
  const [rejected, setRejected] = useState<PaymentBatchItemData>()
  return (
    <Panel title={texts.itemsTitle}>
      <DataTable
        caption={texts.itemsTitle}
        rows={batch.items}
        rowKey={(row) => row.transaction_id}
        columns={useItemColumns(batch, setRejected)}
      />
      {rejected && <RejectDialog batch={batch} item={rejected} onClose={() => setRejected(undefined)} />}
    </Panel>
  )
}

function useItemColumns(
  batch: PaymentBatchDetailData,
  onReject: (item: PaymentBatchItemData) => void,
): readonly Column<PaymentBatchItemData>[] {
  const texts = usePaymentFileTexts()
  const may = useMay('operator_act')
  const isWithBank = batch.handed_over !== null
  return [
    {
      key: 'beneficiary',
      header: texts.beneficiary,
      isHead: true,
      render: (row) => (
        <div>
          <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
            {row.beneficiary ?? row.reference}
          </TextLink>
          <Text size="sm" c="dimmed" className="pa-number">
            {row.account ?? '–'}
          </Text>
        </div>
      ),
    },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={batch.currency} />,
    },
    { key: 'state', header: texts.state, render: (row) => <ItemStateTag state={row.state} /> },
    { key: 'key', header: texts.key, render: (row) => <span className="pa-number">{row.instruction_key}</span> },
    ...(may && isWithBank
      ? [
          {
            key: 'reject',
            header: '',
            render: (row: PaymentBatchItemData) =>
              row.state === 'open' && (
                <Button size="xs" variant="default" onClick={() => onReject(row)}>
                  {texts.reject}
                </Button>
              ),
          },
        ]
      : []),
  ]
}

function Preview({ batch }: { batch: PaymentBatchDetailData }) {
  const texts = usePaymentFileTexts()
  const explanation = batch.handed_over === null ? texts.previewMasked : undefined
  if (batch.preview === null && (batch.file === null || batch.handed_over === null)) return null
  return (
    <Panel title={texts.previewTitle} explanation={explanation}>
      {batch.preview === null ? (
        <Text size="sm">{texts.previewGone}</Text>
      ) : (
        <CodeBlock code={batch.preview} name={texts.previewTitle} />
      )}
    </Panel>
  )
}
