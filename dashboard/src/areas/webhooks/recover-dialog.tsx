import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { RecoveredData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { nowMs } from '../../app/clock.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useWebhooksTexts } from './texts.ts'

const dayMs = 86_400_000

/** Sends again everything that failed since a moment of the viewer's clock. */
export function RecoverDialog({ onClose }: { onClose: () => void }) {
  const { deliveries } = useWebhooksTexts()
  const { parts } = useShellTexts()
  const language = useLanguage()
  const pointPath = usePointPath()
  const [since, setSince] = useState(() => localText(new Date(nowMs() - dayMs)))
  const recover = useChange(
    () => api.post<RecoveredData>(pointPath('/webhook/recover'), { since: new Date(since).toISOString() }),
    { tellErrors: false },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    recover.mutate(undefined)
  }
  const count = (value: number) => formatCount(value, language)
  return (
    <Modal
      opened
      onClose={onClose}
      title={deliveries.recoverTitle}
      centered
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{deliveries.recoverAsk}</Text>
          <TextInput
            type="datetime-local"
            label={deliveries.since}
            data-autofocus
            required
            withAsterisk={false}
            value={since}
            onChange={(event) => setSince(event.currentTarget.value)}
          />
          <div aria-live="polite">
            {recover.data && (
              <Alert color="green" variant="outline">
                {deliveries.recovered(count(recover.data.queued), count(recover.data.hastened))}{' '}
                {recover.data.more && deliveries.recoverMore}
              </Alert>
            )}
            {recover.error && (
              <Alert color="red" variant="outline" role="alert">
                {describeError(recover.error).message}
              </Alert>
            )}
          </div>
          <Button type="submit" loading={recover.isPending}>
            {deliveries.recoverSend}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

/** As the field for date and time writes it, on the viewer's clock. */
function localText(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
