import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState, useSyncExternalStore } from 'react'
import { PasswordField } from '../parts/password-field.tsx'
import { useShellTexts } from '../texts/all-shell.ts'
import { api } from './api.ts'
import { describeError } from './notify.ts'
import { refreshSession, sessionQuery } from './session.ts'

interface Asked {
  answered: Promise<boolean>
  answer(provedToBeThere: boolean): void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Opens the dialog; true where the person proved to be there. Requests that ask meanwhile share its answer. */
export function askForStepUp(): Promise<boolean> {
  if (!asked) {
    const { promise, resolve } = withResolver()
    asked = {
      answered: promise,
      answer(proved) {
        asked = undefined
        tellListeners()
        resolve(proved)
      },
    }
    tellListeners()
  }
  return asked.answered
}

/** A form in a dialog of its own may be what asks: this one stands above it. */
const aboveDialogs = 400

/** The dialog for what only somebody may do who proved to be there within five minutes. */
export function StepUpDialog() {
  const current = useSyncExternalStore(subscribe, () => asked)
  const { stepUp } = useShellTexts()
  return (
    <Modal
      opened={current !== undefined}
      onClose={() => current?.answer(false)}
      title={stepUp.title}
      centered
      zIndex={aboveDialogs}
      closeButtonProps={{ 'aria-label': stepUp.cancel }}
    >
      {current && <StepUpForm onAnswer={current.answer} />}
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

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellListeners(): void {
  for (const listener of listeners) listener()
}

function withResolver(): { promise: Promise<boolean>; resolve: (value: boolean) => void } {
  let resolve: (value: boolean) => void = () => undefined
  const promise = new Promise<boolean>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
