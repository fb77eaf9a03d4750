import { Alert, Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type { TimelineData } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { api } from '../../app/api.ts'
import { ApiError, isRefusal } from '../../app/api-error.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { Icon } from '../../parts/icons.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { freshReference } from './create/create-values.ts'
import { pageOf } from './page-of.ts'
import { usePaymentsTexts } from './texts.ts'

/** The gateway keeps this much of a reason. */
const reasonLengthMax = 140

/** Opens the form; nothing where nothing may go back, or the person may not refund. */
export function RefundButton({ story }: { story: TimelineData }) {
  const { refunds } = usePaymentsTexts()
  const { parts } = useShellTexts()
  const { permissions } = usePoint()
  const [isOpen, setIsOpen] = useState(false)
  const { refundable_amount: refundable } = story.transaction
  if (refundable === null || Number(refundable) === 0 || !permissions.includes('refunds')) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button variant="default" leftSection={<Icon name="giveBack" />} onClick={() => setIsOpen(true)}>
        {refunds.action}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={refunds.title}
        centered
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <RefundForm story={story} refundable={refundable} onClose={close} />
      </Modal>
    </>
  )
}

interface RefundFormProps {
  story: TimelineData
  refundable: string
  onClose: () => void
}

/** Whole or in part, with what was and what will be. */
function RefundForm({ story, refundable, onClose }: RefundFormProps) {
  const { refunds } = usePaymentsTexts()
  const { parts } = useShellTexts()
  const form = useRefundForm(refundable, story.transaction.currency as CurrencyCode)
  const { isWhole, amount, left, money } = form
  const refund = useRefund(story.transaction.transaction_id)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (left !== undefined && amount !== undefined) refund.mutate({ amount, reason: form.reason.trim() })
  }
  // What was refused was another amount, once somebody changes it.
  const refusal = refund.variables?.amount === amount ? refund.error : null
  // The API names the field first; here it stands below it.
  const fieldFault = refusal instanceof ApiError ? refusal.fieldMessage('amount') : undefined
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <HowMuch form={form} error={fieldFault} />
        <ReasonField value={form.reason} onChange={form.setReason} />
        <DescriptionList
          isDense
          facts={[
            { name: refunds.before, value: money(refundable) },
            { name: refunds.after, value: left === undefined ? '–' : money(left) },
          ]}
        />
        <Text size="sm">{refunds.text}</Text>
        {refusal && (isWhole || fieldFault === undefined) && (
          <Alert color="red" variant="outline" role="alert">
            {isRefusal(refusal, 'insufficient_funds')
              ? refunds.noFunds(form.currency)
              : (fieldFault ?? describeError(refusal).message)}
          </Alert>
        )}
        <DecisionButtons>
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={refund.isPending} disabled={left === undefined}>
            {left === undefined || amount === undefined ? refunds.action : refunds.submit(money(amount))}
          </Button>
        </DecisionButtons>
      </Stack>
    </form>
  )
}

/** All that is left, or a part that is typed. */
function HowMuch({ form, error }: { form: RefundFormState; error: string | undefined }) {
  const { refunds } = usePaymentsTexts()
  const { amounts } = useShellTexts()
  const isTooMuch = form.amount !== undefined && form.left === undefined
  return (
    <>
      <SegmentedControl
        aria-label={refunds.howMuch}
        fullWidth
        value={form.isWhole ? 'whole' : 'part'}
        onChange={(value) => form.setIsWhole(value === 'whole')}
        data={(['whole', 'part'] as const).map((value) => ({ value, label: refunds[value] }))}
      />
      {!form.isWhole && (
        <AmountField
          label={refunds.amount}
          value={form.typed}
          currency={form.currency}
          required
          echo={refunds.echo}
          error={form.isZero ? amounts.negative : isTooMuch ? refunds.tooMuch(form.money(form.refundable)) : error}
          onChange={form.setTyped}
        />
      )}
    </>
  )
}

function ReasonField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { refunds } = usePaymentsTexts()
  return (
    <TextInput
      label={refunds.reason}
      description={refunds.reasonHint}
      maxLength={reasonLengthMax}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What is typed, and what it comes to: `left` is undefined while the amount cannot be refunded. */
function useRefundForm(refundable: string, currency: CurrencyCode) {
  const language = useLanguage()
  const [isWhole, setIsWhole] = useState(true)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const reading = readTypedAmount(typed, { currency })
  const isZero = reading.ok && Number(reading.decimal) === 0
  const part = reading.ok && !isZero ? reading.decimal : undefined
  const amount = isWhole ? refundable : part
  const left = amount === undefined ? undefined : restOf(refundable, amount)
  const money = (value: string) => formatAmountWithCode(value, currency, { language })
  return { refundable, currency, money, isWhole, setIsWhole, typed, setTyped, isZero, reason, setReason, amount, left }
}

type RefundFormState = ReturnType<typeof useRefundForm>

/** Sends the refund and opens its page, however it stands. The reference stays, so that a second try never refunds twice. */
function useRefund(payinId: string) {
  const path = usePointPath()
  const navigate = useNavigate()
  const { id: pointId } = usePoint()
  const [reference] = useState(() => freshReference('RFND'))
  return useChange(
    async ({ amount, reason }: { amount: string; reason: string }) =>
      await api.post<{ refund_id: string }>(path(`/payments/${payinId}/refunds`), {
        reference,
        amount,
        ...(reason !== '' && { reason }),
      }),
    {
      tellErrors: false,
      onDone: ({ refund_id: transactionId }) =>
        void navigate({ to: pageOf('refund'), params: { pointId, transactionId }, search: {} }),
    },
  )
}

/** `from` less `taken`, exactly; undefined below zero. Decimal texts with at most two decimals. */
function restOf(from: string, taken: string): string | undefined {
  const hundredths = hundredthsOf(from) - hundredthsOf(taken)
  if (hundredths < 0n) return undefined
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function hundredthsOf(decimal: string): bigint {
  const [whole = '', part = ''] = decimal.split('.')
  return BigInt(whole + part.padEnd(2, '0'))
}
