import { Alert, Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  BankFileDetailData,
  BankStatementData,
  FileRefusalData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-files.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge, Tag } from '../../parts/tag.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useFileTexts } from './file-texts.ts'
import { FileState } from './files-page.tsx'

const refreshSeconds = 5

export function BankFilePage() {
  const { fileId = '' } = useParams({ strict: false })
  const found = useRead<BankFileDetailData>(`/console/operator/bank-files/${encodeURIComponent(fileId)}`, {
    everySeconds: refreshSeconds,
  })
  useDeskShows(found.data?.environment)
  return (
    <ReadState heading={1} result={found}>
      {(file) => <BankFile file={file} />}
    </ReadState>
  )
}

function BankFile({ file }: { file: BankFileDetailData }) {
  const texts = useFileTexts()
  const language = useLanguage()
  return (
    <>
      <PageHeader
        title={file.name}
        mark={
          <>
            <FileState file={file} />
            <EnvironmentBadge environment={file.environment} />
          </>
        }
        explanation={<ZoneNote />}
      />
      <Stack gap="xs">
        {file.refusal && <Refusal refusal={file.refusal} />}
        <Panel title={texts.fileTitle}>
          <DescriptionList
            facts={[
              { name: texts.format, value: file.format },
              { name: texts.received, value: <Instant at={file.received_at} seconds /> },
              { name: texts.by, value: file.received_by },
              { name: texts.source, value: file.source === null ? texts.unknownSource : texts.sources[file.source] },
              { name: texts.size, value: `${formatCount(Math.ceil(file.bytes / 1024), language)} KiB` },
              { name: texts.entries, value: file.markers === null ? null : formatCount(file.markers, language) },
              { name: texts.hash, value: <Identifier value={file.sha256} name={texts.hash} short /> },
            ]}
          />
        </Panel>
        {file.state === 'read' && <Statements statements={file.statements_in_it} />}
      </Stack>
    </>
  )
}

/** Why nothing of the file was taken: the sentence, the place, and what to do. */
function Refusal({ refusal }: { refusal: FileRefusalData }) {
  const texts = useFileTexts()
  const language = useLanguage()
  const number = (value: number | null) => (value === null ? null : formatCount(value, language))
  const { line, column, byte } = refusal
  const place = texts.place({ line: number(line), column: number(column), byte: number(byte) })
  return (
    <Alert color="red" variant="outline" title={texts.refusedTitle} role="alert">
      <Stack gap="xs">
        <Text size="sm">{refusal.message}</Text>
        {place !== '' && (
          <Text size="sm" fw={600}>
            {place}
          </Text>
        )}
        <Text size="sm">{line === null && byte === null ? texts.doWhole : texts.doWithPlace}</Text>
      </Stack>
    </Alert>
  )
}

function Statements({ statements }: { statements: readonly BankStatementData[] }) {
  const texts = useFileTexts()
  const columns = useStatementColumns()
  return (
    <Panel title={texts.statementsTitle}>
      {statements.length === 0 ? (
        <Text size="sm">{texts.noStatements}</Text>
      ) : (
        <DataTable caption={texts.statementsTitle} rows={statements} rowKey={(row) => row.id} columns={columns} />
      )}
    </Panel>
  )
}

function useStatementColumns(): readonly Column<BankStatementData>[] {
  const texts = useFileTexts()
  const day = useDay()
  const amount = (value: string | null, currency: string) =>
    value === null ? '–' : <Amount value={value} currency={currency} />
  return [
    {
      key: 'days',
      header: texts.days,
      isHead: true,
      render: (row) => (
        <TextLink to="/operator/bank-accounts/$accountId" params={{ accountId: row.bank_account_id }}>
          {row.from_day === row.to_day ? day(row.to_day) : `${day(row.from_day)} – ${day(row.to_day)}`}
        </TextLink>
      ),
    },
    { key: 'kind', header: texts.kind, render: (row) => texts.kinds[row.kind] },
    { key: 'opening', header: texts.opening, align: 'right', render: (row) => amount(row.opening, row.currency) },
    { key: 'credits', header: texts.credits, align: 'right', render: (row) => amount(row.credits, row.currency) },
    { key: 'debits', header: texts.debits, align: 'right', render: (row) => amount(row.debits, row.currency) },
    { key: 'closing', header: texts.closing, align: 'right', render: (row) => amount(row.closing, row.currency) },
    { key: 'lines', header: texts.lines, align: 'right', render: (row) => row.lines },
    { key: 'proof', header: texts.proof, render: (row) => <Proof statement={row} /> },
  ]
}

/** Reports and notices have no balances that could add up or join. */
function Sums({ statement: { adds_up: addsUp, joins, gap, currency } }: { statement: BankStatementData }) {
  const texts = useFileTexts()
  return (
    <>
      <Tag tone={addsUp === null ? 'calm' : addsUp ? 'good' : 'bad'}>
        {addsUp === null ? texts.noSum : addsUp ? texts.addsUp : texts.addsNot}
      </Tag>
      <Tag tone={joins === null ? 'calm' : joins ? 'good' : 'bad'}>
        {joins === null ? texts.first : joins ? texts.joins : texts.gap}
        {gap !== null && (
          <>
            {' '}
            <Amount value={gap} currency={currency} />
          </>
        )}
      </Tag>
    </>
  )
}

/** Whether the statement adds up and joins the one before, and what two people can do where it does not. */
function Proof({ statement }: { statement: BankStatementData }) {
  const texts = useFileTexts()
  const may = useMay('operator_act')
  const [isAsked, setIsAsked] = useState(false)
  const { surplus, currency, doubts, waits_for: waits } = statement
  const canBeAccepted = waits !== null && waits !== 'future'
  return (
    <Stack gap={4} align="flex-start">
      {statement.kind === 'booked' && <Sums statement={statement} />}
      {surplus !== null && (
        <Text size="sm">
          {texts.surplus} <Amount value={surplus} currency={currency} />
        </Text>
      )}
      {doubts.length > 0 && <Text size="sm">{texts.doubts}</Text>}
      {statement.accepted && <Tag tone="wait">{texts.accepted}</Tag>}
      {waits !== null && <Text size="sm">{texts.waits[waits]}</Text>}
      {canBeAccepted && may && (
        <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
          {texts.accept}
        </Button>
      )}
      {isAsked && (
        <ActionDialog
          title={texts.accept}
          action="accept_statement"
          input={{ statement_id: statement.id }}
          environment={statement.environment}
          onClose={() => setIsAsked(false)}
        >
          <Text size="sm">{texts.acceptWords}</Text>
        </ActionDialog>
      )}
    </Stack>
  )
}
