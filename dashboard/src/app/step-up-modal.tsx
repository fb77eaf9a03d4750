import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { PasswordField } from '../parts/password-field.tsx'
import { useShellTexts } from '../texts/all-shell.ts'
import { api } from './api.ts'
import { describeError } from './notify.ts'
import { refreshSession, sessionQuery } from './session.ts'

/** A form in a dialog of its own may be what asks: this one stands above it. */
const aboveDialogs = 400

/** Undefined: nobody asks, and the dialog is closed. */
export function StepUpModal({ onAnswer }: { onAnswer: ((proved: boolean) => void) | undefined }) {
  const { stepUp } = useShellTexts()
  return (
    <Modal
      opened={onAnswer !== undefined}
      onClose={() => onAnswer?.(false)}
      title={stepUp.title}
      centered
      zIndex={aboveDialogs}
      closeButtonProps={{ 'aria-label': stepUp.cancel }}
    >
      {onAnswer && <StepUpForm onAnswer={onAnswer} />}
    </Modal>
  )
}

function StepUpForm({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const { stepUp } = useShellTexts()
  const { data: session } = useQuery(sessionQuery)
  const byCode = session?.person?.second_factor === true
  const [value, setValue] = useState('')
  const [fault, setFault] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    setFault(undefined)
    try {
      await api.post('/console/session/step-up', byCode ? { code: value.replaceAll(/\s/g, '') } : { password: value })
      // The server gives a new session with new rights; what is repeated now must carry its proof.
      await refreshSession()
      onAnswer(true)
    } catch (error) {
      setFault(describeError(error).message)
      setIsSending(false)
    }
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void send()
  }
  const field = {
    value,
    onChange: (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value),
    error: fault,
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text size="sm">{stepUp.explanation}</Text>
        {byCode ? (
          <TextInput {...field} label={stepUp.code} autoComplete="one-time-code" autoCapitalize="off" maxLength={20} />
        ) : (
          <PasswordField {...field} label={stepUp.password} autoComplete="current-password" maxLength={200} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onAnswer(false)}>
            {stepUp.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {stepUp.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
