import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankAccountListData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type {
  BankDayAccountData,
  BankDayData,
  BankDaysData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-days.ts'
import { readTypedAmount } from '../../../../gateway/src/values/typed-amount.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { AmountField } from '../../parts/amount-field.tsx'
import { useDay } from '../../parts/day.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { nameOfAccount } from './account-name.tsx'
import { LearnLink } from './accounts-page.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useDayTexts } from './day-texts.ts'
import classes from './days.module.css'

export function BankDaysPage() {
  const texts = useDayTexts()
  const { environment } = useDeskEnvironment()
  const filters = useUrlFilters(['account', 'month'] as const)
  const accounts = useRead<BankAccountListData>('/console/operator/bank-accounts', {
    query: { environment },
    enabled: environment !== undefined,
  })
  const known = accounts.data?.items ?? []
  // After a change of the environment the address may name an account of the other one.
  const account = known.find(({ id }) => id === filters.values.account) ?? known[0]
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={texts.explanation}
        actions={
          account && (
            <NativeSelect
              label={texts.account}
              value={account.id}
              onChange={(event) => filters.set({ account: event.currentTarget.value, month: '' })}
              data={known.map((each) => ({ value: each.id, label: nameOfAccount(each) }))}
            />
          )
        }
      />
      <ReadState result={accounts}>
        {() =>
          account ? (
            <Calendar
              key={account.id}
              accountId={account.id}
              month={filters.values.month || (account.last_statement?.to_day ?? '').slice(0, 7) || undefined}
              onMonth={(month) => filters.set({ month })}
            />
          ) : (
            <EmptyState title={texts.noAccountsTitle} explanation={texts.noAccounts}>
              <LearnLink />
            </EmptyState>
          )
        }
      </ReadState>
    </>
  )
}

interface CalendarProps {
  accountId: string
  /** Undefined: the account has no statement. */
  month: string | undefined
  onMonth: (month: string) => void
}

function Calendar({ accountId, month, onMonth }: CalendarProps) {
  const texts = useDayTexts()
  const found = useRead<BankDaysData>('/console/operator/bank-days', {
    query: { account: accountId, month },
    everySeconds: 30,
    enabled: month !== undefined,
  })
  if (month === undefined) {
    return (
      <EmptyState title={texts.noDays} explanation={texts.noAccounts}>
        <LearnLink />
      </EmptyState>
    )
  }
  return (
    <ReadState result={found}>
      {(data) => (
        <Stack gap="xs">
          {data.account.opening === null && <Opening account={data.account} />}
          <Month data={data} onMonth={onMonth} />
        </Stack>
      )}
    </ReadState>
  )
}

function Month({ data: { account, month, days }, onMonth }: { data: BankDaysData; onMonth: (month: string) => void }) {
  const texts = useDayTexts()
  const language = useLanguage()
  const count = (state: BankDayData['state']) => formatCount(days.filter((day) => day.state === state).length, language)
  const title = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
  return (
    <Panel
      title={title}
      explanation={days.length === 0 ? texts.noDays : texts.summary(count('proven'), count('open'))}
      actions={
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={() => onMonth(shifted(month, -1))}>
            {texts.before}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={month >= account.yesterday.slice(0, 7)}
            onClick={() => onMonth(shifted(month, 1))}
          >
            {texts.after}
          </Button>
        </Group>
      }
    >
      <table className={classes['calendar']}>
        <caption className="pa-unseen">{title}</caption>
        <thead>
          <tr>
            {texts.weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== undefined)}>
              {week.map((day, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the week is what it is
                <td key={at}>
                  {day && <Day account={account} day={day} found={days.find((each) => each.day === day)} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

interface DayProps {
  account: BankDayAccountData
  day: string
  found: BankDayData | undefined
}

function Day({ account, day, found }: DayProps) {
  const texts = useDayTexts()
  const spoken = useDay()
  const number = <span className={classes['number']}>{Number(day.slice(8))}</span>
  if (!found) return <span className={`${classes['day']} ${classes['none']}`}>{number}</span>
  const isDifferent = found.difference !== null && Number(found.difference) !== 0
  return (
    <Link
      to="/operator/bank-days/$accountId/$day"
      params={{ accountId: account.bank_account_id, day }}
      className={classes['day']}
      data-state={found.state}
    >
      {number}
      <span className="pa-unseen">{spoken(day)} </span>
      <span className={classes['words']}>
        {texts.states[found.state]}
        {isDifferent && (
          <>
            <br />
            <Amount value={found.difference ?? '0'} currency={account.currency} />
          </>
        )}
      </span>
    </Link>
  )
}

/** Weeks from Monday on; undefined for days of other months. */
function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00Z`)
  const before = (first.getUTCDay() + 6) % 7
  const count = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const weeks = Math.ceil((before + count) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, place) => {
      const day = week * 7 + place - before + 1
      return day < 1 || day > count ? undefined : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

function shifted(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

function Opening({ account }: { account: BankDayAccountData }) {
  const texts = useDayTexts()
  const may = useMay('operator_act')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Alert variant="outline" color="yellow">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{texts.noOpening}</Text>
        <Text size="sm">{texts.noOpeningWords}</Text>
        {may && (
          <Button size="sm" onClick={() => setIsAsked(true)}>
            {texts.sayOpening}
          </Button>
        )}
      </Stack>
      {isAsked && <OpeningDialog account={account} onClose={() => setIsAsked(false)} />}
    </Alert>
  )
}

function OpeningDialog({ account, onClose }: { account: BankDayAccountData; onClose: () => void }) {
  const texts = useDayTexts()
  const { currency } = account
  const [from, setFrom] = useState(account.first_day ?? '')
  const [typed, setTyped] = useState('')
  const reading = readTypedAmount(typed, { currency, signed: true })
  const isReady = reading.ok && /^\d{4}-\d{2}-\d{2}$/.test(from)
  return (
    <ActionDialog
      title={texts.sayOpening}
      action="opening_balance"
      input={
        isReady ? { bank_account_id: account.bank_account_id, ledger_from: from, opening: reading.decimal } : undefined
      }
      environment={account.environment}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={texts.ledgerFrom}
        required
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <AmountField
        label={texts.opening}
        description={texts.openingHelp}
        required
        value={typed}
        onChange={setTyped}
        currency={currency}
        signed
      />
    </ActionDialog>
  )
}
