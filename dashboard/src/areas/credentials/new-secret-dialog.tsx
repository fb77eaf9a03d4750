import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './credentials.module.css'
import { useCredentialsTexts } from './texts.ts'

export interface NewSecretDialogProps {
  /** What it is: its copy button's label. */
  name: string
  /** Undefined: closed. */
  value: string | undefined
  title?: string
  /** What else is to be known about it. */
  children?: ReactNode
  onClose: () => void
}

/** Shows what is shown once. Only its button closes it, so that no click beside it loses the secret. */
export function NewSecretDialog({ name, value, title, children, onClose }: NewSecretDialogProps) {
  const { made } = useCredentialsTexts()
  const { parts } = useShellTexts()
  return (
    <Modal
      opened={value !== undefined}
      onClose={onClose}
      title={title ?? made.secret}
      centered
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <Alert color="yellow" variant="outline">
          <Text size="sm">{made.warning}</Text>
        </Alert>
        <SecretValue value={value ?? ''} name={name} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {made.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A secret in full, with its copy button: broken over lines rather than cut. */
export function SecretValue({ value, name }: { value: string; name: string }) {
  return (
    <div className={classes['value']}>
      <code>{value}</code>
      <CopyButton value={value} name={name} />
    </div>
  )
}
