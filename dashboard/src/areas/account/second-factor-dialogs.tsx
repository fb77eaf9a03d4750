import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type {
  SecondFactorConfirmedData,
  SecondFactorSetUpData,
} from '../../../../gateway/src/extras/identity/http/contract/account.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { refreshSession } from '../../app/session.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useAccountTexts } from './texts.ts'

export interface SetUpDialogProps {
  begun: SecondFactorSetUpData
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}

/** A new secret to scan or type, and its first code. */
export function SetUpDialog(props: SetUpDialogProps) {
  const { factor } = useAccountTexts()
  const { parts } = useShellTexts()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={factor.dialogTitle}
      centered
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <SetUpForm {...props} />
    </Modal>
  )
}

function SetUpForm({ begun, onCodes, onClose }: SetUpDialogProps) {
  const { factor } = useAccountTexts()
  const [code, setCode] = useState('')
  const confirm = useChange(
    async () => {
      const body = { code, set_up_id: begun.set_up_id }
      const confirmed = await api.post<SecondFactorConfirmedData>('/console/me/second-factor/confirm', body)
      await refreshSession()
      return confirmed
    },
    {
      tellErrors: false,
      onDone: ({ recovery_codes: codes }) => {
        onCodes(codes)
        onClose()
      },
    },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    confirm.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text size="sm">{factor.scan}</Text>
        <img
          src={`data:image/svg+xml,${encodeURIComponent(begun.svg)}`}
          alt={factor.picture}
          width={220}
          height={220}
          style={{ alignSelf: 'center', background: '#ffffff' }}
        />
        <div>
          <Text size="sm" c="dimmed">
            {factor.secret}
          </Text>
          <Identifier value={begun.secret} name={factor.secret} />
        </div>
        <TextInput
          label={factor.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={confirm.error && describeError(confirm.error).message}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {factor.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The codes, this once. Closed by its button only, so that a slip does not lose them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) {
  const { factor } = useAccountTexts()
  return (
    <Modal
      opened={codes !== undefined}
      onClose={onClose}
      title={factor.codesTitle}
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{factor.codesText}</Text>
        <CodeBlock code={(codes ?? []).join('\n')} name={factor.copyCodes} />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {factor.codesKept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
