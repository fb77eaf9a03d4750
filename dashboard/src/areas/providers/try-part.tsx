import { Button, Group, Text } from '@mantine/core'
import type { TriedData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { useProviderTexts } from './texts.ts'

interface TryProps {
  path: string
  body?: object
  /** What the call is named, what it does, and what is said once the provider took it. */
  words?: { action: string; before: string; works: string }
}

/** Calls the provider, and says what it answered. */
export function TryPart({ path, body, words }: TryProps) {
  const texts = useProviderTexts()
  const { action, before, works } = words ?? { action: texts.tryNow, before: texts.tryWords, works: texts.works }
  const attempt = useChange(async () => await api.post<TriedData>(path, body === undefined ? undefined : { ...body }))
  const { data } = attempt
  return (
    <Group gap="sm">
      <Button size="xs" variant="default" loading={attempt.isPending} onClick={() => attempt.mutate(undefined)}>
        {action}
      </Button>
      <Text size="sm" aria-live="polite">
        {data === undefined ? before : data.works ? works : `${texts.refuses} ${data.why ?? ''}`}
      </Text>
    </Group>
  )
}
