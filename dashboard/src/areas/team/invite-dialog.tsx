import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { InvitedData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useTeamTexts } from './texts.ts'

interface InviteDialogProps {
  roles: readonly string[]
  /** Addresses of the team, which the page knows: the gateway does not say who has an address. */
  people: readonly string[]
  onClose: () => void
}

/** Invites somebody, and says how the link reaches them; shows it once where there is test money only. */
export function InviteDialog({ roles, people, onClose }: InviteDialogProps) {
  const texts = useTeamTexts()
  const { parts } = useShellTexts()
  const [invited, setInvited] = useState<InvitedData>()
  return (
    <Modal
      opened
      onClose={onClose}
      title={invited ? texts.linkTitle : texts.inviteTitle}
      centered
      closeOnClickOutside={!invited}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      {invited ? (
        <Link invited={invited} onClose={onClose} />
      ) : (
        <InviteForm roles={roles} people={people} onInvited={setInvited} />
      )}
    </Modal>
  )
}

interface InviteFormProps {
  roles: readonly string[]
  people: readonly string[]
  onInvited: (invited: InvitedData) => void
}

function InviteForm({ roles, people, onInvited }: InviteFormProps) {
  const texts = useTeamTexts()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(roles.at(-1) ?? '')
  const invite = useChange(() => api.post<InvitedData>('/console/team/invitations', { email, role }), {
    tellErrors: false,
    onDone: onInvited,
  })
  const isOfTeam = people.includes(email.trim().toLowerCase())
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isOfTeam) invite.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={isOfTeam ? texts.isOfTeam : invite.error && describeError(invite.error).message}
          data-autofocus
        />
        <Radio.Group label={texts.role} value={role} onChange={setRole}>
          <Stack gap="xs" mt="xs">
            {roles.map((each) => (
              <Radio key={each} value={each} label={texts.roles[each] ?? each} description={texts.roleHelp[each]} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button type="submit" loading={invite.isPending}>
            {texts.makeLink}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Link({ invited, onClose }: { invited: InvitedData; onClose: () => void }) {
  const texts = useTeamTexts()
  const words = { mail: texts.mailedText, second_operator: texts.shownText, inviter: texts.linkText }
  return (
    <Stack>
      <Text size="sm">{words[invited.delivery](invited.email)}</Text>
      {invited.url !== null && <CodeBlock code={invited.url} name={texts.link} />}
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.done}</Button>
      </Group>
    </Stack>
  )
}
