import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { ActionName, Environment } from '../../../../gateway/src/review/http/contract/operator.ts'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { Foreseen, useProposing } from '../operator/propose-dialog.tsx'
import { useOperatorTexts } from '../operator/texts.ts'
import { useBankAccountTexts } from './texts.ts'

export interface ActionDialogProps {
  title: string
  action: ActionName
  /** The action's fields, by their API names. Undefined while something is missing. */
  input: Readonly<Record<string, unknown>> | undefined
  environment: Environment
  /** The fields, or what they mean. */
  children: ReactNode
  onClose: () => void
}

/** Proposes an action on a bank account: its fields, what would happen, and the evidence. Alone on test accounts. */
export function ActionDialog({ title, onClose, ...rest }: ActionDialogProps) {
  const { parts } = useShellTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <Group gap="xs">
          {title}
          <EnvironmentBadge environment={rest.environment} />
        </Group>
      }
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <ActionForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function ActionForm({ action, input, environment, children, onClose }: Omit<ActionDialogProps, 'title'>) {
  const texts = useOperatorTexts()
  const { secondPerson } = useBankAccountTexts()
  const [evidence, setEvidence] = useState('')
  const body = { action, input: input ?? {} }
  const propose = useProposing({ ...body, evidence }, onClose)
  const isReady = input !== undefined
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isReady) propose.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {children}
        <Text fw={600}>{texts.whatHappens}</Text>
        <Foreseen body={body} isReady={isReady} />
        {environment === 'live' && (
          <Alert variant="outline" color="yellow">
            {secondPerson}
          </Alert>
        )}
        <Textarea
          label={texts.evidence}
          description={texts.evidenceHelp}
          required
          autosize
          minRows={2}
          maxLength={1000}
          value={evidence}
          onChange={(event) => setEvidence(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.notNow}
          </Button>
          <Button type="submit" loading={propose.isPending} disabled={!isReady}>
            {texts.propose}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
