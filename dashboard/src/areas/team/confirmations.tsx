import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ConfirmationData, ShownLinkData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useTeamTexts } from './texts.ts'

interface ConfirmationsProps {
  items: readonly ConfirmationData[]
  /** Of the routes that confirm. */
  path: '/console/team/confirmations' | '/console/operator/confirmations'
}

interface Asked {
  item: ConfirmationData
  what: 'confirm' | 'link'
}

/** Whose rights to decide about real money a second person has to confirm, and whose link one hands over. */
export function Confirmations({ items, path }: ConfirmationsProps) {
  const { confirmations: texts } = useTeamTexts()
  const [asked, setAsked] = useState<Asked>()
  const [link, setLink] = useState<ShownLinkData>()
  const columns = useColumns(path.startsWith('/console/operator'), setAsked)
  const confirm = useChange((id: string) => api.post(`${path}/${id}/confirm`), {
    done: texts.confirmed,
    onDone: () => setAsked(undefined),
  })
  const show = useChange((id: string) => api.post<ShownLinkData>(`${path}/${id}/link`), {
    onDone: (shown) => {
      setAsked(undefined)
      setLink(shown)
    },
  })
  if (items.length === 0 && link === undefined) return null
  const email = asked?.item.email ?? ''
  const isLink = asked?.what === 'link'
  return (
    <Panel title={texts.title} explanation={texts.explanation}>
      <DataTable caption={texts.title} columns={columns} rows={items} rowKey={(each) => each.id} />
      <ConfirmDialog
        opened={asked !== undefined}
        title={isLink ? texts.showLinkTitle(email) : texts.confirmTitle(email)}
        action={isLink ? texts.showLink : texts.confirm}
        isWorking={confirm.isPending || show.isPending}
        onConfirm={() => asked && (isLink ? show : confirm).mutate(asked.item.id)}
        onClose={() => setAsked(undefined)}
      >
        <Text size="sm">{isLink ? texts.showLinkText : texts.confirmText}</Text>
      </ConfirmDialog>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Panel>
  )
}

function useColumns(isOperator: boolean, onAsk: (asked: Asked) => void): readonly Column<ConfirmationData>[] {
  const { confirmations: texts, ...team } = useTeamTexts()
  return [
    {
      key: 'who',
      header: team.email,
      isHead: true,
      render: (item) => (
        <>
          {item.name !== null && <Text fw={600}>{item.name}</Text>}
          <Text size="sm">{item.email}</Text>
        </>
      ),
    },
    ...(isOperator
      ? [
          {
            key: 'team',
            header: texts.teamOf,
            render: (item: ConfirmationData) => item.merchant_name ?? texts.operatorTeam,
          },
        ]
      : []),
    { key: 'role', header: team.role, render: (item) => team.roles[item.role] ?? item.role },
    { key: 'why', header: texts.why, render: (item) => texts.kinds[item.kind] ?? item.kind },
    { key: 'by', header: texts.by, render: (item) => item.invited_by ?? texts.atMachine },
    { key: 'since', header: texts.since, render: (item) => <Instant at={item.since} /> },
    {
      key: 'actions',
      header: team.columns.actions,
      align: 'right',
      render: (item) => <Actions item={item} isOperator={isOperator} onAsk={onAsk} />,
    },
  ]
}

interface ActionsProps {
  item: ConfirmationData
  isOperator: boolean
  onAsk: (asked: Asked) => void
}

function Actions({ item, isOperator, onAsk }: ActionsProps) {
  const { confirmations: texts } = useTeamTexts()
  if (!item.may_confirm) {
    return (
      <Text size="sm" c="dimmed">
        {texts.notYou}
      </Text>
    )
  }
  return (
    <Group gap="xs" justify="flex-end">
      {item.waits && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.confirmName(item.email)}
          onClick={() => onAsk({ item, what: 'confirm' })}
        >
          {texts.confirm}
        </Button>
      )}
      {isOperator && item.link_waits && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.showLinkName(item.email)}
          onClick={() => onAsk({ item, what: 'link' })}
        >
          {texts.showLink}
        </Button>
      )}
    </Group>
  )
}
