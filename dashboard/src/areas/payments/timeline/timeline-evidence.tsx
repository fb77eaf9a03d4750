import { Text } from '@mantine/core'
import type {
  TimelineAttempt,
  TimelineAudit,
  TimelineNotification,
  TimelineRequest,
  TimelineState,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { formatDuration } from '../../../app/formats.ts'
import { useLanguage } from '../../../app/languages.ts'
import { CodeBlock } from '../../../parts/code-block.tsx'
import { usePaymentsTexts } from '../texts.ts'
import { Evidence, EvidenceBytes, EvidenceFacts, EvidenceJson, fact } from './evidence.tsx'

/** The line of the request log, and the command that repeats it. */
export function RequestEvidence({ request, curl, name }: { request: TimelineRequest; curl: string; name: string }) {
  const { story } = usePaymentsTexts()
  const language = useLanguage()
  return (
    <Evidence>
      <EvidenceFacts
        facts={[
          fact(story.requestId, <code>{request.request_id}</code>),
          fact(story.outcome, `${request.method} ${request.route} · HTTP ${request.status}`),
          fact(story.detail, request.problem_code),
          fact(story.apiKey, request.key_id),
          fact(story.address, request.address),
          fact(story.took, formatDuration(request.duration_ms, language)),
        ]}
      />
      <CodeBlock code={curl} name={name} />
    </Evidence>
  )
}

/** The connector of the operator's own bank accounts: nothing is sent. */
export const ownAccount = 'own-account'

export function AttemptEvidence({ attempt }: { attempt: TimelineAttempt }) {
  const { story, outcomes } = usePaymentsTexts()
  const outcome = attempt.outcome ?? attempt.state
  return (
    <Evidence>
      <EvidenceFacts
        facts={[
          fact(story.connector, attempt.connector),
          fact(story.outcome, outcomes[outcome] ?? <code>{outcome}</code>),
          fact(story.key, <code>{attempt.key}</code>),
          fact(story.calls, attempt.calls),
        ]}
      />
      {attempt.maybe_sent && attempt.connector !== ownAccount && <Text size="sm">{story.maybeSent}</Text>}
      {attempt.detail !== null && <EvidenceJson name={story.detail} value={attempt.detail} />}
    </Evidence>
  )
}

export function NotificationEvidence({ notification }: { notification: TimelineNotification }) {
  const { story, outcomes } = usePaymentsTexts()
  return (
    <Evidence>
      <EvidenceFacts
        facts={[
          fact(story.connector, notification.connector),
          fact(story.outcome, outcomes[notification.state]),
          fact(story.event, notification.event_id),
        ]}
      />
      <EvidenceBytes name={story.body} text={notification.body} />
      <EvidenceJson name={story.headers} value={notification.headers} />
      <Text size="xs" c="dimmed">
        {story.hidden}
      </Text>
    </Evidence>
  )
}

export function StateEvidence({ state }: { state: TimelineState }) {
  const { story, sources } = usePaymentsTexts()
  return (
    <Text size="sm" c="dimmed">
      {story.source} {sources[state.source] ?? state.source}
      {state.detail !== null && ` · ${state.detail}`}
    </Text>
  )
}

export function AuditEvidence({ audit }: { audit: TimelineAudit }) {
  const { story } = usePaymentsTexts()
  return (
    <Evidence>
      <EvidenceJson name={story.detail} value={audit.detail} />
    </Evidence>
  )
}
