import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { usePoint } from '../../app/point.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type SampleLanguage, sampleLanguages, sampleOf } from './samples.ts'
import { useWebhooksTexts } from './texts.ts'

/** How to check security_hash, in the language of the merchant's server. */
export function SamplesPanel() {
  const { samples } = useWebhooksTexts()
  const { id } = usePoint()
  const [language, setLanguage] = useState<SampleLanguage>('Node')
  return (
    <Panel title={samples.title} explanation={samples.explanation}>
      <NativeSelect
        label={samples.language}
        w="12rem"
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as SampleLanguage)}
        data={[...sampleLanguages]}
        mb="sm"
      />
      <CodeBlock code={sampleOf(language, id)} name={samples.name(language)} />
      <Text size="sm" mt="sm">
        {samples.alsoSignature}
      </Text>
    </Panel>
  )
}
