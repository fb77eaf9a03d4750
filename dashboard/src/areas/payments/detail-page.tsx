import { Group, Text } from '@mantine/core'
import { Navigate, useParams } from '@tanstack/react-router'
import type { Reason } from '../../../../gateway/src/core/web/contract/words.ts'
import type {
  TimelineData,
  TransactionType,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatAmount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Joined } from '../../parts/values/joined.tsx'
import { Method } from '../../parts/values/method.tsx'
import { EnvironmentBadge, ReasonText, StatusBadge } from '../../parts/values/tag.tsx'
import { CancelButton, ChargeAgain, PayerReferencePanel, SimulatePanel } from './detail-actions.tsx'
import { DetailsPanel, FactsPanel, ForPrograms, InstructionsPanel } from './facts-panel.tsx'
import { listOf, pageOf } from './page-of.ts'
import classes from './payments.module.css'
import { RefundButton } from './refund-dialog.tsx'
import { RefundsPanel } from './refunds-panel.tsx'
import { SharePanel } from './share-panel.tsx'
import { usePaymentsTexts } from './texts.ts'
import { CallbacksPanel } from './timeline/callbacks-panel.tsx'
import { LedgerPanel } from './timeline/ledger-panel.tsx'
import { TimelinePanel } from './timeline/timeline-panel.tsx'
import { TransactionLink } from './transaction-link.tsx'

/** How often an open page asks what has become of it. */
const refreshSeconds = 4

/** One pay-in: what it is, why it stands where it stands, and how it got there. */
export function PaymentPage() {
  return <DetailPage asked="payin" />
}

/** The same of a payout. */
export function PayoutPage() {
  return <DetailPage asked="payout" />
}

/** The same of a refund. */
export function RefundPage() {
  return <DetailPage asked="refund" />
}

/** A payout belongs to the payouts, whatever the address says: links know an id only. */
function Elsewhere({ story: { transaction } }: { story: TimelineData }) {
  const { id: pointId } = usePoint()
  const { transaction_id: transactionId, pay_type: payType } = transaction
  return <Navigate to={pageOf(payType)} params={{ pointId, transactionId }} replace />
}

function DetailPage({ asked }: { asked: TransactionType }) {
  const { transactionId = '' } = useParams({ strict: false })
  const path = usePointPath()
  const result = useRead<TimelineData>(path(`/transactions/${encodeURIComponent(transactionId)}/story`), {
    everySeconds: refreshSeconds,
  })
  return (
    <ReadState heading={1} result={result}>
      {(story) => (story.transaction.pay_type === asked ? <Detail story={story} /> : <Elsewhere story={story} />)}
    </ReadState>
  )
}

function Detail({ story }: { story: TimelineData }) {
  const texts = usePaymentsTexts()
  const { id: pointId } = usePoint()
  const { transaction } = story
  const { pay_type: payType, reference, environment } = transaction
  return (
    <>
      <TextLink to={listOf[payType]} params={{ pointId }} search={{}} size="sm">
        ← {texts.backTo[payType]}
      </TextLink>
      <PageHeader
        title={`${texts.one[payType]} ${inTitle(reference)}`}
        mark={
          <>
            <CopyButton value={reference} name={texts.facts.reference} />
            <EnvironmentBadge environment={environment} />
          </>
        }
        explanation={<ZoneNote />}
        actions={
          <>
            <CancelButton transaction={transaction} />
            <ChargeAgain transaction={transaction} />
            <RefundButton story={story} />
          </>
        }
      />
      <div className={classes['columns']}>
        <div>
          <Summary story={story} />
          <SharePanel transaction={transaction} />
          <RefundsPanel story={story} />
          <TimelinePanel story={story} />
        </div>
        <div>
          <SimulatePanel story={story} />
          <PayerReferencePanel transaction={transaction} />
          <FactsPanel story={story} />
        </div>
      </div>
      <div className={classes['below']}>
        <InstructionsPanel transaction={transaction} />
        <DetailsPanel story={story} />
        <LedgerPanel story={story} />
        <CallbacksPanel story={story} />
        <ForPrograms story={story} />
      </div>
    </>
  )
}

/** What these reasons ask of the merchant stays true while other money of the pay-in lies in suspense. */
const reasonsBesideSuspense: ReadonlySet<Reason> = new Set(['overpaid', 'payer_mismatch', 'paid_late', 'reversed'])

/** Whether money lies in suspense until the operator decides; a part that waits for the rest needs no decision. */
function hasUndecidedMoney({ amounts, transaction: { status, reason } }: TimelineData): boolean {
  return Number(amounts.in_suspense) > 0 && !(status === 'PENDING' && reason === 'underpaid')
}

/** What a person may have to do; undefined where nothing is. */
function useNextStep(story: TimelineData): string | undefined {
  const texts = usePaymentsTexts()
  const language = useLanguage()
  const { transaction } = story
  const { missing_amount: missing, currency, status, reason, pay_type: payType } = transaction
  const { excess } = story.amounts
  const money = (value: string) => `${formatAmount(value, currency, { language })} ${currency}`
  const asksForRest = status === 'PENDING' && reason === 'underpaid' && missing !== null
  const byReason = asksForRest
    ? texts.nextMissing(money(missing))
    : excess === null
      ? ((payType === 'refund' ? texts.nextOfRefund[reason] : undefined) ?? texts.next[reason])
      : texts.nextExcess(money(excess))
  const byStatus = payType === 'refund' && status === 'ERROR' ? texts.refundFailed : texts.nextByStatus[status]
  if (!hasUndecidedMoney(story)) return byReason ?? byStatus
  return [texts.nextSuspense, reasonsBesideSuspense.has(reason) ? byReason : ''].join(' ').trim()
}

