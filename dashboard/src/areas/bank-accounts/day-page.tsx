import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type {
  BankDayConfirmationData,
  BankDayDetailData,
  BankDayLineData,
  BankDayStatementData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-days.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { formatInstant, readInstant } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge, Tag, type Tone } from '../../parts/tag.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useDayTexts } from './day-texts.ts'
import classes from './days.module.css'
import { useFileTexts } from './file-texts.ts'

const tones: Readonly<Record<BankDayDetailData['day']['state'], Tone>> = {
  proven: 'good',
  open: 'bad',
  closed_manually: 'wait',
}

export function BankDayPage() {
  const { accountId = '', day = '' } = useParams({ strict: false })
  const path = `/console/operator/bank-days/${encodeURIComponent(accountId)}/${encodeURIComponent(day)}`
  const found = useRead<BankDayDetailData>(path, { everySeconds: 30 })
  useDeskShows(found.data?.account.environment)
  return (
    <ReadState heading={1} result={found}>
      {(detail) => <DayOfAccount detail={detail} />}
    </ReadState>
  )
}

function DayOfAccount({ detail }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  const day = useDay()
  const { account, closed } = detail
  return (
    <>
      <PageHeader
        title={texts.dayTitle(day(detail.day.day), account.bank ?? account.holder)}
        mark={
          <>
            <Tag tone={tones[detail.day.state]}>{texts.states[detail.day.state]}</Tag>
            <EnvironmentBadge environment={account.environment} />
          </>
        }
        actions={<CloseDay detail={detail} />}
      />
      <Stack gap="xs">
        {closed && <Closed closed={closed} />}
        <Reasons detail={detail} />
        <Panel title={texts.equation}>
          <Equation detail={detail} />
        </Panel>
        <Lists detail={detail} />
      </Stack>
    </>
  )
}

function Closed({ closed }: { closed: NonNullable<BankDayDetailData['closed']> }) {
  const texts = useDayTexts()
  const language = useLanguage()
  const at = readInstant(closed.at)
  return (
    <Alert variant="outline" color="yellow">
      <Text fw={600}>{texts.closed(closed.by, at ? formatInstant(at, language) : closed.at)}</Text>
      <Text size="sm">{closed.reason}</Text>
    </Alert>
  )
}

function Reasons({ detail: { day } }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  if (day.reasons.length === 0) return null
  return (
    <Panel title={texts.reasonsTitle}>
      <List size="sm">
        {day.reasons.map((reason) => (
          <List.Item key={reason}>{texts.reasons[reason]}</List.Item>
        ))}
      </List>
    </Panel>
  )
}

