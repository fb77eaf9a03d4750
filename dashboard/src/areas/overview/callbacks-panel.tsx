import type { CallbackHealthData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatCount, formatDuration, formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useOverviewTexts } from './texts.ts'

const tones: Readonly<Record<CallbackHealthData['state'], Tone>> = {
  well: 'good',
  failing: 'wait',
  open: 'bad',
  suspended: 'bad',
  paused: 'calm',
}

/** Whether the merchant's server hears what happens. */
export function CallbacksPanel({ callbacks }: { callbacks: CallbackHealthData }) {
  const texts = useOverviewTexts().callbacks
  const { id: pointId, environment, permissions } = usePoint()
  const explanation = environment === 'test' ? texts.inInbox : texts.held
  return (
    <Panel
      title={texts.title}
      {...(!callbacks.has_url && { explanation })}
      actions={
        callbacks.has_url ? (
          <Tag tone={tones[callbacks.state]}>{texts.states[callbacks.state]}</Tag>
        ) : (
          <Tag tone="calm">{texts.noUrl}</Tag>
        )
      }
    >
      <DescriptionList facts={useFacts(callbacks)} />
      {permissions.includes('webhook') && (
        <TextLink to="/p/$pointId/webhooks" params={{ pointId }} size="sm">
          {texts.link}
        </TextLink>
      )}
    </Panel>
  )
}

function useFacts({ has_url, failing_since, waiting, attempts, delivered, median_ms }: CallbackHealthData): Fact[] {
  const texts = useOverviewTexts().callbacks
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  return [
    ...(failing_since === null ? [] : [{ name: texts.failingSince, value: <Instant at={failing_since} distance /> }]),
    { name: texts.waiting, value: count(waiting) },
    ...(!has_url || attempts === 0
      ? []
      : [
          {
            name: texts.delivered,
            value: `${formatShare(delivered / attempts, language)} · ${texts.attempts(count(delivered), count(attempts))}`,
          },
        ]),
    ...(!has_url || median_ms === null ? [] : [{ name: texts.median, value: formatDuration(median_ms, language) }]),
  ]
}
