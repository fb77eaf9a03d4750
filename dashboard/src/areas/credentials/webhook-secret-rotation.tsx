import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { RotationData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { NewSecretDialog } from './new-secret-dialog.tsx'
import { useCredentialsTexts } from './texts.ts'

/** The exchange of the webhook secret: both sign for a while, and how long still. */
export function WebhookSecretRotation({ rotation }: { rotation: RotationData }) {
  const { webhookSecret, secrets } = useCredentialsTexts()
  const [isOpen, setIsOpen] = useState(false)
  const [made, setMade] = useState<string>()
  const until = rotation.old_webhook_secret_until
  return (
    <div>
      <Text size="sm">
        {until !== null && (
          <strong>
            {webhookSecret.oldUntil} <Instant at={until} />.{' '}
          </strong>
        )}
        {rotation.webhook_secret_rotated_at === null ? (
          webhookSecret.never
        ) : (
          <>
            {webhookSecret.rotatedAt}: <Instant at={rotation.webhook_secret_rotated_at} />.
          </>
        )}
      </Text>
      <Button size="sm" variant="light" mt="sm" onClick={() => setIsOpen(true)}>
        {webhookSecret.rotate}
      </Button>
      <RotateDialog
        opened={isOpen}
        inOverlap={until !== null}
        onClose={() => setIsOpen(false)}
        onMade={(secret) => {
          setIsOpen(false)
          setMade(secret)
        }}
      />
      <NewSecretDialog name={secrets.names.webhook_secret} value={made} onClose={() => setMade(undefined)} />
    </div>
  )
}

interface RotateDialogProps {
  opened: boolean
  inOverlap: boolean
  onClose: () => void
  onMade: (secret: string) => void
}

function RotateDialog({ opened, inOverlap, onClose, onMade }: RotateDialogProps) {
  const { webhookSecret } = useCredentialsTexts()
  const { parts } = useShellTexts()
  const pointPath = usePointPath()
  const [overlap, setOverlap] = useState('24h')
  const rotate = useChange(
    () =>
      api.post<{ webhook_secret: string }>(pointPath('/webhook/rotate-secret'), {
        overlap,
        ...(inOverlap && { force: true }),
      }),
    { onDone: (data) => onMade(data.webhook_secret) },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    rotate.mutate(undefined)
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={webhookSecret.rotate}
      centered
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{inOverlap ? webhookSecret.askForced : webhookSecret.ask}</Text>
          <NativeSelect
            label={webhookSecret.overlap}
            value={overlap}
            onChange={(event) => setOverlap(event.currentTarget.value)}
            data={Object.entries(webhookSecret.overlaps).map(([value, label]) => ({ value, label }))}
          />
          <Button type="submit" loading={rotate.isPending} {...(inOverlap && { color: 'red.9' })}>
            {inOverlap ? webhookSecret.force : webhookSecret.rotate}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
