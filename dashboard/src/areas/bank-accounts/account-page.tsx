import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { nameOfAccount } from './account-name.tsx'
import { AutomaticDialog, SettingsDialog } from './account-settings.tsx'
import { LastStatement, LedgerBalance, MatchingState, WaitingLines } from './accounts-page.tsx'
import { useProfileTexts } from './profile-texts.ts'
import { useBankAccountTexts } from './texts.ts'

const refreshSeconds = 30

export function BankAccountPage() {
  const { accountId = '' } = useParams({ strict: false })
  const found = useRead<BankAccountData>(`/console/operator/bank-accounts/${encodeURIComponent(accountId)}`, {
    everySeconds: refreshSeconds,
  })
  useDeskShows(found.data?.environment)
  return (
    <ReadState heading={1} result={found}>
      {(account) => <Account account={account} />}
    </ReadState>
  )
}

function Account({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  return (
    <>
      <PageHeader
        title={nameOfAccount(account)}
        mark={<EnvironmentBadge environment={account.environment} />}
        explanation={<ZoneNote />}
        actions={
          account.waiting_lines > 0 && (
            <ButtonLink to="/operator/bank-lines" search={{ account: account.id }}>
              {texts.open}
            </ButtonLink>
          )
        }
      />
      <Stack gap="xs">
        <Money account={account} />
        <Automatic account={account} />
        <Settings account={account} />
        <Tables account={account} />
      </Stack>
    </>
  )
}

function Money({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  const amount = (value: string | null) =>
    value === null ? texts.notNow : <Amount value={value} currency={account.currency} />
  return (
    <Panel title={texts.moneyTitle} explanation={texts.atBankHelp}>
      <DescriptionList
        facts={[
          { name: texts.atBank, value: <LedgerBalance account={account} /> },
          { name: texts.lastStatement, value: <LastStatement account={account} /> },
          { name: texts.received, value: <Instant at={account.last_statement?.received_at} /> },
          { name: texts.waiting, value: <WaitingLines account={account} /> },
          { name: texts.unclaimedCredits, value: amount(account.unclaimed_credits) },
          { name: texts.unclaimedDebits, value: amount(account.unclaimed_debits) },
        ]}
      />
    </Panel>
  )
}

function Automatic({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  const may = useMay('operator_act')
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Panel
      title={texts.automaticTitle}
      actions={
        may && (
          <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
            {account.automatic ? texts.turnOff : texts.turnOn}
          </Button>
        )
      }
    >
      <Group gap="xs" align="flex-start">
        <MatchingState account={account} />
        <Text size="sm" maw="48rem">
          {account.automatic ? texts.automaticOn : texts.automaticOff}
        </Text>
      </Group>
      {isAsked && <AutomaticDialog account={account} onClose={() => setIsAsked(false)} />}
    </Panel>
  )
}

function Settings({ account }: { account: BankAccountData }) {
  const texts = useBankAccountTexts()
  const may = useMay('operator_act')
  const [open, setOpen] = useState<'change' | 'active'>()
  return (
    <Panel
      title={texts.settingsTitle}
      explanation={texts.settingsExplanation}
      actions={
        may && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setOpen('change')}>
              {texts.change}
            </Button>
            <Button size="xs" variant="default" onClick={() => setOpen('active')}>
              {account.active ? texts.stopTaking : texts.takeAgain}
            </Button>
          </Group>
        )
      }
    >
      <DescriptionList
        facts={[
          { name: texts.numbers, value: <span className="pa-number">{account.numbers.join(', ') || '–'}</span> },
          { name: texts.holder, value: account.holder },
          { name: texts.document, value: account.holder_document },
          { name: texts.bank, value: account.bank_name },
          { name: texts.country, value: `${account.country} · ${account.currency}` },
          { name: texts.timeZone, value: account.time_zone },
          { name: texts.cutoff, value: account.cutoff ?? texts.notSet },
        ]}
      />
      {open !== undefined && <SettingsDialog account={account} kind={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  )
}

/** The way to the profile by which tables of the account are read. */
function Tables({ account }: { account: BankAccountData }) {
  const texts = useProfileTexts()
  return (
    <Panel title={texts.open} explanation={texts.openWords}>
      <ButtonLink
        variant="default"
        size="sm"
        to="/operator/bank-accounts/$accountId/profile"
        params={{ accountId: account.id }}
      >
        {texts.setUp}
      </ButtonLink>
    </Panel>
  )
}
