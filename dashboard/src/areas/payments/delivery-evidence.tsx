import type { StoryCallback, StoryCallbackAttempt } from '../../../../gateway/src/http/console/contract/payments.ts'
import { formatDuration } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Identifier } from '../../parts/identifier.tsx'
import { Evidence, EvidenceBytes, EvidenceFacts, fact } from './evidence.tsx'
import { usePaymentsTexts } from './texts.ts'

/** One try to deliver a callback: the bytes that went out and what came back. */
export function DeliveryEvidence({ callback, attempt }: { callback: StoryCallback; attempt: StoryCallbackAttempt }) {
  const { story } = usePaymentsTexts()
  const language = useLanguage()
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
      {attempt.response_body !== null && attempt.response_body !== '' && (
        <EvidenceBytes name={story.answer} text={attempt.response_body} />
      )}
    </Evidence>
  )
}
