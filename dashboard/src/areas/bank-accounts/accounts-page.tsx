import { Anchor, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  BankAccountData,
  BankAccountListData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import { ProposeDialog } from '../operator/propose-dialog.tsx'
import { AccountName } from './account-name.tsx'
import { useBankAccountTexts } from './texts.ts'

const refreshSeconds = 30

export function BankAccountsPage() {
  const texts = useBankAccountTexts()
  const { environment } = useDeskEnvironment()
  const may = useMay('operator_act')
  const [isAdding, setIsAdding] = useState(false)
  const found = useRead<BankAccountListData>('/console/operator/bank-accounts', {
    query: { environment },
    everySeconds: refreshSeconds,
    enabled: environment !== undefined,
  })
  const add = may && <Button onClick={() => setIsAdding(true)}>{texts.add}</Button>
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={texts.explanation}
        actions={found.data && found.data.items.length > 0 && add}
      />
      <ReadState result={found}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={texts.emptyTitle} explanation={texts.empty}>
              <Group>
                {add}
                <LearnLink />
              </Group>
            </EmptyState>
          ) : (
            <Accounts items={items} />
          )
        }
      </ReadState>
      <ProposeDialog
        proposing={isAdding ? { action: 'deposit_account', about: {}, environment: 'live' } : undefined}
        onClose={() => setIsAdding(false)}
      />
    </>
  )
}

function Accounts({ items }: { items: readonly BankAccountData[] }) {
  const texts = useBankAccountTexts()
  return <DataTable caption={texts.title} rows={items} rowKey={(row) => row.id} columns={useAccountColumns()} />
}

/** Leads to the guide about reconciliation. */
export function LearnLink() {
  const texts = useBankAccountTexts()
  const language = useLanguage()
  return (
    <Anchor
      href={language === 'en' ? '/docs/guides/reconciliation' : `/docs/${language}/guides/reconciliation`}
      target="_blank"
      rel="noopener"
    >
      {texts.learn}
    </Anchor>
  )
}

function useAccountColumns(): readonly Column<BankAccountData>[] {
  const texts = useBankAccountTexts()
  return [
    { key: 'account', header: texts.account, isHead: true, render: (row) => <AccountName account={row} /> },
    { key: 'balance', header: texts.atBank, align: 'right', render: (row) => <LedgerBalance account={row} /> },
    { key: 'statement', header: texts.lastStatement, render: (row) => <LastStatement account={row} /> },
    { key: 'waiting', header: texts.waiting, align: 'right', render: (row) => <WaitingLines account={row} /> },
    { key: 'matching', header: texts.matching, render: (row) => <MatchingState account={row} /> },
  ]
}

export function LedgerBalance({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  if (account.ledger_balance === null) return <Text size="sm">{texts.notNow}</Text>
  return <Amount value={account.ledger_balance} currency={account.currency} />
}

/** Its last day and closing balance. */
export function LastStatement({ account: { last_statement: last, currency } }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  const day = useDay()
  if (!last) return <Text size="sm">{texts.noStatement}</Text>
  return (
    <div>
      {texts.until(day(last.to_day))}
      {last.closing !== null && (
        <Text size="sm" c="dimmed" component="div">
          {texts.closing} <Amount value={last.closing} currency={currency} />
        </Text>
      )}
    </div>
  )
}

export function WaitingLines({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  const day = useDay()
  if (account.waiting_lines === 0) return <span>{texts.none}</span>
  return (
    <div>
      <span className="pa-number">{account.waiting_lines}</span>
      {account.oldest_waiting_day !== null && (
        <Text size="sm" c="dimmed" component="div">
          {texts.waitingSince(day(account.oldest_waiting_day))}
        </Text>
      )}
    </div>
  )
}

export function MatchingState({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  if (!account.active) return <Tag tone="bad">{texts.inactive}</Tag>
  return account.automatic ? <Tag tone="good">{texts.byItself}</Tag> : <Tag tone="calm">{texts.byPeople}</Tag>
}
