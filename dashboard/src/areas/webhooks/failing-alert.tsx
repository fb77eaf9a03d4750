import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type {
  FailedAttemptData,
  TestedData,
  WebhookData,
} from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { reasonOf } from './reason.ts'
import { useWebhooksTexts } from './texts.ts'

/** What is wrong with the address, since when, what waits for it, and a way to try it now. Nothing where all is well. */
export function FailingAlert({ data }: { data: WebhookData }) {
  const { failing, address } = useWebhooksTexts()
  const { health } = data
  if (data.url === null || data.status === 'paused' || health.state === 'well') return null
  const isSuspended = data.status === 'suspended' || health.state === 'suspended'
  return (
    <Alert color="red" variant="outline" mb="md" title={isSuspended ? failing.suspended : failing.title}>
      <Stack gap="xs">
        {health.last_failure && <Reason failure={health.last_failure} />}
        <Waiting health={health} isSuspended={isSuspended} />
        {isSuspended && <Text size="sm">{address.suspendedWhy}</Text>}
        {health.last_failure && <Links failure={health.last_failure} />}
        <TryNow />
      </Stack>
    </Alert>
  )
}

function Reason({ failure }: { failure: FailedAttemptData }) {
  const texts = useWebhooksTexts()
  return <Text fw={600}>{reasonOf(failure, texts)}</Text>
}

function Waiting({ health, isSuspended }: { health: WebhookData['health']; isSuspended: boolean }) {
  const { failing } = useWebhooksTexts()
  const language = useLanguage()
  const { failing_since: since, next_attempt_at: next, waiting } = health
  return (
    <Text size="sm">
      {since !== null && (
        <>
          {failing.since} <Instant at={since} />
          {'. '}
        </>
      )}
      {failing.waiting[waiting === 1 ? 'one' : 'other'](formatCount(waiting, language))}{' '}
      {next !== null && !isSuspended && (
        <>
          {failing.next} <Instant at={next} seconds />.
        </>
      )}
    </Text>
  )
}

function Links({ failure }: { failure: FailedAttemptData }) {
  const { failing } = useWebhooksTexts()
  const { id: pointId } = usePoint()
  const { delivery_id: deliveryId, transaction_id: transactionId } = failure
  return (
    <Group gap="md">
      <TextLink to="/p/$pointId/webhooks/deliveries/$deliveryId" params={{ pointId, deliveryId }}>
        {failing.openDelivery}
      </TextLink>
      <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId }}>
        {failing.openTransaction}
      </TextLink>
    </Group>
  )
}

/** A live test whose result stands beside its button. */
function TryNow() {
  const { failing, test } = useWebhooksTexts()
  const pointPath = usePointPath()
  const send = useChange(() => api.post<TestedData>(pointPath('/webhook/test'), { status: 'COMPLETED' }))
  const result = send.isPending ? undefined : send.data
  return (
    <Group gap="sm">
      <Button variant="outline" color="red" loading={send.isPending} onClick={() => send.mutate(undefined)}>
        {failing.tryNow}
      </Button>
      <Text size="sm" aria-live="polite">
        {result && (result.delivered ? test.delivered : (result.hint ?? test.failed))}
      </Text>
    </Group>
  )
}
