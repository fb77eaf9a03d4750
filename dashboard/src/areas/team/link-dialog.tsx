import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ShownLinkData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useTeamTexts } from './texts.ts'

/** A link that is shown once, to who hands it over. */
export function LinkDialog({ link, onClose }: { link: ShownLinkData; onClose: () => void }) {
  const team = useTeamTexts()
  const { parts } = useShellTexts()
  return (
    <Modal
      opened
      onClose={onClose}
      title={team.linkTitle}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <Text size="sm">{team.confirmations.linkOnce(link.email)}</Text>
        <CodeBlock code={link.url} name={team.link} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{team.done}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