/** The amount first, then how it stands, who pays, what it costs, and what is to be done where something is. */
function Summary({ story }: { story: TimelineData }) {
  const { transaction, approval } = story
  const texts = usePaymentsTexts()
  const next = useNextStep(story)
  return (
    <Panel title={texts.summary}>
      <div className={classes['head']}>
        <span className={classes['amount']}>
          <Amount value={transaction.amount} currency={transaction.currency} />
        </span>
        <StatusBadge status={transaction.status} />
        <Text component="span">
          <ReasonText reason={transaction.reason} payType={transaction.pay_type} />
        </Text>
      </div>
      <div className={classes['part']}>
        <DescriptionList facts={useHeadFacts(story)} isDense />
      </div>
      {next !== undefined && <p className={classes['next']}>{next}</p>}
      {approval?.waiting === true && <Waiting until={approval.until} />}
    </Panel>
  )
}

/** Payer or beneficiary, method, fee, net and point; documents and accounts stand in full among the ids. */
function useHeadFacts({ transaction, amounts, refunded_payment: refunded }: TimelineData): Fact[] {
  const { facts, create, one } = usePaymentsTexts()
  const { name: point } = usePoint()
  const { pay_type: payType, details, currency, net } = transaction
  // A fee that was reserved is shown while the payout may still be paid.
  const isReserved = transaction.status === 'PENDING' && Number(amounts.fee) > 0
  const fee = transaction.fee ?? (isReserved ? amounts.fee : null)
  const neverBooked = transaction.status !== 'PENDING' && fee === null && net === null
  const money = (value: string | null) =>
    value === null ? facts.notBooked : <Amount value={value} currency={currency} />
  // Of a pay-in with refunds: what came, what it cost, what went back, and what is left of it.
  const moneyFacts = (): Fact[] =>
    transaction.refunded_amount === null || Number(transaction.refunded_amount) === 0
      ? [
          { name: facts.fee, value: money(fee) },
          { name: facts.net, value: money(net) },
        ]
      : [
          { name: facts.received, value: money(transaction.credited_amount) },
          { name: facts.fee, value: money(fee) },
          { name: facts.refunded, value: money(transaction.refunded_amount) },
          { name: facts.remains, value: money(amounts.remains) },
        ]
  const given = [details['payer_name'], details['payer_lastname']].filter(Boolean).join(' ')
  const payer =
    given === '' && transaction.sender_name !== null
      ? [transaction.sender_name, endOf(transaction.sender_document ?? details['payer_doc_id'])]
      : [given, endOf(details['payer_doc_id'])]
  const party =
    payType === 'payin'
      ? payer
      : [details['account_beneficiary'], endOf(details['account_doc_id']), endOf(details['account'])]
  return [
    ...(party.some(Boolean)
      ? [{ name: payType === 'payin' ? facts.payer : facts.beneficiary, value: <Joined parts={party} /> }]
      : []),
    ...(refunded
      ? [
          {
            name: one.payin,
            value: (
              <>
                <TransactionLink payType="payin" transactionId={refunded.transaction_id}>
                  {inTitle(refunded.reference)}
                </TransactionLink>{' '}
                <Amount value={refunded.amount} currency={currency} />
              </>
            ),
          },
        ]
      : []),
    ...(transaction.payment_link_id === null
      ? []
      : [{ name: facts.link, value: <LinkOf transaction={transaction} /> }]),
    { name: facts.method, value: <Method code={transaction.service_code} /> },
    ...(neverBooked ? [] : moneyFacts()),
    { name: create.confirm.point, value: point },
  ]
}

/** The payment link that made it: its reference has a point and eight symbols more. */
function LinkOf({ transaction }: Pick<TimelineData, 'transaction'>) {
  const { id: pointId } = usePoint()
  const linkId = transaction.payment_link_id ?? ''
  return (
    <TextLink to="/p/$pointId/payment-links/$linkId" params={{ pointId, linkId }}>
      {inTitle(transaction.reference.slice(0, -9))}
    </TextLink>
  )
}

/** A longer reference keeps its beginning and its end in the title; its copy button gives the whole. */
const titleLengthMax = 40
const titleHeadLength = 24
const titleTailLength = 8

function inTitle(reference: string): string {
  if (reference.length <= titleLengthMax) return reference
  return `${reference.slice(0, titleHeadLength)}…${reference.slice(-titleTailLength)}`
}

/** The end of a number by which people tell it from others; aliases and addresses stay as they are. */
function endOf(value: string | undefined): string | undefined {
  return value !== undefined && /^[A-Z\d][A-Z\d.\-/ ]{7,}$/.test(value) ? `•••• ${value.slice(-endLength)}` : value
}

const endLength = 4

function Waiting({ until }: { until: string }) {
  const { approval } = usePaymentsTexts()
  const { id: pointId } = usePoint()
  return (
    <Group mt="md">
      <Text size="sm">
        {approval.waits} {approval.until} <Instant at={until} />.
      </Text>
      <ButtonLink to="/p/$pointId/approvals" params={{ pointId }} search={{}} size="compact-sm" variant="default">
        {approval.link}
      </ButtonLink>
    </Group>
  )
}
