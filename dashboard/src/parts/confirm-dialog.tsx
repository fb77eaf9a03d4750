import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { useShellTexts } from '../texts/all-shell.ts'
import { DecisionButtons } from './decision-buttons.tsx'

export interface ConfirmDialogProps {
  opened: boolean
  title: string
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The verb: "Revoke key", never "OK". */
  action: string
  /** On the other button, where the verb itself is to cancel. Default: "Cancel". */
  keep?: string
  isDangerous?: boolean
  /** What must be typed first, where a slip would be costly. */
  typed?: string
  isWorking?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog({ opened, title, onClose, ...rest }: ConfirmDialogProps) {
  const { parts } = useShellTexts()
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': parts.close }}>
      <ConfirmForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function ConfirmForm(props: Omit<ConfirmDialogProps, 'opened' | 'title'>) {
  const { parts } = useShellTexts()
  const [text, setText] = useState('')
  const isReady = props.typed === undefined || text.trim() === props.typed
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isReady) props.onConfirm()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <div>{props.children}</div>
        {props.typed !== undefined && (
          <TextInput
            label={parts.typeToConfirm(props.typed)}
            value={text}
            autoComplete="off"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <DecisionButtons>
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {props.keep ?? parts.cancel}
          </Button>
          <Button
            type="submit"
            {...(props.isDangerous === true && { color: 'red.9' })}
            disabled={!isReady}
            loading={props.isWorking ?? false}
          >
            {props.action}
          </Button>
        </DecisionButtons>
      </Stack>
    </form>
  )
}
