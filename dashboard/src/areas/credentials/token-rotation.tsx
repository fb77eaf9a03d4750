import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { RotationData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import classes from './credentials.module.css'
import { NewSecretDialog } from './new-secret-dialog.tsx'
import { useCredentialsTexts } from './texts.ts'

type Action = 'stage' | 'activate' | 'retire'

/** The exchange of auth_api_token in its order: which step it is at, since when, and the button of the next. */
export function TokenRotation({ rotation }: { rotation: RotationData }) {
  const { token, secrets } = useCredentialsTexts()
  const pointPath = usePointPath()
  const [asked, setAsked] = useState<Action>()
  const [made, setMade] = useState<string>()
  const step = useChange(
    (action: Action) => api.post<{ auth_api_token: string | null }>(pointPath('/webhook/rotate-token'), { action }),
    {
      onDone: (data) => {
        setAsked(undefined)
        if (data.auth_api_token !== null) setMade(data.auth_api_token)
      },
    },
  )
  return (
    <div>
      <Where rotation={rotation} />
      <Steps rotation={rotation} />
      <Group gap="xs" mt="sm">
        {!rotation.token_staged && !rotation.old_token_kept && (
          <Button size="sm" variant="light" loading={step.isPending} onClick={() => step.mutate('stage')}>
            {token.stage}
          </Button>
        )}
        {rotation.token_staged && (
          <Button size="sm" onClick={() => setAsked('activate')}>
            {token.activate}
          </Button>
        )}
        {(rotation.token_staged || rotation.old_token_kept) && (
          <Button size="sm" variant={rotation.token_staged ? 'default' : 'filled'} onClick={() => setAsked('retire')}>
            {rotation.old_token_kept ? token.retire : token.discard}
          </Button>
        )}
      </Group>
      <AskDialog
        asked={asked}
        rotation={rotation}
        isWorking={step.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={(action) => step.mutate(action)}
      />
      <NewSecretDialog name={secrets.names.auth_api_token} value={made} onClose={() => setMade(undefined)} />
    </div>
  )
}

function Where({ rotation }: { rotation: RotationData }) {
  const { token } = useCredentialsTexts()
  if (!rotation.token_staged && !rotation.old_token_kept) return <Text size="sm">{token.none}</Text>
  return (
    <Text size="sm" fw={600}>
      {rotation.token_staged ? token.staged : token.activated}{' '}
      <Instant at={rotation.token_staged ? rotation.token_staged_at : rotation.token_activated_at} />.
    </Text>
  )
}

/** Which of the four sentences comes next; the ones before are done. */
function currentStep(rotation: RotationData): number {
  if (rotation.token_staged) return 1
  return rotation.old_token_kept ? 3 : 0
}

function Steps({ rotation }: { rotation: RotationData }) {
  const { token } = useCredentialsTexts()
  const current = currentStep(rotation)
  return (
    <>
      <Text size="sm" c="dimmed" mt="xs" mb={4}>
        {token.order}
      </Text>
      <ol className={classes['steps']}>
        {token.steps.map((text, index) => (
          <li
            key={text}
            data-current={current > 0 && index === current ? true : undefined}
            data-done={index < current ? true : undefined}
            aria-current={current > 0 && index === current ? 'step' : undefined}
          >
            {text}
          </li>
        ))}
      </ol>
    </>
  )
}

interface AskProps {
  asked: Action | undefined
  rotation: RotationData
  isWorking: boolean
  onClose: () => void
  onConfirm: (action: Action) => void
}

function AskDialog({ asked, rotation, isWorking, onClose, onConfirm }: AskProps) {
  const { token } = useCredentialsTexts()
  const discards = asked === 'retire' && !rotation.old_token_kept
  const action = discards ? token.discard : asked === 'retire' ? token.retire : token.activate
  const ask = discards ? token.discardAsk : asked === 'retire' ? token.retireAsk : token.activateAsk
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      title={action}
      action={action}
      isDangerous={asked === 'retire'}
      isWorking={isWorking}
      onClose={onClose}
      onConfirm={() => asked && onConfirm(asked)}
    >
      <Text size="sm">{ask}</Text>
    </ConfirmDialog>
  )
}
