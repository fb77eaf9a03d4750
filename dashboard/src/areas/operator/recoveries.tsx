import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { ShownLinkData, WaitingRecoveryData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { Panel } from '../../parts/panel.tsx'
import type { Column } from '../../parts/table-types.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { LinkDialog } from '../team/link-dialog.tsx'
import { useTeamTexts } from '../team/texts.ts'
import { useRecoveryTexts } from './texts.ts'

const path = '/console/operator/password-recoveries'

/** Waiting proposals change while somebody looks at them. */
const refreshSeconds = 15

/** New passwords for people who forgot theirs: one operator proposes, another one is shown the link. */
export function Recoveries() {
  const texts = useRecoveryTexts()
  const may = useMay('operator_act')
  const waiting = useRead<{ items: readonly WaitingRecoveryData[] }>(path, { everySeconds: refreshSeconds })
  const [isProposing, setIsProposing] = useState(false)
  const [asked, setAsked] = useState<WaitingRecoveryData>()
  const [link, setLink] = useState<ShownLinkData>()
  const show = useChange((id: string) => api.post<ShownLinkData>(`${path}/${id}/link`), {
    onDone: (shown) => {
      setAsked(undefined)
      setLink(shown)
    },
  })
  const refuse = useChange((id: string) => api.post(`${path}/${id}/refuse`), { done: texts.refused })
  const columns = useColumns({ onShow: setAsked, onRefuse: (item) => refuse.mutate(item.id) })
  const items = waiting.data?.items ?? []
  const propose = may && (
    <Button size="xs" variant="default" onClick={() => setIsProposing(true)}>
      {texts.propose}
    </Button>
  )
  return (
    <Panel title={texts.title} explanation={texts.explanation} actions={propose}>
      {items.length > 0 && <DataTable caption={texts.title} columns={columns} rows={items} rowKey={({ id }) => id} />}
      {isProposing && <ProposeDialog onClose={() => setIsProposing(false)} />}
      <ConfirmDialog
        opened={asked !== undefined}
        title={texts.showTitle(asked?.email ?? '')}
        action={texts.show}
        isWorking={show.isPending}
        onConfirm={() => asked && show.mutate(asked.id)}
        onClose={() => setAsked(undefined)}
      >
        <Text size="sm">{texts.showText}</Text>
      </ConfirmDialog>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Panel>
  )
}

interface Acting {
  onShow: (item: WaitingRecoveryData) => void
  onRefuse: (item: WaitingRecoveryData) => void
}

function useColumns({ onShow, onRefuse }: Acting): readonly Column<WaitingRecoveryData>[] {
  const texts = useRecoveryTexts()
  const { confirmations, ...team } = useTeamTexts()
  return [
    {
      key: 'who',
      header: team.email,
      isHead: true,
      render: (item) => (
        <>
          <Text fw={600}>{item.name}</Text>
          <Text size="sm">{item.email}</Text>
        </>
      ),
    },
    {
      key: 'team',
      header: confirmations.teamOf,
      render: (item) => item.merchant_name ?? confirmations.operatorTeam,
    },
    { key: 'evidence', header: texts.seen, render: (item) => item.evidence },
    { key: 'by', header: confirmations.by, render: (item) => item.proposed_by },
    { key: 'since', header: confirmations.since, render: (item) => <Instant at={item.since} /> },
    {
      key: 'actions',
      header: team.columns.actions,
      align: 'right',
      render: (item) => (
        <Group gap="xs" justify="flex-end">
          {item.may_decide && (
            <Button
              size="xs"
              variant="default"
              aria-label={confirmations.showLinkName(item.email)}
              onClick={() => onShow(item)}
            >
              {texts.show}
            </Button>
          )}
          {item.may_refuse && (
            <Button size="xs" variant="subtle" aria-label={texts.refuseName(item.email)} onClick={() => onRefuse(item)}>
              {texts.refuse}
            </Button>
          )}
        </Group>
      ),
    },
  ]
}

function ProposeDialog({ onClose }: { onClose: () => void }) {
  const texts = useRecoveryTexts()
  const team = useTeamTexts()
  const { parts } = useShellTexts()
  const [email, setEmail] = useState('')
  const [evidence, setEvidence] = useState('')
  const propose = useChange(() => api.post(path, { email, evidence }), {
    tellErrors: false,
    done: texts.proposed,
    onDone: onClose,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    propose.mutate(undefined)
  }
  return (
    <Modal opened onClose={onClose} title={texts.propose} centered closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <TextInput
            label={team.email}
            type="email"
            autoComplete="off"
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={propose.error && describeError(propose.error).message}
            data-autofocus
          />
          <Textarea
            label={texts.evidence}
            description={texts.evidenceHelp}
            required
            withAsterisk={false}
            maxLength={1000}
            value={evidence}
            onChange={(event) => setEvidence(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" loading={propose.isPending}>
              {texts.propose}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
