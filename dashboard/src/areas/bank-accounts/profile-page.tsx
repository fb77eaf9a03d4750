import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  BankAccountPageData,
  CsvDraft,
  TriedTableData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Icon } from '../../parts/icons.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { FilePreview } from './file-preview.tsx'
import { ProfileColumns, ProfileFields } from './profile-fields.tsx'
import { accountName } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'

const accounts = '/console/operator/bank-accounts'

/** How the bank of an own account writes its tables: made from one of its files, tried, and proposed. */
export function ProfilePage() {
  const { accountId = '' } = useParams({ strict: false })
  const { profile } = useBankAccountsTexts()
  const found = useRead<BankAccountPageData>(`${accounts}/${encodeURIComponent(accountId)}`)
  return (
    <ReadState heading={1} result={found}>
      {(account) => (
        <>
          <PageHeader
            title={profile.title(accountName(account))}
            mark={<EnvironmentBadge environment={account.environment} />}
            explanation={profile.explanation}
          />
          <BankTabs />
          <Maker account={account} />
        </>
      )}
    </ReadState>
  )
}

/** What was read last, and with which profile. */
interface Tried {
  fileId: string
  profile: CsvDraft
  table: TriedTableData
}

function Maker({ account }: { account: BankAccountPageData }) {
  const { profile: texts } = useBankAccountsTexts()
  const may = useMay('operator_act')
  const { bank_account_id, environment } = account
  const agreed = account.profiles.find(({ format }) => format === 'csv')?.profile
  const [draft, setDraft] = useState<CsvDraft>({})
  const read = useChange(async ({ file, profile }: { file?: File; profile: CsvDraft | undefined }): Promise<Tried> => {
    const query = { name: file?.name, environment }
    const stored = file && (await api.post<{ file_id: string }>('/console/operator/bank-files', file, { query }))
    const fileId = stored?.file_id ?? read.data?.fileId ?? ''
    const body = { file_id: fileId, profile }
    const table = await api.post<TriedTableData>(`${accounts}/${bank_account_id}/table`, body)
    const used = table.guess ?? profile ?? {}
    setDraft(used)
    return { fileId, profile: used, table }
  })
  const choose = (file: File | null) => {
    if (file) read.mutate({ file, profile: agreed === undefined ? undefined : (JSON.parse(agreed) as CsvDraft) })
  }
  if (!may) return <Text>{texts.readOnly}</Text>
  return (
    <Stack gap="xs">
      <Panel title={texts.file} explanation={texts.fileExplanation}>
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} loading={read.isPending} leftSection={<Icon name="arrowIn" />}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
      </Panel>
      {read.data && <Table tried={read.data} draft={draft} account={account} onChange={setDraft} onTry={read.mutate} />}
    </Stack>
  )
}

interface TableProps {
  tried: Tried
  draft: CsvDraft
  account: BankAccountPageData
  onChange: (draft: CsvDraft) => void
  onTry: (input: { profile: CsvDraft | undefined }) => void
}

function Table({ tried, draft, account, onChange, onTry }: TableProps) {
  const { profile: texts } = useBankAccountsTexts()
  const [proposing, setProposing] = useState<Proposing>()
  const { columns, faults, preview } = tried.table
  const { bank_account_id, environment } = account
  const isTried = tried.profile === draft
  const fits = isTried && faults.length === 0 && preview?.refusal === null
  const fixed = { bank_account_id, format: 'csv', profile: draft }
  return (
    <>
      <Panel title={texts.columns} explanation={texts.columnsExplanation}>
        <ProfileColumns columns={columns} draft={draft} onChange={onChange} />
      </Panel>
      <Panel title={texts.form}>
        <ProfileFields draft={draft} onChange={onChange} />
      </Panel>
      <Panel title={texts.result}>
        <Stack>
          {isTried && faults.length > 0 && (
            <Alert color="red" variant="outline" title={texts.faults} role="alert">
              <List size="sm">
                {faults.map((fault) => (
                  <List.Item key={fault}>{fault}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {isTried && preview && <FilePreview preview={{ ...preview, known: null }} />}
          {!isTried && <Text size="sm">{texts.changed}</Text>}
          <Group>
            <Button variant="default" onClick={() => onTry({ profile: draft })}>
              {texts.try}
            </Button>
            <Button variant="default" onClick={() => onTry({ profile: undefined })}>
              {texts.guess}
            </Button>
            <Button
              disabled={!fits}
              onClick={() => setProposing({ action: 'bank_profile', about: {}, fixed, environment })}
            >
              {texts.propose}
            </Button>
          </Group>
        </Stack>
      </Panel>
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}
