import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useShellTexts } from '../../texts/all-shell.ts'

/** Says that the session ends soon, and lets the person stay. */
export function IdleDialog({
  opened,
  secondsLeft,
  onStay,
}: {
  opened: boolean
  secondsLeft: number
  onStay: () => void
}) {
  const { idle } = useShellTexts()
  return (
    <Modal opened={opened} onClose={onStay} title={idle.title} centered withCloseButton={false}>
      <Stack>
        <Text size="sm">{idle.explanation(Math.max(0, secondsLeft))}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onStay}>
            {idle.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
