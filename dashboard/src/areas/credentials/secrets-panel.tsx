import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type {
  CredentialsData,
  RevealedData,
  SecretName,
} from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import classes from './credentials.module.css'
import { SecretValue } from './new-secret-dialog.tsx'
import { useCredentialsTexts } from './texts.ts'
import { TokenRotation } from './token-rotation.tsx'
import { WebhookSecretRotation } from './webhook-secret-rotation.tsx'

/** The secrets of the point: looked at on request, and exchanged without a callback that fails. */
export function SecretsPanel({ data }: { data: Pick<CredentialsData, 'secrets' | 'rotation'> }) {
  const { secrets } = useCredentialsTexts()
  return (
    <Panel title={secrets.title} explanation={secrets.explanation}>
      <Stack gap="lg">
        <SecretRow secret="auth_api_token">
          <TokenRotation rotation={data.rotation} />
        </SecretRow>
        <SecretRow secret="webhook_secret">
          <WebhookSecretRotation rotation={data.rotation} />
        </SecretRow>
        {data.secrets.signing_secret && <SecretRow secret="signing_secret" />}
      </Stack>
    </Panel>
  )
}

function SecretRow({ secret, children }: { secret: SecretName; children?: React.ReactNode }) {
  const { secrets } = useCredentialsTexts()
  const pointPath = usePointPath()
  const [value, setValue] = useState<string>()
  const reveal = useChange(() => api.post<RevealedData>(pointPath('/credentials/reveal'), { secret }), {
    onDone: (data) => setValue(data.value),
  })
  const name = secrets.names[secret]
  return (
    <section className={classes['secret']} aria-label={name}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={3} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {secrets.hints[secret]}
          </Text>
        </div>
        {value === undefined ? (
          <Button
            variant="default"
            size="sm"
            loading={reveal.isPending}
            aria-label={secrets.revealName(name)}
            onClick={() => reveal.mutate(undefined)}
          >
            {secrets.reveal}
          </Button>
        ) : (
          <Button variant="default" size="sm" aria-label={secrets.hideName(name)} onClick={() => setValue(undefined)}>
            {secrets.hide}
          </Button>
        )}
      </Group>
      {value !== undefined && <SecretValue value={value} name={name} />}
      {children}
    </section>
  )
}
