import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { MemberData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { refreshSession } from '../../app/session.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useTeamTexts } from './texts.ts'

interface MemberDialogProps {
  member: MemberData
  roles: readonly string[]
  onClose: () => void
}

/** What an owner or admin may do with somebody: another role, no way in any more, an end to their sessions. */
export function MemberDialog({ member, roles, onClose }: MemberDialogProps) {
  const texts = useTeamTexts()
  const { parts } = useShellTexts()
  const [role, setRole] = useState<string>(member.role)
  const path = `/console/team/${member.id}`
  const change = useChange(
    async (work: () => Promise<unknown>) => {
      await work()
      // Whoever changed themselves is signed out by it.
      await refreshSession()
    },
    { done: texts.changed, onDone: onClose },
  )
  const isWorking = change.isPending
  return (
    <Modal opened onClose={onClose} title={member.name} centered closeButtonProps={{ 'aria-label': parts.close }}>
      <Stack>
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
        <NativeSelect
          label={texts.role}
          description={texts.roleHelp[role]}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value)}
          data={roles.map((each) => ({ value: each, label: texts.roles[each] ?? each }))}
          data-autofocus
        />
        <Text size="sm">{texts.roleEnds}</Text>
        <Group>
          <Button
            disabled={role === member.role}
            loading={isWorking}
            onClick={() => change.mutate(() => api.patch(path, { role }))}
          >
            {texts.saveRole}
          </Button>
          <Button
            variant="default"
            loading={isWorking}
            onClick={() => change.mutate(() => api.patch(path, { disabled: !member.disabled }))}
          >
            {member.disabled ? texts.enable : texts.disable}
          </Button>
          <Button
            variant="default"
            loading={isWorking}
            onClick={() => change.mutate(() => api.delete(`${path}/sessions`))}
          >
            {texts.endSessions}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
