import { Alert, Button, Modal, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { Status } from '../../../../gateway/src/core/web/contract/words.ts'
import type { ApprovalData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { ActorName } from '../../parts/values/actor-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { TransactionLink } from '../payments/transaction-link.tsx'
import classes from './approvals.module.css'
import { useApprovalsTexts } from './texts.ts'

/** From this multiple of the average on, the comparison is set off by colour as well. */
const unusualTimes = 3

/** The gateway keeps this much of a note. */
export const noteLengthMax = 200

interface DecisionDialogProps {
  approval: ApprovalData
  onClose: () => void
}

/** Everything one needs to decide about a payout, and the two words. */
export function DecisionDialog({ approval, onClose }: DecisionDialogProps) {
  const { dialog } = useApprovalsTexts()
  const { parts } = useShellTexts()
  const [note, setNote] = useState('')
  const decide = useDecision(approval, onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      title={approval.refund === null ? dialog.title : dialog.refundTitle}
      centered
      size="xl"
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <div className={classes['amount']}>
          <Amount value={approval.amount} currency={approval.currency} />
        </div>
        {approval.refund === null && <Comparison approval={approval} />}
        <Facts approval={approval} />
        <Textarea
          label={dialog.note}
          description={dialog.noteHint}
          maxLength={noteLengthMax}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {decide.error && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(decide.error).message}
          </Alert>
        )}
        <DecisionButtons>
          {(['reject', 'approve'] as const).map((word) => (
            <Button
              key={word}
              variant={word === 'reject' ? 'default' : 'filled'}
              loading={decide.isPending && decide.variables.word === word}
              disabled={decide.isPending}
              onClick={() => decide.mutate({ word, note: note.trim() })}
            >
              {dialog[word]}
            </Button>
          ))}
        </DecisionButtons>
      </Stack>
    </Modal>
  )
}

export interface Decision {
  word: 'approve' | 'reject'
  note: string
}

/** Says the word about one payout or refund, and returns what became of it. */
export function useDecide(): (approval: ApprovalData, decision: Decision) => Promise<string> {
  const texts = useApprovalsTexts()
  const pointPath = usePointPath()
  return async ({ transaction_id: id }, { word, note }) => {
    const { status } = await api.post<{ status: Status }>(
      pointPath(`/payments/${id}/${word}`),
      note === '' ? {} : { note },
    )
    if (word === 'reject') return texts.rejected
    if (status === 'ERROR') return texts.failed
    return status === 'COMPLETED' ? texts.completed : texts.approved
  }
}

function useDecision(approval: ApprovalData, onDone: () => void) {
  const decide = useDecide()
  return useChange(async (decision: Decision) => await decide(approval, decision), {
    tellErrors: false,
    done: (became) => became,
    onDone,
  })
}

function Facts({ approval }: { approval: ApprovalData }) {
  const texts = useApprovalsTexts()
  const { columns } = texts
  const { refund } = approval
  const refundFacts = ({ payment_id: transactionId, ...refunded }: NonNullable<typeof refund>): Fact[] => [
    {
      name: texts.refundOf,
      value: (
        <TransactionLink payType="payin" transactionId={transactionId}>
          {refunded.payment_reference}
        </TransactionLink>
      ),
    },
    { name: texts.payer, value: refunded.payer },
    { name: texts.refundReason, value: refunded.reason },
  ]
  const account = approval.account === null ? null : <Identifier value={approval.account} name={texts.account} />
  const toFacts: Fact[] = [
    { name: texts.beneficiary, value: approval.beneficiary },
    { name: texts.document, value: approval.document },
    { name: texts.account, value: account },
    { name: texts.accountType, value: approval.account_type },
  ]
  return (
    <DescriptionList
      facts={[
        ...(refund === null ? [] : refundFacts(refund)),
        ...(refund !== null && account === null ? [] : toFacts),
        { name: texts.service, value: <Method code={approval.service_code} /> },
        { name: columns.reference, value: approval.reference },
        { name: columns.by, value: <ActorName maker={approval.created_by} /> },
        { name: columns.created, value: <Instant at={approval.created_at} /> },
        { name: columns.lapses, value: <Instant at={approval.lapses_at} /> },
        {
          name: texts.transactionId,
          value: <Identifier value={approval.transaction_id} name={texts.transactionId} short />,
        },
      ]}
    />
  )
}

/** The amount against what went before: a slip of the comma, or an account that nobody knows, should be seen. */
function Comparison({ approval }: { approval: ApprovalData }) {
  const { dialog } = useApprovalsTexts()
  const language = useLanguage()
  const { to_account: before, last_30_days: recent, currency } = approval
  return (
    <section className={classes['compare']} data-unusual={isUnusual(approval) || undefined} aria-label={dialog.compare}>
      <Title order={3} size="h5">
        {dialog.compare}
      </Title>
      {before.count === 0 ? (
        <Text size="sm" fw={600}>
          {dialog.firstTime}
        </Text>
      ) : (
        <>
          <Text size="sm">
            {dialog.paidBefore(formatCount(before.count, language))} <Amount value={before.total} currency={currency} />
            , {dialog.lastPaid} <Instant at={before.last_paid_at} />.
          </Text>
          <Against label={dialog.average} average={before.average} approval={approval} />
        </>
      )}
      {recent.count === 0 ? (
        <Text size="sm">{dialog.noneIn30}</Text>
      ) : (
        <Against
          label={`${dialog.thirtyDays} (${dialog.ofCount(formatCount(recent.count, language))})`}
          average={recent.average}
          approval={approval}
        />
      )}
    </section>
  )
}

interface AgainstProps {
  label: string
  average: string | null
  approval: ApprovalData
}

function Against({ label, average, approval }: AgainstProps) {
  const { dialog } = useApprovalsTexts()
  const language = useLanguage()
  const times = timesOf(approval.amount, average)
  if (average === null || times === undefined) return null
  return (
    <div className={classes['line']}>
      <span>{label}</span>
      <span>
        <Amount value={average} currency={approval.currency} />
        {times >= 2 && ` · ${dialog.times(formatCount(Math.round(times * 10) / 10, language))}`}
      </span>
    </div>
  )
}

/** The first payout to an account, or one far above the average there. */
export function isUnusual({ to_account: before, amount, refund }: ApprovalData): boolean {
  return refund === null && (before.count === 0 || (timesOf(amount, before.average) ?? 0) >= unusualTimes)
}

/** How many averages an amount is; undefined where there is none to compare with. */
function timesOf(amount: string, average: string | null): number | undefined {
  const usual = Number(average ?? 0)
  return usual === 0 ? undefined : Number(amount) / usual
}
