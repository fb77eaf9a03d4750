import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  BankAccountData,
  StatementData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { TextLink } from '../../parts/links.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Actor, useActorWord } from '../../parts/values/actor-name.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useBankAccountsTexts } from './texts.ts'

/** The bank's name, or the holder's where it has none. */
export function accountName({ bank, holder }: BankAccountData): string {
  return bank ?? holder
}

/** What the bank says with its day, what the ledger holds, and what is between them. */
export function Balance({
  account,
  of,
}: {
  account: BankAccountData
  of: 'bank' | 'ledger' | 'one_sided' | 'difference'
}) {
  const texts = useBankAccountsTexts()
  const { bank_balance: bank, ledger_balance, one_sided, difference } = account
  if (account.kind === 'provider' && of !== 'ledger') return '–'
  const value = { bank: bank?.amount ?? null, ledger: ledger_balance, one_sided, difference }[of]
  if (value === null) return { bank: texts.noStatement, ledger: texts.adding, one_sided: '–', difference: '–' }[of]
  const amount = <Amount value={value} currency={account.currency} />
  if (of !== 'bank' || !bank) return of === 'difference' ? <strong>{amount}</strong> : amount
  return (
    <Stack gap={2}>
      {amount}
      <Text size="xs" c="dimmed">
        {texts.bankAt(bank.day)}
      </Text>
    </Stack>
  )
}

export function Waiting({ account: { bank_account_id, waiting, currency } }: { account: BankAccountData }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  const count = texts.waitingLines(formatCount(waiting.lines, language))
  return (
    <Stack gap={2}>
      {waiting.lines === 0 ? (
        <span>{count}</span>
      ) : (
        <TextLink to="/operator/banks/lines" search={{ view: 'waiting', bank_account_id }}>
          {count}
        </TextLink>
      )}
      {waiting.lines > 0 && (
        <Text size="xs" c="dimmed" component="div">
          {texts.creditsIn} <Amount value={waiting.credits} currency={currency} /> · {texts.debitsOut}{' '}
          <Amount value={waiting.debits} currency={currency} />
        </Text>
      )}
    </Stack>
  )
}

/** Whether lines pay orders by themselves, and who said so. */
export function Automatic({ account: { kind, automatic, automatic_set: set } }: { account: BankAccountData }) {
  const texts = useBankAccountsTexts()
  const word = useActorWord()
  if (kind === 'provider') return '–'
  const by = set && (set.second === null ? texts.setBy(word(set.by)) : texts.setByTwo(word(set.by), word(set.second)))
  return (
    <Stack gap={2} align="flex-start">
      <Tag tone={automatic ? 'good' : 'calm'}>{automatic ? texts.on : texts.off}</Tag>
      <Text size="xs" c="dimmed" component="div">
        {set ? (
          <>
            {by}, <Instant at={set.at} />
          </>
        ) : (
          texts.neverSet
        )}
      </Text>
      {set?.to && !automatic && <Text size="xs">{texts.onceMore}</Text>}
    </Stack>
  )
}

export function LastFile({ account: { last_file: file } }: { account: BankAccountData }) {
  if (!file) return '–'
  return (
    <Stack gap={2}>
      <span style={{ overflowWrap: 'anywhere' }}>{file.name}</span>
      <Text size="xs" c="dimmed" component="div">
        <Instant at={file.at} /> · <Actor name={file.by} />
      </Text>
    </Stack>
  )
}

/** Statements with what the bank says about them and what does not agree. */
export function StatementTable({ statements, caption }: { statements: readonly StatementData[]; caption: string }) {
  const texts = useBankAccountsTexts()
  const language = useLanguage()
  const balance = (value: string | null, { currency }: StatementData) =>
    value === null ? '–' : <Amount value={value} currency={currency} />
  const columns: readonly Column<StatementData>[] = [
    { key: 'days', header: texts.days, isHead: true, render: (row) => <LinesLink statement={row} /> },
    { key: 'opening', header: texts.opening, align: 'right', render: (row) => balance(row.opening, row) },
    { key: 'closing', header: texts.closing, align: 'right', render: (row) => balance(row.closing, row) },
    { key: 'lines', header: texts.lines, align: 'right', render: (row) => formatCount(row.lines, language) },
    { key: 'checks', header: texts.checks, render: (row) => <Checks statement={row} /> },
  ]
  const rowKey = (row: StatementData) => `${row.from_day} ${row.to_day} ${row.opening} ${row.closing} ${row.lines}`
  return <DataTable caption={caption} columns={columns} rows={statements} rowKey={rowKey} />
}

/** To the lines of a statement's account and days; another file may hold some of them too. */
export function LinesLink({ statement, children }: { statement: StatementData; children?: ReactNode }) {
  const { bank_account_id, from_day: from, to_day: to } = statement
  return (
    <TextLink to="/operator/banks/lines" search={{ bank_account_id, from, to }}>
      {children ?? <Days statement={statement} />}
    </TextLink>
  )
}

export function Days({ statement: { from_day: from, to_day: to } }: { statement: StatementData }) {
  return <span className="pa-number">{from === to ? from : `${from} – ${to}`}</span>
}

/** Whether a statement adds up and joins the one before, with the amounts that are between them. */
export function Checks({ statement }: { statement: StatementData }) {
  const texts = useBankAccountsTexts()
  const { adds_up: addsUp, joins, gap, surplus, currency } = statement
  return (
    <Group gap={6}>
      {addsUp === null ? (
        <Tag tone="calm">{texts.noBalance}</Tag>
      ) : (
        <Tag tone={addsUp ? 'good' : 'bad'}>{addsUp ? texts.addsUp : texts.addsUpNot}</Tag>
      )}
      {joins === true && <Tag tone="good">{texts.joins}</Tag>}
      {gap !== null && (
        <Tag tone="bad">
          {texts.joinsNot} <Amount value={gap} currency={currency} />
        </Tag>
      )}
      {surplus !== null && (
        <Tag tone="bad">
          {texts.surplus} <Amount value={surplus} currency={currency} />
        </Tag>
      )}
    </Group>
  )
}
