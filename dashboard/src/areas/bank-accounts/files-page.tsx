import { Stack, Text } from '@mantine/core'
import type { BankFileData } from '../../../../gateway/src/bank-accounts/http/contract/bank-files.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePages } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { type Column, PagedTable } from '../../parts/data-table.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { LearnLink } from './accounts-page.tsx'
import { useFileTexts } from './file-texts.ts'
import classes from './files.module.css'
import { UploadPanel } from './upload-panel.tsx'

/** A file that was taken is read within seconds. */
const refreshSeconds = 5

export function BankFilesPage() {
  const texts = useFileTexts()
  const { environment } = useDeskEnvironment()
  const may = useMay('operator_act')
  const pages = usePages<BankFileData>('/console/operator/bank-files', {
    query: { environment },
    everySeconds: refreshSeconds,
    enabled: environment !== undefined,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      <Stack gap="xs">
        {may && environment && <UploadPanel key={environment} environment={environment} />}
        <PagedTable
          caption={texts.title}
          pages={pages}
          rowKey={(row) => row.id}
          columns={useFileColumns()}
          empty={
            <EmptyState title={texts.emptyTitle} explanation={texts.empty}>
              <LearnLink />
            </EmptyState>
          }
        />
      </Stack>
    </>
  )
}

function useFileColumns(): readonly Column<BankFileData>[] {
  const texts = useFileTexts()
  const language = useLanguage()
  return [
    {
      key: 'name',
      header: texts.name,
      isHead: true,
      render: (row) => (
        <div className={classes['name']}>
          <TextLink to="/operator/bank-files/$fileId" params={{ fileId: row.id }}>
            {row.name}
          </TextLink>
          {row.refusal && (
            <Text size="sm" lineClamp={2}>
              {row.refusal.message}
            </Text>
          )}
        </div>
      ),
    },
    { key: 'state', header: texts.state, isHead: true, render: (row) => <FileState file={row} /> },
    { key: 'received', header: texts.received, render: (row) => <Instant at={row.received_at} /> },
    { key: 'format', header: texts.format, render: (row) => row.format ?? '–' },
    {
      key: 'statements',
      header: texts.statements,
      align: 'right',
      render: (row) => formatCount(row.statements, language),
    },
    {
      key: 'entries',
      header: texts.entries,
      align: 'right',
      render: (row) => (row.markers === null ? '–' : formatCount(row.markers, language)),
    },
  ]
}

const tones: Readonly<Record<BankFileData['state'], Tone>> = { stored: 'wait', read: 'good', refused: 'bad' }

export function FileState({ file }: { file: BankFileData }) {
  const texts = useFileTexts()
  return <Tag tone={tones[file.state]}>{file.is_being_read ? texts.reading : texts.states[file.state]}</Tag>
}
