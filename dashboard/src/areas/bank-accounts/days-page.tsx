import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { addDays, type Day, dayOf } from '../../../../gateway/src/core/values/days.ts'
import type { BankDayData, BankDaysData } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-days.ts'
import { nowMs } from '../../app/clock.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { DayCalendar } from './day-calendar.tsx'
import { DayPanel } from './day-panel.tsx'
import { useBankDaysTexts } from './days-texts.ts'

const refreshSeconds = 30

/** Which days of an own account add up with its bank, month by month, and what explains the others. */
export function DaysPage() {
  const { accountId = '' } = useParams({ strict: false })
  const { values, set } = useUrlFilters('/operator/banks/$accountId/days')
  const month = (values.day || dayOf(new Date(nowMs()), 'UTC')).slice(0, 7)
  const [from, to] = [`${month}-01`, lastDayOf(month)]
  const path = `/console/operator/bank-accounts/${encodeURIComponent(accountId)}/days`
  const found = useRead<BankDaysData>(path, { query: { from, to }, everySeconds: refreshSeconds })
  return (
    <ReadState heading={1} result={found}>
      {(data) => (
        <Days data={data} month={month} chosen={values.day} onChoose={(day) => set({ day })} accountId={accountId} />
      )}
    </ReadState>
  )
}

interface DaysProps {
  data: BankDaysData
  /** `2030-06` */
  month: string
  /** Empty: none. */
  chosen: string
  accountId: string
  onChoose: (day: Day) => void
}

function Days({ data, month, chosen, accountId, onChoose }: DaysProps) {
  const texts = useBankDaysTexts()
  const { account, days } = data
  return (
    <>
      <PageHeader
        title={texts.title(account.bank ?? account.holder)}
        mark={<EnvironmentBadge environment={account.environment} />}
        explanation={texts.explanation}
      />
      <BankTabs />
      <Stack gap="md">
        <Opening data={data} accountId={accountId} />
        <Panel title={texts.month(month)} actions={<Months month={month} onChoose={onChoose} />}>
          <DayCalendar month={month} days={days} chosen={chosen} onChoose={onChoose} />
          {days.length === 0 && <Text size="sm">{texts.noDays}</Text>}
        </Panel>
        {isJudged(days, chosen) && <DayPanel accountId={accountId} day={chosen} currency={data.currency} />}
      </Stack>
    </>
  )
}

function isJudged(days: readonly BankDayData[], chosen: string): boolean {
  return days.some(({ day }) => day === chosen)
}

function Months({ month, onChoose }: Pick<DaysProps, 'month' | 'onChoose'>) {
  const texts = useBankDaysTexts()
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => onChoose(addDays(`${month}-01`, -1))}>
        {texts.before}
      </Button>
      <Button size="xs" variant="default" onClick={() => onChoose(addDays(lastDayOf(month), 1))}>
        {texts.after}
      </Button>
    </Group>
  )
}

/** Without an opening balance no day is proven, so that the page asks for it. */
function Opening({ data, accountId }: Pick<DaysProps, 'data' | 'accountId'>) {
  const texts = useBankDaysTexts()
  const may = useMay('operator_act')
  const [proposing, setProposing] = useState<Proposing>()
  const { account, currency, first_day, opening } = data
  if (opening !== null) {
    return (
      <Text size="sm">
        {texts.opening(first_day)} <Amount value={opening} currency={currency} />
      </Text>
    )
  }
  const asked: Proposing = {
    ...{ action: 'bank_opening', about: {}, fixed: { bank_account_id: accountId }, initial: { day: first_day } },
    ...{ currency, environment: account.environment },
  }
  return (
    <Panel
      title={texts.noOpening}
      explanation={texts.noOpeningWords(first_day)}
      actions={may && <Button onClick={() => setProposing(asked)}>{texts.setOpening}</Button>}
    >
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}

function lastDayOf(month: string): Day {
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
}
