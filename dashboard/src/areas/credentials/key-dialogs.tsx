import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { KeyData, NewKeyData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useCredentialsTexts } from './texts.ts'

interface DialogProps {
  apiKey: KeyData
  onClose: () => void
}

/** Exchanges a key for a new one with the same rights; both work for a while. */
export function RotateKeyDialog({ apiKey, onClose, onMade }: DialogProps & { onMade: (made: NewKeyData) => void }) {
  const { keys } = useCredentialsTexts()
  const { parts } = useShellTexts()
  const pointPath = usePointPath()
  const [overlap, setOverlap] = useState('24h')
  const rotate = useChange(() => api.post<NewKeyData>(pointPath(`/keys/${apiKey.key_id}/rotate`), { overlap }), {
    onDone: onMade,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    rotate.mutate(undefined)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={keys.rotateTitle(apiKey.name)}
      centered
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          <Text size="sm">{keys.rotateAsk}</Text>
          <NativeSelect
            label={keys.overlap}
            data-autofocus
            value={overlap}
            onChange={(event) => setOverlap(event.currentTarget.value)}
            data={Object.entries(keys.overlaps).map(([value, label]) => ({ value, label }))}
          />
          <Button type="submit" loading={rotate.isPending}>
            {keys.rotate}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

/** Ends a key for ever, after asking. */
export function RevokeKeyDialog({ apiKey, onClose }: DialogProps) {
  const { keys } = useCredentialsTexts()
  const pointPath = usePointPath()
  const revoke = useChange(() => api.post(pointPath(`/keys/${apiKey.key_id}/revoke`), {}), {
    done: keys.revoked,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={keys.revokeTitle(apiKey.name)}
      action={keys.revoke}
      isDangerous
      isWorking={revoke.isPending}
      onClose={onClose}
      onConfirm={() => revoke.mutate(undefined)}
    >
      <Text size="sm">{keys.revokeAsk}</Text>
    </ConfirmDialog>
  )
}
