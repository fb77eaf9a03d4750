import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  BankFileData,
  BankFilesPage,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Actor } from '../../parts/values/actor-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge, Tag, type Tone } from '../../parts/values/tag.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { useFileSize } from './file-preview.tsx'
import { Checks, LinesLink } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'
import { type Chosen, UploadPanel } from './upload-panel.tsx'

/** Files of banks: the way in for one, and all that came. */
export function FilesPage() {
  const texts = useBankAccountsTexts()
  const may = useMay('operator_act')
  const [chosen, setChosen] = useState<Chosen>()
  const pages = usePages<BankFileData>('/console/operator/bank-files')
  const first = pages.firstPage as BankFilesPage | undefined
  const columns = useColumns(may ? setChosen : undefined)
  return (
    <>
      <PageHeader
        title={texts.filesTitle}
        explanation={
          <>
            {texts.filesExplanation} <ZoneNote />
          </>
        }
      />
      <BankTabs />
      <Stack gap="md">
        {may && first && <UploadPanel chosen={chosen} onChoose={setChosen} bytesMax={first.bytes_max} />}
        <PagedTable
          caption={texts.filesTitle}
          pages={pages}
          columns={columns}
          rowKey={(row) => row.file_id}
          empty={<EmptyState title={texts.filesEmpty} />}
        />
      </Stack>
    </>
  )
}

function useColumns(onAgain: ((chosen: Chosen) => void) | undefined): readonly Column<BankFileData>[] {
  const texts = useBankAccountsTexts()
  const size = useFileSize()
  return [
    {
      key: 'file',
      header: texts.file,
      isHead: true,
      render: (row) => (
        <Stack gap={2} align="flex-start">
          <span style={{ overflowWrap: 'anywhere' }}>{row.name}</span>
          <Text size="xs" c="dimmed">
            {[row.format, size(row.bytes)].filter(Boolean).join(' · ')}
          </Text>
          <EnvironmentBadge environment={row.environment} />
        </Stack>
      ),
    },
    {
      key: 'received',
      header: texts.received,
      render: (row) => (
        <Stack gap={2}>
          <Instant at={row.received_at} />
          <Text size="xs" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
            <Actor name={row.by} />
          </Text>
        </Stack>
      ),
    },
    { key: 'lines', header: texts.lines, align: 'right', render: (row) => <Lines file={row} /> },
    { key: 'state', header: texts.state, render: (row) => <State file={row} onAgain={onAgain} /> },
    { key: 'statements', header: texts.statements, render: (row) => <Statements file={row} /> },
  ]
}

const tones: Readonly<Record<BankFileData['state'], Tone>> = {
  stored: 'calm',
  proposed: 'wait',
  read: 'good',
  refused: 'bad',
}

function State({ file, onAgain }: { file: BankFileData; onAgain: ((chosen: Chosen) => void) | undefined }) {
  const texts = useBankAccountsTexts()
  const { state, refusal, proposal_id: proposalId, environment } = file
  const isFree = state === 'stored' || state === 'refused'
  return (
    <Stack gap={4} align="flex-start">
      <Tag tone={tones[state]}>{texts.states[state]}</Tag>
      {state === 'refused' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {refusal}
        </Text>
      )}
      {state === 'proposed' && proposalId !== null && (
        <TextLink to="/operator/proposals/$proposalId" params={{ proposalId }}>
          {texts.lookAtProposal}
        </TextLink>
      )}
      {isFree && onAgain && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={texts.againName(file.name)}
          onClick={() => onAgain({ storedId: file.file_id, environment, byToken: file.by_token })}
        >
          {texts.again}
        </Button>
      )}
    </Stack>
  )
}

/** A file of several statements leads to the lines by the days of each. */
function Lines({ file: { first, lines, statements } }: { file: BankFileData }) {
  const count = formatCount(lines, useLanguage())
  const [only] = first
  return only && statements === 1 ? <LinesLink statement={only}>{count}</LinesLink> : count
}

function Statements({ file: { first, statements } }: { file: BankFileData }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  if (statements === 0) return '–'
  return (
    <Stack gap="xs">
      {first.map((each) => (
        <div key={`${each.from_day} ${each.to_day} ${each.opening} ${each.closing} ${each.lines}`}>
          <LinesLink statement={each} />{' '}
          {each.opening !== null && <Amount value={each.opening} currency={each.currency} />}
          {' → '}
          {each.closing !== null && <Amount value={each.closing} currency={each.currency} />}
          <Checks statement={each} />
        </div>
      ))}
      {statements > first.length && (
        <Text size="sm">{texts.moreStatements(formatCount(statements - first.length, language))}</Text>
      )}
    </Stack>
  )
}
