import { Button, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { readTypedAmount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type {
  TimelineData,
  TimelineTransaction,
} from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import classes from './payments.module.css'
import { usePaymentsTexts } from './texts.ts'

/** A bank's reference has at most so many characters. */
const payerReferenceLengthMax = 64

/** Takes back a pay-in that nobody paid. */
export function CancelButton({ transaction }: { transaction: TimelineTransaction }) {
  const { actions } = usePaymentsTexts()
  const { permissions } = usePoint()
  const path = usePointPath()
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useChange(() => api.post(path(`/payments/${transaction.transaction_id}/cancel`)), {
    done: actions.cancelled,
    onDone: () => setIsAsking(false),
  })
  const isOpen = transaction.pay_type === 'payin' && transaction.status === 'PENDING'
  if (!isOpen || !permissions.includes('payins')) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {actions.cancel}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={actions.cancelTitle}
        action={actions.cancel}
        keep={actions.keep}
        isDangerous
        isWorking={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      >
        {actions.cancelText}
      </ConfirmDialog>
    </>
  )
}

/** Opens the form with the data of a pay-in that failed or expired; a card is typed anew, so not of cards. */
export function ChargeAgain({ transaction }: { transaction: TimelineTransaction }) {
  const { actions } = usePaymentsTexts()
  const { id: pointId, permissions } = usePoint()
  const { transaction_id: again, service_code, pay_type: payType, status, card } = transaction
  const isOver = payType === 'payin' && (status === 'ERROR' || status === 'EXPIRED')
  if (!isOver || card !== null || !permissions.includes('payins')) return null
  return (
    <ButtonLink to="/p/$pointId/create" params={{ pointId }} search={{ kind: 'payin', service_code, again }}>
      {actions.chargeAgain}
    </ButtonLink>
  )
}

/** The reference of the payer's bank, for pay-ins that are found by it. */
export function PayerReferencePanel({ transaction }: { transaction: TimelineTransaction }) {
  const { actions } = usePaymentsTexts()
  const { permissions } = usePoint()
  const path = usePointPath()
  const [text, setText] = useState(transaction.payer_reference ?? '')
  const give = useChange(
    (reference: string) =>
      api.post(path(`/payments/${transaction.transaction_id}/payer-reference`), { payer_reference: reference }),
    { done: actions.referenceGiven, tellErrors: false },
  )
  const isWanted = transaction.instructions?.target_account != null && transaction.status === 'PENDING'
  if (!isWanted || !permissions.includes('payins')) return null
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    give.mutate(text)
  }
  const fault =
    give.error instanceof ApiError ? (give.error.fieldMessage('payer_reference') ?? give.error.message) : null
  return (
    <Panel title={actions.payerReference} explanation={actions.payerReferenceHint}>
      <form onSubmit={onSubmit} className={classes['line']}>
        <TextInput
          aria-label={actions.payerReference}
          value={text}
          maxLength={payerReferenceLengthMax}
          autoComplete="off"
          required
          error={fault}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={give.isPending}>
          {actions.giveReference}
        </Button>
      </form>
    </Panel>
  )
}

type SimulatedEvent = keyof ReturnType<typeof usePaymentsTexts>['actions']['events']

/** Connectors whose bank this gateway plays on test points; a provider's sandbox plays its own. */
const simulatedConnectors: ReadonlySet<string> = new Set(['simulated-bank', 'own-account'])

/** What payer, issuer or bank may do now, for test payments. */
export function SimulatePanel({ story: { transaction, attempts } }: { story: TimelineData }) {
  const { actions } = usePaymentsTexts()
  const { permissions } = usePoint()
  const path = usePointPath()
  const [amount, setAmount] = useState('')
  const currency = transaction.currency as CurrencyCode
  const reading = readTypedAmount(amount, { currency })
  const isReady = amount.trim() === '' || reading.ok
  const simulate = useChange(
    (event: SimulatedEvent) =>
      api.post(path(`/test/payments/${transaction.transaction_id}/simulate`), {
        event,
        ...(reading.ok && { amount: reading.decimal }),
      }),
    { done: actions.done, onDone: () => setAmount('') },
  )
  const isSimulated = attempts.every(({ connector }) => simulatedConnectors.has(connector))
  const events = isSimulated ? eventsOf(transaction) : []
  if (transaction.environment !== 'test' || events.length === 0 || !permissions.includes('payins')) return null
  return (
    <Panel title={actions.test} explanation={actions.testExplanation}>
      <div className={classes['simulated']}>
        <AmountField label={actions.amountOptional} value={amount} currency={currency} onChange={setAmount} />
      </div>
      <div className={classes['events']}>
        {events.map((event) => (
          <Button
            key={event}
            variant="default"
            size="compact-md"
            loading={simulate.isPending && simulate.variables === event}
            disabled={simulate.isPending || !isReady}
            onClick={() => simulate.mutate(event)}
          >
            {actions.events[event]}
          </Button>
        ))}
      </div>
    </Panel>
  )
}

/** Those that its state allows; the simulated bank has the last word. */
function eventsOf({ pay_type: payType, status, reason, card }: TimelineTransaction): SimulatedEvent[] {
  if (payType !== 'payin') {
    if (status === 'PENDING' && reason !== 'awaiting_approval') return ['approved', 'declined']
    return status === 'COMPLETED' ? ['return', 'return_partly'] : []
  }
  if (status === 'PENDING') {
    if (card) return ['approved', 'declined', 'expire']
    return ['paid', 'paid_partly', 'paid_more', 'paid_twice', 'declined', 'expire']
  }
  if (status === 'EXPIRED') return card ? [] : ['paid_late']
  return status === 'COMPLETED' ? ['reversed', ...(card ? [] : (['paid_twice'] as const))] : []
}
