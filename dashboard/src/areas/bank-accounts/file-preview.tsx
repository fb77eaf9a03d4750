import { Alert, List, Stack, Text } from '@mantine/core'
import type {
  FilePreviewData,
  PreviewedStatementData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { formatCount, formatSize } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { Checks, Days } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'

export function useFileSize(): (bytes: number) => string {
  const language = useLanguage()
  return (bytes) => formatSize(bytes, language)
}

/** What the import of a stored file would do, for the person who decides it. `options`: as its proposal says. */
export function StoredFilePreview({ fileId, options }: { fileId: string; options: Readonly<Record<string, string>> }) {
  const { preview } = useBankAccountsTexts()
  const path = `/console/operator/bank-files/${encodeURIComponent(fileId)}/preview`
  const found = useRead<FilePreviewData>(path, { query: options })
  return (
    <Panel title={preview.title}>
      <ReadState result={found}>{(data) => <FilePreview preview={data} />}</ReadState>
    </Panel>
  )
}

/** What is in a file: what is new, what overlaps, and why and where it is refused. */
export function FilePreview({ preview }: { preview: FilePreviewData }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  const size = useFileSize()
  const count = (value: number) => formatCount(value, language)
  const { preview: said } = texts
  const more = preview.statement_count - preview.statements.length
  const facts = [
    { name: texts.file, value: `${preview.name} · ${size(preview.bytes)}` },
    ...(preview.format === null
      ? []
      : [
          { name: texts.format, value: preview.format },
          { name: said.encoding, value: preview.encoding },
          { name: texts.lines, value: count(preview.lines) },
          { name: said.newLines, value: <strong>{count(preview.new_lines)}</strong> },
          { name: said.overlap, value: count(preview.lines - preview.new_lines) },
        ]),
    { name: 'SHA-256', value: <code style={{ overflowWrap: 'anywhere' }}>{preview.sha256}</code> },
  ]
  return (
    <Stack>
      <Known preview={preview} />
      <Refusal preview={preview} />
      <DescriptionList facts={facts} />
      {preview.format !== null && !preview.end_is_proven && <Text size="sm">{said.endUnproven}</Text>}
      {preview.statements.map((statement, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: statements of one file stay in their order
        <PreviewedStatement key={index} statement={statement} />
      ))}
      {more > 0 && <Text size="sm">{texts.moreStatements(count(more))}</Text>}
    </Stack>
  )
}

function Known({ preview: { known, refusal } }: { preview: FilePreviewData }) {
  const { preview } = useBankAccountsTexts()
  if (!known) return null
  const words = { read: preview.knownRead, stored: preview.knownWaits, refused: preview.knownRefused }
  return (
    <Alert color="yellow" variant="outline" title={preview.known} role="status">
      <Instant at={known.received_at} />. {refusal && known.state === 'refused' ? '' : words[known.state]}
    </Alert>
  )
}

function Refusal({ preview: { refusal } }: { preview: FilePreviewData }) {
  const { preview } = useBankAccountsTexts()
  const language = useLanguage()
  if (!refusal) return null
  const { place, reason } = refusal
  const count = (value: number) => formatCount(value, language)
  return (
    <Alert color="red" variant="outline" title={preview.refused} role="alert">
      {place && <Text fw={600}>{preview.place(count(place.line), count(place.column), count(place.byte))}</Text>}
      <Text style={{ overflowWrap: 'anywhere' }}>{reason}</Text>
      <Text size="sm" mt="xs">
        {preview.advice}
      </Text>
    </Alert>
  )
}

function PreviewedStatement({ statement }: { statement: PreviewedStatementData }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  const { preview } = texts
  const { currency, doubts } = statement
  const amount = (value: string | null) => value && <Amount value={value} currency={currency} />
  const facts = [
    {
      name: texts.account,
      value: (
        <TextLink to="/operator/banks/$accountId" params={{ accountId: statement.bank_account_id }}>
          {statement.account}
        </TextLink>
      ),
    },
    { name: texts.days, value: <Days statement={statement} /> },
    { name: texts.opening, value: amount(statement.opening) },
    { name: texts.closing, value: amount(statement.closing) },
    { name: preview.credits, value: amount(statement.credits) },
    { name: preview.debits, value: amount(statement.debits) },
    { name: texts.lines, value: formatCount(statement.lines, language) },
    { name: preview.newLines, value: formatCount(statement.new_lines, language) },
  ]
  return (
    <Stack gap="xs">
      <DescriptionList facts={facts} />
      <Checks statement={statement} />
      {doubts.length > 0 && (
        <Alert color="yellow" variant="outline" title={preview.doubts} role="alert">
          <List size="sm">
            {doubts.map(({ rule, said, found }) => (
              <List.Item key={`${rule} ${said} ${found}`}>{preview.doubt(preview.rules[rule], said, found)}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <FirstLines statement={statement} />
    </Stack>
  )
}

/** Whatever a bank or a payer wrote is shown as text. */
function FirstLines({ statement: { first_lines: rows, currency } }: { statement: PreviewedStatementData }) {
  const { preview } = useBankAccountsTexts()
  if (rows.length === 0) return null
  return (
    <DataTable
      caption={preview.firstLines}
      rows={rows}
      rowKey={(row) => String(row.position)}
      columns={[
        {
          key: 'day',
          header: preview.day,
          isHead: true,
          render: (row) => <span className="pa-number">{row.day}</span>,
        },
        {
          key: 'amount',
          header: preview.amount,
          isHead: true,
          align: 'right',
          render: (row) => <Amount value={row.sign === 'C' ? row.amount : `-${row.amount}`} currency={currency} />,
        },
        {
          key: 'text',
          header: preview.text,
          render: (row) => (
            <span style={{ overflowWrap: 'anywhere' }}>{[row.party, row.text].filter(Boolean).join(' · ')}</span>
          ),
        },
        {
          key: 'new',
          header: preview.newLines,
          render: (row) => (
            <>
              <Tag tone={row.is_known ? 'calm' : 'good'}>{row.is_known ? preview.isKnown : preview.isNew}</Tag>
              {row.in_doubt && <Tag tone="wait">{preview.inDoubt}</Tag>}
            </>
          ),
        },
      ]}
    />
  )
}