function Equation({ detail: { day, account } }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  const amount = (value: string | null) =>
    value === null ? texts.unknown : <Amount value={value} currency={account.currency} />
  const rows = [
    { sign: '', name: texts.bankClosing, value: day.bank_closing },
    { sign: '−', name: texts.ledgerClosing, value: day.ledger_closing },
    { sign: '−', name: texts.notPosted, value: day.lines_not_posted },
    { sign: '+', name: texts.confirmations, value: day.confirmations_without_line },
    { sign: '=', name: texts.difference, value: day.difference },
  ]
  return (
    <table className={classes['equation']}>
      <caption className="pa-unseen">{texts.equation}</caption>
      <tbody>
        {rows.map(({ sign, name, value }) => (
          <tr key={name}>
            <th scope="row">
              {sign} {name}
            </th>
            <td>{amount(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The three lists that explain the difference, and what could explain the rest. */
function Lists({ detail }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  const { account, lines_not_posted: unposted, confirmations, waiting_lines: waiting } = detail
  const columns = useLineColumns(account.currency)
  const lines = (title: string, rows: readonly BankDayLineData[]) => (
    <DataTable caption={title} rows={rows} rowKey={(row) => row.line_id} columns={columns} />
  )
  return (
    <>
      <ListPanel title={texts.linesTitle} words={texts.linesWords} page={unposted}>
        {lines(texts.linesTitle, unposted.items)}
      </ListPanel>
      <ListPanel title={texts.confirmationsTitle} words={texts.confirmationsWords} page={confirmations}>
        <Confirmations rows={confirmations.items} currency={account.currency} />
      </ListPanel>
      <ListPanel
        title={texts.waitingTitle}
        words={texts.waitingWords}
        page={waiting}
        actions={
          waiting.items.length > 0 && (
            <ButtonLink
              size="sm"
              variant="default"
              to="/operator/bank-lines"
              search={{ account: account.bank_account_id }}
            >
              {texts.toMatch}
            </ButtonLink>
          )
        }
      >
        {lines(texts.waitingTitle, waiting.items)}
      </ListPanel>
      {detail.could_explain.length > 0 && (
        <Panel title={texts.explainTitle} explanation={texts.explainWords}>
          {lines(texts.explainTitle, detail.could_explain)}
        </Panel>
      )}
      <Panel title={texts.statements}>
        {detail.statements.length === 0 ? <Text size="sm">{texts.nothing}</Text> : <Statements detail={detail} />}
      </Panel>
    </>
  )
}

interface ListPanelProps {
  title: string
  words: string
  page: { items: readonly unknown[]; next_cursor: string | null }
  actions?: ReactNode
  children: ReactNode
}

function ListPanel({ title, words, page, actions, children }: ListPanelProps) {
  const texts = useDayTexts()
  return (
    <Panel title={title} explanation={words} actions={actions}>
      {page.items.length === 0 ? <Text size="sm">{texts.nothing}</Text> : children}
      {page.next_cursor !== null && (
        <Text size="sm" mt="xs">
          {texts.more}
        </Text>
      )}
    </Panel>
  )
}

function useLineColumns(currency: string): readonly Column<BankDayLineData>[] {
  const texts = useDayTexts()
  const day = useDay()
  return [
    { key: 'day', header: texts.day, isHead: true, render: (row) => day(row.day) },
    {
      key: 'text',
      header: texts.text,
      render: (row) => (
        <TextLink to="/operator/bank-lines" search={{ line: row.line_id }}>
          {row.text || texts.openLine}
        </TextLink>
      ),
    },
    { key: 'party', header: texts.party, render: (row) => row.party ?? '–' },
    {
      key: 'amount',
      header: texts.amount,
      align: 'right',
      isHead: true,
      render: (row) => <Amount value={row.sign === 'C' ? row.amount : `-${row.amount}`} currency={currency} />,
    },
  ]
}

function Confirmations({ rows, currency }: { rows: readonly BankDayConfirmationData[]; currency: string }) {
  const texts = useDayTexts()
  const day = useDay()
  return (
    <DataTable
      caption={texts.confirmationsTitle}
      rows={rows}
      rowKey={(row) => row.transfer_id}
      columns={[
        { key: 'day', header: texts.day, isHead: true, render: (row) => day(row.day) },
        {
          key: 'reference',
          header: texts.reference,
          render: (row) =>
            row.transaction_id === null ? (
              '–'
            ) : (
              <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
                {row.reference ?? row.transaction_id}
              </TextLink>
            ),
        },
        {
          key: 'proven',
          header: texts.provenOn,
          render: (row) => (row.proven_on === null ? texts.notProven : day(row.proven_on)),
        },
        {
          key: 'amount',
          header: texts.amount,
          align: 'right',
          isHead: true,
          render: (row) => <Amount value={row.amount} currency={currency} />,
        },
      ]}
    />
  )
}

/** Those that count, and folded those that a newer one of the same days replaced. What waits for a person is not folded. */
function Statements({ detail: { statements, account } }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  const isFolded = ({ replaced, sound, waits_for: waits }: BankDayStatementData) => replaced && sound && waits === null
  const folded = statements.filter(isFolded)
  return (
    <Stack>
      <StatementTable caption={texts.statements} rows={statements.filter((row) => !isFolded(row))} account={account} />
      {folded.length > 0 && (
        <details className={classes['folded']}>
          <summary>{texts.replaced(folded.length)}</summary>
          <StatementTable caption={texts.replaced(folded.length)} rows={folded} account={account} />
        </details>
      )}
    </Stack>
  )
}

interface StatementTableProps {
  caption: string
  rows: readonly BankDayStatementData[]
  account: BankDayDetailData['account']
}

function StatementTable({ caption, rows, account }: StatementTableProps) {
  const texts = useDayTexts()
  const files = useFileTexts()
  const day = useDay()
  const state = ({ sound, accepted, waits_for: waits }: BankDayStatementData) => {
    if (accepted) return <Tag tone="wait">{texts.accepted}</Tag>
    if (sound && waits !== null) return <Tag tone="wait">{texts.waits}</Tag>
    return <Tag tone={sound ? 'good' : 'bad'}>{sound ? texts.sound : texts.notSound}</Tag>
  }
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(row) => row.statement_id}
      columns={[
        { key: 'file', header: texts.file, isHead: true, render: (row) => row.file_name },
        {
          key: 'days',
          header: texts.day,
          render: (row) =>
            row.from_day === row.to_day ? day(row.to_day) : `${day(row.from_day)} – ${day(row.to_day)}`,
        },
        { key: 'kind', header: files.kind, render: (row) => files.kinds[row.kind] },
        {
          key: 'closing',
          header: texts.bankClosing,
          align: 'right',
          render: (row) => (row.closing === null ? '–' : <Amount value={row.closing} currency={account.currency} />),
        },
        { key: 'proof', header: texts.proof, isHead: true, render: state },
      ]}
    />
  )
}

function CloseDay({ detail: { account, day } }: { detail: BankDayDetailData }) {
  const texts = useDayTexts()
  const may = useMay('operator_act')
  const [isAsked, setIsAsked] = useState(false)
  if (!may || day.state !== 'open') return null
  return (
    <>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        {texts.close}
      </Button>
      {isAsked && (
        <ActionDialog
          title={texts.close}
          action="close_day"
          input={{
            bank_account_id: account.bank_account_id,
            day: day.day,
            ...(day.difference === null ? {} : { difference: day.difference }),
          }}
          environment={account.environment}
          onClose={() => setIsAsked(false)}
        >
          <Text size="sm">{texts.closeWords}</Text>
        </ActionDialog>
      )}
    </>
  )
}
