import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  OperatorTransactionDetail,
  Payee,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { TimelineData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { EnvironmentBadge, ReasonText, StatusBadge } from '../../parts/values/tag.tsx'
import { usePayeeFacts } from '../merchants/payee-facts.tsx'
import { TimelinePanel } from '../payments/timeline/timeline-panel.tsx'
import { useProposalColumns } from '../proposals/proposal-parts.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { QueueAssignment } from './queue-assignment.tsx'
import { useOperatorTexts, useOperatorWords } from './texts.ts'
import { MerchantLink } from './transaction-table.tsx'
import { useTransferColumns } from './transfer-table.tsx'

export function TransactionPage() {
  const { transactionId = '' } = useParams({ strict: false })
  const path = `/console/operator/transactions/${encodeURIComponent(transactionId)}`
  const found = useRead<OperatorTransactionDetail>(path)
  return (
    <ReadState heading={1} result={found}>
      {(transaction) => <Transaction transaction={transaction} />}
    </ReadState>
  )
}

function Transaction({ transaction }: { transaction: OperatorTransactionDetail }) {
  const texts = useOperatorTexts()
  const proposalColumns = useProposalColumns()
  const transferColumns = useTransferColumns()
  return (
    <>
      <PageHeader
        title={`${texts.payTypes[transaction.pay_type]} ${transaction.reference}`}
        mark={
          <Group gap="xs">
            <StatusBadge status={transaction.status} />
            <EnvironmentBadge environment={transaction.environment} />
          </Group>
        }
        explanation={
          <>
            <ReasonText reason={transaction.reason} payType={transaction.pay_type} /> · <ZoneNote />
          </>
        }
      />
      <Stack gap={0}>
        <Actions transaction={transaction} />
        {transaction.payee && <Whom payee={transaction.payee} />}
        <Facts transaction={transaction} />
        {transaction.proposals.length > 0 && (
          <Panel title={texts.proposalsTitle}>
            <DataTable
              caption={texts.proposalsTitle}
              rows={transaction.proposals}
              rowKey={(row) => row.proposal_id}
              columns={proposalColumns}
            />
          </Panel>
        )}
        <Panel title={texts.movements}>
          {transaction.transfers.length === 0 ? (
            <Text size="sm">{texts.none}</Text>
          ) : (
            <DataTable
              caption={texts.movements}
              rows={transaction.transfers}
              rowKey={(row) => row.transfer_id}
              columns={transferColumns}
            />
          )}
        </Panel>
        <Story id={transaction.transaction_id} />
      </Stack>
    </>
  )
}

function Actions({ transaction }: { transaction: OperatorTransactionDetail }) {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  const [proposing, setProposing] = useState<Proposing>()
  const open = transaction.proposals.find(({ state }) => state === 'open')
  const may = useMay('operator_act')
  const about = { transaction_id: transaction.transaction_id }
  const initial = { amount: transaction.amount }
  const { currency, environment } = transaction
  return (
    <Panel
      title={texts.actionsNow}
      explanation={transaction.needs_operator}
      actions={
        transaction.needs_operator !== null && <QueueAssignment kind="review" itemId={transaction.transaction_id} />
      }
    >
      {open ? (
        <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: open.proposal_id }}>
          {texts.openProposal}: {actions[open.action]}
        </TextLink>
      ) : (
        <Group gap="xs">
          {transaction.possible_actions.length === 0 && <Text size="sm">{texts.noActions}</Text>}
          {may &&
            transaction.possible_actions.map((action) => (
              <Button
                key={action}
                variant="default"
                onClick={() =>
                  setProposing({ action, about, currency, environment, ...(action === 'confirm' && { initial }) })
                }
              >
                {actions[action]}
              </Button>
            ))}
        </Group>
      )}
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}

function RefundedPayment({ payment }: { payment: NonNullable<OperatorTransactionDetail['refunded_payment']> }) {
  return (
    <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: payment.transaction_id }}>
      {payment.reference}
    </TextLink>
  )
}

/** To whom a person pays at the bank. */
function Whom({ payee }: { payee: Payee }) {
  const { toPay } = useOperatorTexts()
  const facts = usePayeeFacts(payee)
  return (
    <Panel title={toPay.payee}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

function Facts({ transaction }: { transaction: OperatorTransactionDetail }) {
  const texts = useOperatorTexts()
  const { currency, refunded_payment: refunded } = transaction
  const amount = (value: string) => <Amount value={value} currency={currency} />
  const idOf = (name: string, value: string | null) => value && <Identifier value={value} name={name} />
  const facts: Fact[] = [
    {
      name: texts.transaction,
      value: <Identifier value={transaction.transaction_id} name={texts.transaction} />,
    },
    ...(refunded ? [{ name: texts.payTypes.payin, value: <RefundedPayment payment={refunded} /> }] : []),
    { name: texts.merchant, value: <MerchantLink merchant={transaction.merchant} /> },
    { name: texts.party, value: transaction.party_name },
    {
      name: texts.point,
      value: (
        <TextLink to="/operator/points/$pointId" params={{ pointId: transaction.point.point_id }}>
          {transaction.point.name}
        </TextLink>
      ),
    },
    { name: texts.service, value: <Method code={transaction.service_code} /> },
    { name: texts.amount, value: amount(transaction.amount) },
    {
      name: texts.credited,
      value: transaction.credited_amount === null ? '–' : amount(transaction.credited_amount),
    },
    { name: texts.received, value: amount(transaction.received) },
    { name: texts.inSuspense, value: amount(transaction.suspense) },
    ...(transaction.missing_amount === null
      ? []
      : [{ name: texts.missing, value: amount(transaction.missing_amount) }]),
    { name: texts.reversed, value: amount(transaction.reversed) },
    { name: texts.sentBack, value: amount(transaction.sent_back) },
    { name: texts.fee, value: amount(transaction.fee) },
    { name: texts.payerReference, value: idOf(texts.payerReference, transaction.payer_reference) },
    { name: texts.endToEnd, value: idOf(texts.endToEnd, transaction.end_to_end_id) },
    { name: texts.providerReference, value: idOf(texts.providerReference, transaction.provider_reference) },
    { name: texts.senderName, value: transaction.sender_name },
    { name: texts.senderDocument, value: transaction.sender_document },
    { name: texts.createdAt, value: <Instant at={transaction.created_at} seconds /> },
    { name: texts.expiredAt, value: <Instant at={transaction.expired_at} /> },
    ...(transaction.shared_reference.length === 0
      ? []
      : [{ name: texts.sharedTitle, value: transaction.shared_reference.join(', ') }]),
  ]
  return (
    <Panel title={texts.transactionTitle}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

/** The merchant's own story of it, with everything that its people see. */
function Story({ id }: { id: string }) {
  const found = useRead<TimelineData>(`/console/operator/transactions/${id}/story`)
  return <ReadState result={found}>{(story) => <TimelinePanel story={story} />}</ReadState>
}
