import type { WebhookHealthData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { formatCount, formatDuration } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint } from '../../app/point.ts'
import { Panel } from '../../parts/panel.tsx'
import { DescriptionList, type Fact } from '../../parts/values/description-list.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { ActivityChart } from './activity-chart.tsx'
import { useWebhooksTexts } from './texts.ts'

const tones: Readonly<Record<WebhookHealthData['state'], Tone>> = {
  well: 'good',
  failing: 'wait',
  open: 'bad',
  suspended: 'bad',
}

/** How the address fares: whether it answers, how fast, and what waits for it. Without one there is nothing to judge. */
export function HealthPanel({ health, hasUrl }: { health: WebhookHealthData; hasUrl: boolean }) {
  const { health: texts } = useWebhooksTexts()
  const language = useLanguage()
  const { environment } = usePoint()
  const { last_day: day, alerts } = health
  const took = (ms: number) => formatDuration(ms, language)
  const count = (value: number) => formatCount(value, language)
  const toldPeople = alerts.map(({ level }) => texts.alertLevels[level]).join(', ')
  const answers: Fact[] = [
    {
      name: texts.lastDay,
      value: day.attempts === 0 ? texts.noAttempts : texts.ofAttempts(count(day.delivered), count(day.attempts)),
    },
    ...(day.median_ms === null ? [] : [{ name: texts.median, value: took(day.median_ms) }]),
    ...(day.p95_ms === null ? [] : [{ name: texts.p95, value: took(day.p95_ms) }]),
  ]
  const ofAddress = <Tag tone={tones[health.state]}>{texts.states[health.state]}</Tag>
  return (
    <Panel title={texts.title}>
      <ActivityChart activity={health.activity} />
      <DescriptionList
        facts={[
          { name: texts.state, value: hasUrl ? ofAddress : <Tag tone="calm">{texts.withoutUrl[environment]}</Tag> },
          { name: texts.waiting, value: count(health.waiting) },
          ...(hasUrl ? answers : []),
          ...(toldPeople === '' ? [] : [{ name: texts.alerts, value: toldPeople }]),
        ]}
      />
    </Panel>
  )
}
