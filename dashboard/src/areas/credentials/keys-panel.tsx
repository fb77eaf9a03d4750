import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  KeyData,
  KeysData,
  NewKeyData,
} from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import classes from './credentials.module.css'
import { RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx'
import { NewSecretDialog } from './new-secret-dialog.tsx'
import { useCredentialsTexts } from './texts.ts'

const tones: Readonly<Record<KeyData['state'], Tone>> = {
  active: 'good',
  rotated: 'wait',
  expired: 'calm',
  revoked: 'calm',
}

type Asked = { kind: 'create' } | { kind: 'rotate' | 'revoke'; key: KeyData }

/** The point's API keys: who has which rights, and making, exchanging and ending them. */
export function KeysPanel() {
  const { keys, made: madeTexts } = useCredentialsTexts()
  const found = useRead<KeysData>(usePointPath()('/keys'))
  const [asked, setAsked] = useState<Asked>()
  const [made, setMade] = useState<NewKeyData>()
  const close = () => setAsked(undefined)
  const show = (key: NewKeyData) => {
    close()
    setMade(key)
  }
  const create = <Button onClick={() => setAsked({ kind: 'create' })}>{keys.create}</Button>
  return (
    <Panel title={keys.title} explanation={keys.explanation} actions={create}>
      <ReadState result={found}>
        {(data) => (
          <>
            {data.keys.length === 0 ? (
              <EmptyState heading={3} title={keys.none} explanation={keys.noneHint} />
            ) : (
              <KeyTable rows={data.keys} onAsk={setAsked} />
            )}
            {asked?.kind === 'create' && <CreateKeyDialog mayGive={data.may_give} onClose={close} onMade={show} />}
          </>
        )}
      </ReadState>
      {asked?.kind === 'rotate' && <RotateKeyDialog apiKey={asked.key} onClose={close} onMade={show} />}
      {asked?.kind === 'revoke' && <RevokeKeyDialog apiKey={asked.key} onClose={close} />}
      <NewSecretDialog
        title={madeTexts.title}
        name={madeTexts.key}
        value={made?.api_key}
        onClose={() => setMade(undefined)}
      >
        {made?.old_expires_at != null && (
          <Text size="sm">
            {keys.oldUntil} <Instant at={made.old_expires_at} />.
          </Text>
        )}
      </NewSecretDialog>
    </Panel>
  )
}

function KeyTable({ rows, onAsk }: { rows: readonly KeyData[]; onAsk: (asked: Asked) => void }) {
  const { keys } = useCredentialsTexts()
  const { columns } = keys
  const list: Column<KeyData>[] = [
    { key: 'name', header: columns.name, isHead: true, render: (row) => <NameCell row={row} /> },
    { key: 'state', header: columns.state, isHead: true, render: (row) => <StateCell row={row} /> },
    { key: 'scopes', header: columns.scopes, render: (row) => <Scopes row={row} /> },
    { key: 'networks', header: columns.networks, render: (row) => row.networks?.join(', ') ?? keys.everywhere },
    { key: 'created', header: columns.created, render: (row) => <CreatedCell row={row} /> },
    {
      key: 'expires',
      header: columns.expires,
      render: (row) => (row.expires_at === null ? keys.neverExpires : <Instant at={row.expires_at} />),
    },
    {
      key: 'used',
      header: columns.used,
      render: (row) => (row.last_used_at === null ? keys.neverUsed : <Instant at={row.last_used_at} distance />),
    },
    { key: 'actions', header: columns.actions, render: (row) => <Actions row={row} onAsk={onAsk} /> },
  ]
  return <DataTable caption={keys.title} columns={list} rows={rows} rowKey={(row) => row.key_id} />
}

function NameCell({ row }: { row: KeyData }) {
  const { keys } = useCredentialsTexts()
  return (
    <div className={classes['name']}>
      <strong>{row.name}</strong>
      <Identifier value={row.key_id} name={keys.id} />
    </div>
  )
}

function StateCell({ row }: { row: KeyData }) {
  const { keys } = useCredentialsTexts()
  return (
    <div className={classes['stack']}>
      <span>
        <Tag tone={tones[row.state]}>{keys.states[row.state]}</Tag>
      </span>
      {row.rotated_into !== null && <span className={classes['small']}>{keys.replacedBy(row.rotated_into)}</span>}
    </div>
  )
}

function Scopes({ row }: { row: KeyData }) {
  const { form } = useCredentialsTexts()
  return (
    <div className={classes['stack']}>
      {row.scopes.map((scope) => (
        <span key={scope} className={classes['small']}>
          {form.scopeNames[scope]} <code>{scope}</code>
        </span>
      ))}
    </div>
  )
}

function CreatedCell({ row }: { row: KeyData }) {
  const { keys } = useCredentialsTexts()
  return (
    <div className={classes['stack']}>
      <Instant at={row.created_at} />
      <span className={classes['small']}>{row.created_by === null ? keys.byOperator : keys.by(row.created_by)}</span>
    </div>
  )
}

function Actions({ row, onAsk }: { row: KeyData; onAsk: (asked: Asked) => void }) {
  const { keys } = useCredentialsTexts()
  if (row.state === 'revoked' || row.state === 'expired') return null
  return (
    <Group gap={4}>
      {row.state === 'active' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={keys.rotateName(row.name)}
          onClick={() => onAsk({ kind: 'rotate', key: row })}
        >
          {keys.rotate}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={keys.revokeName(row.name)}
        onClick={() => onAsk({ kind: 'revoke', key: row })}
      >
        {keys.revoke}
      </Button>
    </Group>
  )
}
