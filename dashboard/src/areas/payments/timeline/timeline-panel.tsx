import { Text } from '@mantine/core'
import type { TimelineData } from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { useLanguage } from '../../../app/languages.ts'
import { useMaybePoint } from '../../../app/point.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Timeline, type TimelineEntry } from '../../../parts/timeline.tsx'
import { useStatusTexts } from '../../../parts/values/tag.tsx'
import { usePaymentsTexts } from '../texts.ts'
import { stepOf } from './timeline-steps.tsx'

/** Everything that happened, in the order of time, each with its evidence. */
export function TimelinePanel({ story }: { story: TimelineData }) {
  const texts = usePaymentsTexts()
  const words = useStatusTexts()
  const language = useLanguage()
  const isOwn = useMaybePoint() !== undefined
  const entries: TimelineEntry[] = story.timeline.flatMap((entry, index) => {
    const step = stepOf(entry, { story, texts, words, language, isOwn })
    return step ? [{ ...step, key: `${entry.kind}-${index}`, at: entry.at }] : []
  })
  return (
    <Panel title={texts.story.title} explanation={texts.story.explanation}>
      <Timeline entries={entries} />
      {story.cut && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.story.cut}
        </Text>
      )}
    </Panel>
  )
}
