import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { useOperatorTexts } from '../operator/texts.ts'

export interface SecretsDialogProps {
  secrets: readonly { name: string; value: string }[] | undefined
  onClose: () => void
}

/** Secrets that are shown once: the dialog closes by its button alone. */
export function SecretsDialog({ secrets, onClose }: SecretsDialogProps) {
  const texts = useOperatorTexts()
  return (
    <Modal
      opened={secrets !== undefined}
      onClose={onClose}
      title={texts.secretsTitle}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Alert color="yellow" variant="outline">
          {texts.secretsWords}
        </Alert>
        <DescriptionList
          facts={(secrets ?? []).map(({ name, value }) => ({
            name,
            value: <Identifier value={value} name={name} />,
          }))}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.secretsKept}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
