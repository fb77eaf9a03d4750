import { Anchor, List } from '@mantine/core'
import { useLanguage } from '../../app/languages.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWebhooksTexts } from './texts.ts'

/** What a developer does first, while the point has no address. */
export function FirstCallback() {
  const { start } = useWebhooksTexts()
  const language = useLanguage()
  return (
    <Panel title={start.title}>
      <List type="ordered" spacing="xs" mb="sm">
        {start.steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Anchor href={language === 'en' ? '/docs/guides/callbacks' : `/docs/${language}/guides/callbacks`}>
        {start.guide}
      </Anchor>
    </Panel>
  )
}
