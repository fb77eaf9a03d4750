import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  BatchData,
  BatchFileData,
  BatchItemData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/batches.ts'
import { api } from '../../app/api.ts'
import { useChange, usePages, useRead } from '../../app/reading.ts'
import { saveAs } from '../../app/save-file.ts'
import { useMay } from '../../app/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { BankTabs } from '../bank-accounts/bank-tabs.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { BatchState } from './batches-page.tsx'
import { AccountOfBatch } from './ready-accounts.tsx'
import { useBankBatchesTexts } from './texts.ts'

/** One payment file: who made it, what it pays, what became of it, and its bytes. */
export function BatchPage() {
  const { batchId = '' } = useParams({ strict: false })
  const path = `/console/operator/bank-batches/${encodeURIComponent(batchId)}`
  return (
    <ReadState heading={1} result={useRead<BatchData>(path)}>
      {(batch) => <Batch batch={batch} path={path} />}
    </ReadState>
  )
}

interface OfBatch {
  batch: BatchData
  path: string
}

function Batch({ batch, path }: OfBatch) {
  const texts = useBankBatchesTexts()
  const [proposing, setProposing] = useState<Proposing>()
  const pages = usePages<BatchItemData>(`${path}/items`)
  return (
    <>
      <PageHeader
        title={texts.batchOf(String(batch.number), batch.bank ?? batch.holder)}
        mark={<BatchState batch={batch} />}
        explanation={<ZoneNote />}
      />
      <BankTabs />
      <Stack gap="md">
        <Facts batch={batch} path={path} onCancel={setProposing} />
        <PagedTable
          caption={texts.items}
          pages={pages}
          columns={useColumns(batch, setProposing)}
          rowKey={(row) => String(row.position)}
          empty={<EmptyState title={texts.empty} />}
        />
      </Stack>
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

function Facts({ batch, path, onCancel }: OfBatch & { onCancel: (proposing: Proposing) => void }) {
  const texts = useBankBatchesTexts()
  const may = useMay('operator_act')
  const { state, environment, batch_id, currency, handed_over_at, handed_over_by } = batch
  const take = useChange(
    async () => {
      const { name, content } = await api.post<BatchFileData>(`${path}/file`)
      saveAs(new Blob([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))]), name)
    },
    { done: texts.downloaded },
  )
  const facts = [
    { name: texts.account, value: <AccountOfBatch account={batch} /> },
    { name: texts.payments, value: batch.items },
    { name: texts.total, value: <Amount value={batch.total} currency={currency} /> },
    { name: texts.executionDay, value: batch.execution_day },
    { name: texts.made, value: <Instant at={batch.created_at} /> },
    { name: texts.madeBy, value: batch.made_by },
    { name: texts.approvedBy, value: batch.approved_by ?? texts.alone },
    {
      name: texts.handedOverBy,
      value: handed_over_at ? (
        <>
          {handed_over_by} <Instant at={handed_over_at} />
        </>
      ) : (
        texts.nobody
      ),
    },
    { name: texts.hash, value: <Identifier value={batch.sha256} name={texts.hash} short /> },
  ]
  return (
    <Panel title={texts.batch} {...(state === 'draft' && { explanation: texts.handsOver })}>
      <Stack>
        <DescriptionList facts={facts} />
        {may && state !== 'cancelled' && (
          <Group>
            <Button
              leftSection={<Icon name="download" />}
              loading={take.isPending}
              onClick={() => take.mutate(undefined)}
            >
              {texts.download}
            </Button>
            {state === 'draft' && (
              <Button
                variant="default"
                onClick={() => onCancel({ action: 'batch_cancel', about: {}, fixed: { batch_id }, environment })}
              >
                {texts.cancel}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  )
}

const tones: Readonly<Record<BatchItemData['state'], Tone>> = {
  ...{ live: 'wait', paid: 'good', returned: 'bad', failed: 'bad', released: 'calm' },
}

function useColumns(
  { batch_id, currency, environment }: BatchData,
  onRelease: (proposing: Proposing) => void,
): readonly Column<BatchItemData>[] {
  const texts = useBankBatchesTexts()
  const may = useMay('operator_act')
  const release = (transaction_id: string): Proposing => ({
    ...{ action: 'batch_release', about: { transaction_id }, fixed: { batch_id }, environment },
  })
  return [
    {
      key: 'payment',
      header: texts.payment,
      isHead: true,
      render: ({ position, reference, transaction_id: transactionId }) => (
        <>
          {position}.{' '}
          <TextLink to="/operator/transactions/$transactionId" params={{ transactionId }}>
            {reference}
          </TextLink>
        </>
      ),
    },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      render: (row) => <Amount value={row.amount} currency={currency} />,
    },
    { key: 'beneficiary', header: texts.beneficiary, render: (row) => <Beneficiary of={row.beneficiary} /> },
    { key: 'write', header: texts.write, render: (row) => <Identifier value={row.write} name={texts.write} short /> },
    {
      key: 'state',
      header: texts.state,
      render: ({ state }) => <Tag tone={tones[state]}>{texts.itemStates[state]}</Tag>,
    },
    {
      key: 'action',
      header: texts.action,
      render: ({ state, transaction_id }) =>
        may && state === 'live' ? (
          <Button size="compact-md" variant="default" onClick={() => onRelease(release(transaction_id))}>
            {texts.release}
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

function Beneficiary({
  of: { holder, document, bank, account, account_type: type },
}: {
  of: BatchItemData['beneficiary']
}) {
  return (
    <Stack gap={2}>
      <span>{holder ?? '–'}</span>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[document, bank, type, account].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  )
}
