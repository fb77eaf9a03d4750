import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  BankAccountData,
  BankChannelData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Icon } from '../../parts/icons.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DataTable, PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge, Tag } from '../../parts/values/tag.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { Automatic, accountName, Balance, LastFile, Waiting } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'

/** The operator's own bank accounts, and the folders that are watched for their files. */
export function AccountsPage() {
  const texts = useBankAccountsTexts()
  const may = useMay('operator_act')
  const [proposing, setProposing] = useState<Proposing>()
  const pages = usePages<BankAccountData>('/console/operator/bank-accounts')
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
        actions={
          may && (
            <Button
              leftSection={<Icon name="plus" />}
              onClick={() => setProposing({ action: 'deposit_account', about: {} })}
            >
              {texts.add}
            </Button>
          )
        }
      />
      <BankTabs />
      <Stack gap="md">
        <PagedTable
          caption={texts.title}
          pages={pages}
          columns={useColumns()}
          rowKey={(row) => row.bank_account_id}
          empty={<EmptyState title={texts.empty} explanation={texts.emptyWords} />}
        />
        <Folders />
      </Stack>
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

function useColumns(): readonly Column<BankAccountData>[] {
  const texts = useBankAccountsTexts()
  // What asks for a person stands first: the rest may be beyond a small screen.
  const facts = [
    { key: 'difference', header: texts.difference },
    { key: 'bank', header: texts.bank },
    { key: 'ledger', header: texts.ledger },
  ] as const
  return [
    { key: 'account', header: texts.account, isHead: true, render: (row) => <Named account={row} /> },
    { key: 'waiting', header: texts.waiting, render: (row) => <Waiting account={row} /> },
    ...facts.map(
      ({ key, header }): Column<BankAccountData> => ({
        ...{ key, header, align: 'right' },
        render: (row) => <Balance account={row} of={key} />,
      }),
    ),
    { key: 'file', header: texts.lastFile, render: (row) => <LastFile account={row} /> },
    { key: 'automatic', header: texts.automaticShort, render: (row) => <Automatic account={row} /> },
  ]
}

function Named({ account }: { account: BankAccountData }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  const { kind, numbers, country, currency, gaps } = account
  return (
    <Stack gap={2} align="flex-start">
      <TextLink to="/operator/banks/$accountId" params={{ accountId: account.bank_account_id }}>
        {accountName(account)}
      </TextLink>
      <Text size="xs" c="dimmed">
        {country} · {currency} · {numbers[0] ?? account.holder}
      </Text>
      <EnvironmentBadge environment={account.environment} />
      {kind === 'provider' && <Tag tone="calm">{texts.atProvider}</Tag>}
      {gaps.length > 0 && <Tag tone="bad">{texts.gapCount(formatCount(gaps.length, language))}</Tag>}
    </Stack>
  )
}

function Folders() {
  const texts = useBankAccountsTexts()
  const found = useRead<{ items: readonly BankChannelData[] }>('/console/operator/bank-channels')
  return (
    <Panel title={texts.folders} explanation={texts.foldersExplanation}>
      <Stack>
        <ReadState result={found}>{({ items }) => <FolderTable folders={items} />}</ReadState>
        <CodeBlock
          code={
            'pasarela bank channel add --folder PATH --by EMAIL\npasarela bank channel token --networks CIDR --by EMAIL'
          }
          name={texts.command}
        />
      </Stack>
    </Panel>
  )
}

function Way({ channel: { folder, networks, signs } }: { channel: BankChannelData }) {
  const texts = useBankAccountsTexts()
  if (folder !== null) return <code style={{ overflowWrap: 'anywhere' }}>{folder}</code>
  return [texts.token, networks?.join(' ') ?? texts.fromEverywhere, signs && texts.signedApply]
    .filter(Boolean)
    .join(' · ')
}

function FolderTable({ folders }: { folders: readonly BankChannelData[] }) {
  const texts = useBankAccountsTexts()
  if (folders.length === 0) return <Text size="sm">{texts.noFolders}</Text>
  return (
    <DataTable
      caption={texts.folders}
      rows={folders}
      rowKey={(row) => row.channel_id}
      columns={[
        {
          key: 'folder',
          header: texts.folder,
          isHead: true,
          render: (row) => <Way channel={row} />,
        },
        {
          key: 'environment',
          header: texts.environment,
          render: (row) => <EnvironmentBadge environment={row.environment} />,
        },
        { key: 'looked', header: texts.lookedAt, render: (row) => <Instant at={row.looked_at} /> },
        { key: 'failure', header: texts.lastFailure, render: (row) => row.last_failure ?? '–' },
      ]}
    />
  )
}
