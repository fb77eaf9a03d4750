import { Button, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type {
  InvitationData,
  LinkDelivery,
  MemberData,
  TeamData,
} from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { loadCode } from '../../app/load-code.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay, usePerson } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { LoadingState, ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { Confirmations } from './confirmations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberDialog } from './member-dialog.tsx'
import { useTeamTexts } from './texts.ts'

/** Loaded for operators alone. */
const CannotSignIn = lazy(async () => ({
  default: (await loadCode(() => import('../merchants/cannot-sign-in.tsx'))).CannotSignIn,
}))

/** The person's own team, and below it what operators do for people of all teams. */
export function TeamPage() {
  const texts = useTeamTexts()
  const isOperator = useMay('operator_act')
  const hasTeam = useMay('team') || !isOperator
  return (
    <>
      {hasTeam ? <Team /> : <PageHeader title={texts.title} />}
      {isOperator && (
        <Suspense fallback={<LoadingState />}>
          <CannotSignIn />
        </Suspense>
      )}
    </>
  )
}

/** Who may sign in, what they may do, and who is invited. */
function Team() {
  const texts = useTeamTexts()
  const team = useRead<TeamData>('/console/team')
  const [invites, setInvites] = useState(false)
  const [changed, setChanged] = useState<MemberData>()
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={texts.explanation}
        actions={<Button onClick={() => setInvites(true)}>{texts.invite}</Button>}
      />
      <ReadState result={team}>
        {(data) => (
          <>
            <People people={data.people} onChange={setChanged} />
            <Invitations invitations={data.invitations} delivery={data.link_delivery} />
            <Confirmations items={data.confirmations} path="/console/team/confirmations" />
            {invites && (
              <InviteDialog
                roles={data.roles}
                people={data.people.map(({ email }) => email)}
                onClose={() => setInvites(false)}
              />
            )}
            {changed && <MemberDialog member={changed} roles={data.roles} onClose={() => setChanged(undefined)} />}
          </>
        )}
      </ReadState>
      <Text size="sm" c="dimmed" mt="sm">
        <ZoneNote />
      </Text>
    </>
  )
}

function People({ people, onChange }: { people: readonly MemberData[]; onChange: (member: MemberData) => void }) {
  const texts = useTeamTexts()
  const { columns: headers } = texts
  const me = usePerson()
  const columns: readonly Column<MemberData>[] = [
    {
      key: 'name',
      header: headers.name,
      isHead: true,
      render: (member) => (
        <>
          <Text fw={600}>
            {member.name}
            {member.id === me.user_id && ` (${texts.you})`}
          </Text>
          <Text size="sm" c="dimmed">
            {member.email}
          </Text>
        </>
      ),
    },
    { key: 'role', header: headers.role, render: (member) => texts.roles[member.role] ?? member.role },
    { key: 'state', header: headers.state, render: (member) => <State member={member} /> },
    {
      key: 'factor',
      header: headers.factor,
      render: (member) => (
        <Tag tone={member.second_factor ? 'good' : 'wait'}>{member.second_factor ? texts.yes : texts.no}</Tag>
      ),
    },
    { key: 'seen', header: headers.seen, render: (member) => <Instant at={member.last_seen_at} distance isTrueTime /> },
    {
      key: 'actions',
      header: headers.actions,
      align: 'right',
      render: (member) => (
        <Button size="xs" variant="default" aria-label={texts.change(member.name)} onClick={() => onChange(member)}>
          {texts.changeShort}
        </Button>
      ),
    },
  ]
  return (
    <Panel title={texts.people}>
      <DataTable caption={texts.people} columns={columns} rows={people} rowKey={(member) => member.id} />
    </Panel>
  )
}

function State({ member }: { member: MemberData }) {
  const texts = useTeamTexts()
  if (member.disabled) return <Tag tone="bad">{texts.disabled}</Tag>
  if (member.locked) return <Tag tone="wait">{texts.locked}</Tag>
  return <Tag tone="good">{texts.active}</Tag>
}

interface InvitationsProps {
  invitations: readonly InvitationData[]
  delivery: LinkDelivery
}

function Invitations({ invitations, delivery }: InvitationsProps) {
  const texts = useTeamTexts()
  const ways = { mail: texts.withMail, second_operator: texts.bySecond, inviter: texts.noMail }
  const withdraw = useChange((id: string) => api.delete(`/console/team/invitations/${id}`), { done: texts.withdrawn })
  const columns: readonly Column<InvitationData>[] = [
    { key: 'email', header: texts.email, isHead: true, render: (each) => each.email },
    { key: 'role', header: texts.role, render: (each) => texts.roles[each.role] ?? each.role },
    { key: 'by', header: texts.invitedBy, render: (each) => each.invited_by ?? '–' },
    { key: 'expires', header: texts.expires, render: (each) => <Instant at={each.expires_at} /> },
    {
      key: 'actions',
      header: texts.columns.actions,
      align: 'right',
      render: (each) => (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.withdrawName(each.email)}
          onClick={() => withdraw.mutate(each.id)}
        >
          {texts.withdraw}
        </Button>
      ),
    },
  ]
  return (
    <Panel title={texts.invitations} explanation={ways[delivery]}>
      {invitations.length === 0 ? (
        <Text c="dimmed">{texts.noInvitations}</Text>
      ) : (
        <DataTable caption={texts.invitations} columns={columns} rows={invitations} rowKey={(each) => each.id} />
      )}
    </Panel>
  )
}
