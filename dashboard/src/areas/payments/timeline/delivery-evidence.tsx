import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  TimelineCallback,
  TimelineCallbackAttempt,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatDuration } from '../../../app/formats.ts'
import { useLanguage } from '../../../app/languages.ts'
import { useMaybePoint, usePointPath } from '../../../app/point.ts'
import { useRead } from '../../../app/reading.ts'
import { ReadState } from '../../../parts/states.tsx'
import { Identifier } from '../../../parts/values/identifier.tsx'
import { usePaymentsTexts } from '../texts.ts'
import { Evidence, EvidenceBytes, EvidenceFacts, fact } from './evidence.tsx'

export interface DeliveryEvidenceProps {
  callback: TimelineCallback
  deliveryId: string
  attempt: TimelineCallbackAttempt
}

/** One try to deliver a callback: the bytes that went out and what came back. */
export function DeliveryEvidence({ callback, deliveryId, attempt }: DeliveryEvidenceProps) {
  const { story } = usePaymentsTexts()
  const language = useLanguage()
  const isOwn = useMaybePoint() !== undefined
  const digest = attempt.sent_body_sha256
  return (
    <Evidence>
      <EvidenceFacts
        facts={[
          fact(story.address, attempt.url),
          fact(
            story.outcome,
            [attempt.http_status && `HTTP ${attempt.http_status}`, attempt.error, attempt.error_code]
              .filter(Boolean)
              .join(' · '),
          ),
          fact(story.took, attempt.total_ms === null ? null : formatDuration(attempt.total_ms, language)),
          fact('webhook-id', <Identifier value={callback.webhook_id} name="webhook-id" short />),
          fact(story.digest, digest && <Identifier value={digest} name={story.digest} short />),
        ]}
      />
      <EvidenceBytes name={story.body} text={callback.body} />
      <ExactBytes deliveryId={deliveryId} />
      {attempt.response_body !== null && attempt.response_body !== '' && (
        <EvidenceBytes name={isOwn ? story.answer : story.merchantsAnswer} text={attempt.response_body} />
      )}
    </Evidence>
  )
}

interface DeliveryDetail {
  exact_body: string | null
}

/** The bytes with their hash, for whoever may see it; asked for only when somebody wants them. */
function ExactBytes({ deliveryId }: { deliveryId: string }) {
  const point = useMaybePoint()
  if (!point?.permissions.includes('webhook')) return null
  return <AskedBytes deliveryId={deliveryId} />
}

function AskedBytes({ deliveryId }: { deliveryId: string }) {
  const { story } = usePaymentsTexts()
  const path = usePointPath()
  const [isWanted, setIsWanted] = useState(false)
  const found = useRead<DeliveryDetail>(path(`/webhook/deliveries/${deliveryId}`), { enabled: isWanted })
  if (!isWanted) {
    return (
      <div>
        <Button variant="default" size="compact-sm" onClick={() => setIsWanted(true)}>
          {story.exact}
        </Button>
      </div>
    )
  }
  return (
    <ReadState result={found}>
      {({ exact_body: body }) =>
        body === null ? <Text size="sm">{story.exactGone}</Text> : <EvidenceBytes name={story.exact} text={body} />
      }
    </ReadState>
  )
}
