import { Button, Group, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type { TimelineData } from '../../../../gateway/src/transactions/http/contract/payments.ts'
import type { Reason } from '../../../../gateway/src/web/contract/words.ts'
import { formatAmount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Amount } from '../../parts/amount.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { ReasonText, StatusBadge } from '../../parts/tag.tsx'
import { CallbacksPanel } from './callbacks-panel.tsx'
import { CancelButton, CopyCurlButton, CurlPanel, PayerReferencePanel, SimulatePanel } from './detail-actions.tsx'
import { DetailsPanel, FactsPanel, InstructionsPanel } from './facts-panel.tsx'
import { LedgerPanel } from './ledger-panel.tsx'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'
import { TimelinePanel } from './timeline-panel.tsx'

/** How often an open page asks what has become of it. */
const refreshSeconds = 4

/** One pay-in or payout: what it is, why it stands where it stands, and how it got there. */
export function DetailPage() {
  const { transactionId = '' } = useParams({ strict: false })
  const path = usePointPath()
  const result = useRead<TimelineData>(path(`/transactions/${encodeURIComponent(transactionId)}/story`), {
    everySeconds: refreshSeconds,
  })
  return (
    <ReadState heading={1} result={result}>
      {(story) => <Detail story={story} />}
    </ReadState>
  )
}

function Detail({ story }: { story: TimelineData }) {
  const texts = usePaymentsTexts()
  const { id: pointId } = usePoint()
  const { transaction } = story
  const { pay_type: payType } = transaction
  return (
    <>
      <TextLink
        to={payType === 'payin' ? '/p/$pointId/payments' : '/p/$pointId/payouts'}
        params={{ pointId }}
        search={{}}
        size="sm"
      >
        ← {texts.backTo[payType]}
      </TextLink>
      <PageHeader
        title={`${texts.one[payType]} ${transaction.reference}`}
        explanation={<ZoneNote />}
        actions={
          <>
            <CopyCurlButton curl={story.curl} />
            <CancelButton transaction={transaction} />
          </>
        }
      />
      <div className={classes['columns']}>
        <div>
          <Summary story={story} />
          <TimelinePanel story={story} />
        </div>
        <div>
          <SimulatePanel transaction={transaction} />
          <PayerReferencePanel transaction={transaction} />
          <FactsPanel story={story} />
        </div>
      </div>
      <div className={classes['below']}>
        <InstructionsPanel transaction={transaction} />
        <DetailsPanel story={story} />
        <LedgerPanel story={story} />
        <CallbacksPanel story={story} />
        <CurlPanel curl={story.curl} />
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

/** The amount first, then how it stands, why, and what is to be done. */
function Summary({ story }: { story: TimelineData }) {
  const { transaction, approval } = story
  const texts = usePaymentsTexts()
  const language = useLanguage()
  const { missing_amount: missing, currency } = transaction
  const asksForRest = transaction.status === 'PENDING' && transaction.reason === 'underpaid' && missing !== null
  const byReason = asksForRest
    ? texts.nextMissing(`${formatAmount(missing, currency, { language })} ${currency}`)
    : texts.next[transaction.reason]
  const next = hasUndecidedMoney(story)
    ? [texts.nextSuspense, reasonsBesideSuspense.has(transaction.reason) ? byReason : ''].join(' ').trim()
    : (byReason ?? texts.nextByStatus[transaction.status])
  return (
    <Panel title={texts.whatNext}>
      <div className={classes['head']}>
        <span className={classes['amount']}>
          <Amount value={transaction.amount} currency={transaction.currency} />
        </span>
        <StatusBadge status={transaction.status} />
        <Text component="span">
          <ReasonText reason={transaction.reason} />
        </Text>
      </div>
      <p className={classes['next']}>{next}</p>
      {approval?.waiting === true && <Waiting until={approval.until} />}
      {transaction.instructions && transaction.status === 'PENDING' && (
        <Group mt="md">
          <Button
            component="a"
            href={transaction.instructions.payment_url}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
          >
            {texts.instructions.page}
          </Button>
        </Group>
      )}
    </Panel>
  )
}

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
