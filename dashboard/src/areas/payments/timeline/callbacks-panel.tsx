import { Button, Text } from '@mantine/core'
import type {
  TimelineCallback,
  TimelineData,
  TimelineDelivery,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { api } from '../../../app/api.ts'
import { nowMs } from '../../../app/clock.ts'
import { usePointPath } from '../../../app/point.ts'
import { useChange } from '../../../app/reading.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Instant } from '../../../parts/values/instant.tsx'
import { StatusBadge, Tag, type Tone } from '../../../parts/values/tag.tsx'
import classes from '../payments.module.css'
import { usePaymentsTexts } from '../texts.ts'
import { DeliveryEvidence } from './delivery-evidence.tsx'

const stateTones: Readonly<Record<TimelineDelivery['state'], Tone>> = {
  pending: 'wait',
  sending: 'wait',
  delivered: 'good',
  held: 'wait',
  exhausted: 'bad',
  superseded: 'calm',
}

/** What was told to the merchant's server and what it answered, and telling it again. */
export function CallbacksPanel({ story: { callbacks, transaction } }: { story: TimelineData }) {
  const texts = usePaymentsTexts().callbacks
  const path = usePointPath()
  const resend = useChange(() => api.post(path(`/payments/${transaction.transaction_id}/callbacks/resend`)), {
    done: texts.resent,
  })
  // These are told by callbacks only where the point asks for it; their changes stand in the story and in the feed.
  const untold = transaction.is_withdrawal ? texts.withdrawalsOff : texts.refundsOff
  const isUntold = (transaction.pay_type === 'refund' || transaction.is_withdrawal) && transaction.status !== 'PENDING'
  return (
    <Panel
      title={texts.title}
      explanation={texts.explanation}
      actions={
        callbacks.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined)}
          >
            {texts.resend}
          </Button>
        )
      }
    >
      {callbacks.length === 0 && <Text size="sm">{isUntold ? untold : texts.empty}</Text>}
      {callbacks.map((callback) => (
        <Callback key={callback.webhook_id} callback={callback} />
      ))}
    </Panel>
  )
}

function Callback({ callback }: { callback: TimelineCallback }) {
  const texts = usePaymentsTexts().callbacks
  return (
    <div className={classes['part']}>
      <h3 className={classes['label']}>
        <StatusBadge status={callback.status} /> <Instant at={callback.created_at} seconds />
      </h3>
      {callback.deliveries.map((delivery) => (
        <div key={delivery.delivery_id} className={classes['delivery']}>
          <Tag tone={stateTones[delivery.state]}>{texts.states[delivery.state]}</Tag>{' '}
          <Text component="span" size="sm" c="dimmed">
            {texts.triggers[delivery.trigger]} ·{' '}
            {delivery.attempts.length === 1 ? texts.attempts.one : texts.attempts.other(delivery.attempts.length)}
            <NextAttempt delivery={delivery} />
          </Text>
          {delivery.attempts.map((attempt) => (
            <DeliveryEvidence
              key={`${attempt.started_at}-${attempt.number}`}
              callback={callback}
              deliveryId={delivery.delivery_id}
              attempt={attempt}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** When the callback goes out next, or what it waits for. A time that passed since the page was read is its turn. */
function NextAttempt({ delivery }: { delivery: TimelineCallback['deliveries'][number] }) {
  const { waits, next } = usePaymentsTexts().callbacks
  const { next_attempt_at: at, waits_for: waitsFor } = delivery
  if (waitsFor === null) return null
  const isTimed = waitsFor === 'time' && at !== null && Date.parse(at) >= nowMs()
  return (
    <>
      {' · '}
      {isTimed ? (
        <>
          {next}: <Instant at={at} distance />
        </>
      ) : (
        waits[waitsFor === 'time' ? 'turn' : waitsFor]
      )}
    </>
  )
}
