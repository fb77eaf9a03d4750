import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type { CsvTrialData } from '../../../../gateway/src/bank-accounts/http/contract/csv-profiles.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Amount } from '../../parts/amount.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useDay } from '../../parts/day.ts'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { useProfileTexts } from './profile-texts.ts'

const shownRowsMax = 10
const shownFaultsMax = 20

interface ProfileTrialProps {
  account: BankAccountData
  trial: CsvTrialData
}

/** What the draft makes of the sample, and the way to its approval. */
export function ProfileTrial({ account, trial }: ProfileTrialProps) {
  const texts = useProfileTexts()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Panel title={texts.tryTitle}>
      <Stack>
        <Alert variant="outline" color={trial.readable ? 'green' : 'red'} role="status">
          <Text fw={600}>{trial.readable ? texts.readable : texts.notReadable}</Text>
          {!trial.readable && <Faults trial={trial} />}
          {trial.statement && !trial.statement.end_is_proven && <Text size="sm">{texts.cut}</Text>}
        </Alert>
        <Whole account={account} trial={trial} />
        <Rows account={account} trial={trial} />
        {trial.readable && (
          <Group>
            <Button onClick={() => setIsAsked(true)}>{texts.approve}</Button>
          </Group>
        )}
      </Stack>
      {isAsked && (
        <ActionDialog
          title={texts.approve}
          action="csv_profile"
          input={{ bank_account_id: account.id, profile_id: trial.profile_id }}
          environment={account.environment}
          onClose={() => setIsAsked(false)}
        >
          <Text size="sm">{texts.approveWords}</Text>
        </ActionDialog>
      )}
    </Panel>
  )
}

function Faults({ trial: { faults, more_faults: more } }: { trial: CsvTrialData }) {
  const texts = useProfileTexts()
  const language = useLanguage()
  return (
    <>
      <List size="sm">
        {faults.slice(0, shownFaultsMax).map((fault) => (
          <List.Item key={`${fault.line} ${fault.column} ${fault.message}`}>
            {[fault.line !== null && texts.at(formatCount(fault.line, language)), fault.column, fault.message]
              .filter(Boolean)
              .join(' · ')}
          </List.Item>
        ))}
      </List>
      {(more || faults.length > shownFaultsMax) && <Text size="sm">{texts.more}</Text>}
    </>
  )
}

function Whole({ account: { currency }, trial: { statement } }: ProfileTrialProps) {
  const texts = useProfileTexts()
  const language = useLanguage()
  const day = useDay()
  if (!statement) return null
  const amount = (value: string | null) => value !== null && <Amount value={value} currency={currency} />
  const { from_day: from, to_day: to } = statement
  return (
    <DescriptionList
      isDense
      facts={[
        { name: texts.lines, value: formatCount(statement.lines, language) },
        { name: texts.days, value: from !== null && to !== null ? `${day(from)} – ${day(to)}` : '–' },
        { name: texts.credits, value: amount(statement.credits) },
        { name: texts.debits, value: amount(statement.debits) },
        { name: texts.opening, value: amount(statement.opening) || '–' },
        { name: texts.closing, value: amount(statement.closing) || '–' },
      ]}
    />
  )
}

function Rows({ account: { currency }, trial }: ProfileTrialProps) {
  const texts = useProfileTexts()
  const day = useDay()
  if (trial.rows.length === 0) return null
  return (
    <DataTable
      caption={texts.rowsCaption}
      rows={trial.rows.slice(0, shownRowsMax)}
      rowKey={(row) => String(row.row)}
      columns={[
        {
          key: 'cells',
          header: texts.rowsCaption,
          isHead: true,
          render: (row) => <Text size="sm">{row.cells.join(' · ')}</Text>,
        },
        { key: 'day', header: texts.becomesDay, render: (row) => (row.becomes ? day(row.becomes.day) : texts.nothing) },
        {
          key: 'amount',
          header: texts.becomesAmount,
          align: 'right',
          render: (row) => (row.becomes ? <Amount value={row.becomes.amount} currency={currency} /> : '–'),
        },
      ]}
    />
  )
}
