import { Button, Text } from '@mantine/core'
import type { OwnSessionData } from '../../../../gateway/src/extras/identity/http/contract/account.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useAccountTexts } from './texts.ts'

/** Where the person is signed in, and an end to each but this. */
export function SessionsPanel({ sessions }: { sessions: readonly OwnSessionData[] }) {
  const { sessions: texts } = useAccountTexts()
  const end = useChange((id: string) => api.delete(`/console/me/sessions/${id}`), { done: texts.ended })
  const nameOf = (session: OwnSessionData) => browserName(session.user_agent) ?? texts.unknown
  const columns: readonly Column<OwnSessionData>[] = [
    { key: 'browser', header: texts.browser, isHead: true, render: nameOf },
    { key: 'address', header: texts.address, render: (session) => session.address ?? '–' },
    { key: 'since', header: texts.since, render: (session) => <Instant at={session.created_at} /> },
    { key: 'seen', header: texts.seen, render: (session) => <Instant at={session.last_seen_at} distance isTrueTime /> },
    {
      key: 'end',
      header: texts.end,
      align: 'right',
      render: (session) =>
        session.current ? (
          <Tag tone="good">{texts.here}</Tag>
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.endName(nameOf(session))}
            onClick={() => end.mutate(session.id)}
          >
            {texts.end}
          </Button>
        ),
    },
  ]
  return (
    <Panel title={texts.title}>
      <DataTable caption={texts.caption} columns={columns} rows={sessions} rowKey={(session) => session.id} />
      <Text size="sm" c="dimmed" mt="sm">
        <ZoneNote />
      </Text>
    </Panel>
  )
}

/** `Firefox, Linux`: enough to tell one's own browsers apart. Undefined for what says nothing of itself. */
function browserName(userAgent: string | null): string | undefined {
  const name = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((each) => userAgent?.includes(`${each}/`))
  const system = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'].find((each) => userAgent?.includes(each))
  const shown = { Edg: 'Edge', OPR: 'Opera' }[name ?? ''] ?? name
  return shown === undefined ? undefined : [shown, system].filter(Boolean).join(', ')
}
