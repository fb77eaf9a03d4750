import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  ToPayData,
  ToPayPage as ToPayPageData,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { notifyError } from '../../app/notify.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { saveFile } from '../../app/save-file.ts'
import { useMay } from '../../app/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { ReadyAccounts } from '../bank-batches/ready-accounts.tsx'
import { AccountOf, AccountSource, Copied } from '../merchants/payee-facts.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { QueueAssignment } from './queue-assignment.tsx'
import { useOperatorTexts, useOperatorWords } from './texts.ts'

const path = '/console/operator/to-pay'
const refreshSeconds = 30

/** Payouts and refunds that a person makes at the bank, those that wait the longest first. */
export function ToPayPage() {
  const { toPay, reviewQueueTotal } = useOperatorTexts()
  const language = useLanguage()
  const pages = usePages<ToPayData>(path, { everySeconds: refreshSeconds })
  const { data } = useRead<ToPayPageData>(path, { query: { limit: 1 }, everySeconds: refreshSeconds })
  const [proposing, setProposing] = useState<Proposing>()
  const columns = useColumns(setProposing)
  return (
    <>
      <PageHeader
        title={toPay.title}
        mark={data && <Text c="dimmed">{reviewQueueTotal(formatCount(data.total, language))}</Text>}
        actions={<FileButton />}
        explanation={
          <>
            {toPay.explanation} <ZoneNote />
          </>
        }
      />
      <Stack gap="md">
        <ReadyAccounts />
        <PagedTable
          caption={toPay.title}
          pages={pages}
          columns={columns}
          rowKey={(row) => row.transaction_id}
          empty={<EmptyState title={toPay.empty} />}
        />
      </Stack>
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

function FileButton() {
  const { toPay } = useOperatorTexts()
  const save = () => void saveFile(`${path}.csv`, {}, 'to-pay.csv').catch(notifyError)
  return (
    <Button variant="default" leftSection={<Icon name="download" />} onClick={save}>
      {toPay.file}
    </Button>
  )
}

function useColumns(onMade: (proposing: Proposing) => void): readonly Column<ToPayData>[] {
  const texts = useOperatorTexts()
  const { toPay } = texts
  return [
    { key: 'what', header: texts.transaction, isHead: true, render: (row) => <What row={row} /> },
    {
      key: 'amount',
      header: texts.amount,
      isHead: true,
      align: 'right',
      render: (row) => (
        <Copied value={row.amount} name={texts.amount}>
          <Amount value={row.amount} currency={row.currency} />
        </Copied>
      ),
    },
    {
      key: 'holder',
      header: toPay.holder,
      render: (row) => (
        <Stack gap={2}>
          <Copied value={row.holder} name={toPay.holder} />
          {row.document !== null && (
            <Text size="xs" c="dimmed" component="div">
              <Copied value={row.document} name={toPay.document} />
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'account',
      header: toPay.account,
      render: (row) => (
        <Stack gap={2} style={{ minWidth: 'min(13rem, 50vw)' }}>
          {row.bank !== null && <Copied value={row.bank} name={toPay.bank} />}
          <AccountOf payee={row} />
          <AccountSource payee={row} />
          <Text size="xs" c="dimmed">
            {toPay.payFrom(row.pay_from)}
          </Text>
        </Stack>
      ),
    },
    { key: 'write', header: toPay.write, render: (row) => <Identifier value={row.write} name={toPay.write} short /> },
    { key: 'since', header: texts.work.since, render: (row) => <Instant at={row.since} distance /> },
    {
      // One column for both: with one each, the button lies outside a window of 1280 pixels.
      key: 'action',
      header: texts.work.action,
      render: (row) => (
        <Stack gap={4} align="flex-start">
          {row.batch ? <InBatch batch={row.batch} /> : <Made row={row} onMade={onMade} />}
          <Approvals row={row} />
          <QueueAssignment kind="pay" itemId={row.transaction_id} />
        </Stack>
      ),
    },
  ]
}

function What({ row }: { row: ToPayData }) {
  const texts = useOperatorTexts()
  return (
    <Stack gap={2}>
      <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
        {row.reference}
      </TextLink>
      <Text size="xs" c="dimmed">
        {texts.payTypes[row.pay_type]} · {row.merchant} · {row.point.name}
      </Text>
    </Stack>
  )
}

/** The file that pays it, so that nobody pays it besides. */
function InBatch({ batch }: { batch: NonNullable<ToPayData['batch']> }) {
  const { toPay } = useOperatorTexts()
  return (
    <TextLink to="/operator/banks/batches/$batchId" params={{ batchId: batch.batch_id }}>
      {toPay.inBatch(String(batch.number))}
    </TextLink>
  )
}

/** Whose word the payout has: the merchant's second person, and an operator who proposed its confirmation. */
function Approvals({ row: { approved_by: approver, proposal } }: { row: ToPayData }) {
  const { toPay } = useOperatorTexts()
  const { actions } = useOperatorWords()
  return (
    <Stack gap={2}>
      <Text size="sm">{approver === null ? toPay.noApproval : toPay.approvedBy(approver)}</Text>
      {proposal && <Text size="sm">{toPay.proposedBy(actions[proposal.action], proposal.proposed_by)}</Text>}
    </Stack>
  )
}

function Made({ row, onMade }: { row: ToPayData; onMade: (proposing: Proposing) => void }) {
  const { toPay, work } = useOperatorTexts()
  const may = useMay('operator_act')
  const { proposal, transaction_id, amount, currency } = row
  if (proposal) {
    return (
      <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: proposal.proposal_id }}>
        {work.look}
      </TextLink>
    )
  }
  if (!may) return '–'
  return (
    <Button
      size="compact-md"
      variant="default"
      onClick={() =>
        onMade({ action: 'confirm', about: { transaction_id }, initial: { amount }, currency, environment: 'live' })
      }
    >
      {toPay.made}
    </Button>
  )
}
