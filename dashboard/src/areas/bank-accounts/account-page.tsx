import { Button, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { BankAccountPageData } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Actor, useActorWord } from '../../parts/values/actor-name.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { BankTabs } from './bank-tabs.tsx'
import { useBankLineTexts } from './line-parts.tsx'
import { Automatic, accountName, Balance, LastFile, StatementTable, Waiting } from './standing.tsx'
import { useBankAccountsTexts } from './texts.ts'

export function AccountPage() {
  const { accountId = '' } = useParams({ strict: false })
  const found = useRead<BankAccountPageData>(`/console/operator/bank-accounts/${encodeURIComponent(accountId)}`)
  return (
    <ReadState heading={1} result={found}>
      {(account) => <Account account={account} />}
    </ReadState>
  )
}

function Account({ account }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  const isAtProvider = account.kind === 'provider'
  return (
    <>
      <PageHeader
        title={accountName(account)}
        mark={<EnvironmentBadge environment={account.environment} />}
        explanation={<ZoneNote />}
        actions={
          !isAtProvider && (
            <ButtonLink to="/operator/banks/$accountId/days" params={{ accountId: account.bank_account_id }}>
              {texts.daysOfAccount}
            </ButtonLink>
          )
        }
      />
      <BankTabs />
      {isAtProvider ? <AtProvider account={account} /> : <AtBank account={account} />}
    </>
  )
}

/** Money that came to a provider account for no order: nothing of what statements bring. */
function AtProvider({ account }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  return (
    <Panel title={texts.atProvider} explanation={texts.atProviderExplanation}>
      <DescriptionList
        facts={[
          { name: texts.ledger, value: <Balance account={account} of="ledger" /> },
          { name: texts.waiting, value: <Waiting account={account} /> },
          { name: texts.country, value: `${account.country} · ${account.currency}` },
          { name: texts.timeZone, value: account.time_zone },
        ]}
      />
    </Panel>
  )
}

function AtBank({ account }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  return (
    <Stack gap="xs">
      <Panel title={texts.balances} explanation={texts.balancesExplanation}>
        <DescriptionList
          facts={[
            { name: texts.bank, value: <Balance account={account} of="bank" /> },
            { name: texts.ledger, value: <Balance account={account} of="ledger" /> },
            { name: texts.oneSided, value: <Balance account={account} of="one_sided" /> },
            { name: texts.difference, value: <Balance account={account} of="difference" /> },
            { name: texts.waiting, value: <Waiting account={account} /> },
            { name: texts.lastFile, value: <LastFile account={account} /> },
          ]}
        />
      </Panel>
      <Panel title={texts.gaps} explanation={texts.gapsExplanation}>
        {account.gaps.length === 0 ? (
          <Text size="sm">{texts.noGaps}</Text>
        ) : (
          <StatementTable statements={account.gaps} caption={texts.gaps} />
        )}
      </Panel>
      <Settings account={account} />
      <Rules account={account} />
      <Profiles account={account} />
    </Stack>
  )
}

function Settings({ account }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  const may = useMay('operator_act')
  const [proposing, setProposing] = useState<Proposing>()
  const { bank_account_id, environment } = account
  const change: Proposing = { action: 'bank_account', about: {}, fixed: { bank_account_id }, environment }
  return (
    <Panel
      title={texts.settings}
      actions={
        may && (
          <Button size="xs" variant="default" onClick={() => setProposing(change)}>
            {texts.change}
          </Button>
        )
      }
    >
      <DescriptionList
        facts={[
          { name: texts.country, value: `${account.country} · ${account.currency}` },
          { name: texts.holder, value: account.holder },
          { name: texts.document, value: account.holder_document },
          { name: texts.numbers, value: account.numbers.join(' · ') },
          { name: texts.automatic, value: <Automatic account={account} /> },
          { name: texts.active, value: account.active ? texts.yes : texts.no },
          { name: texts.cutoff, value: account.cutoff },
          { name: texts.timeZone, value: account.time_zone },
        ]}
      />
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}

function Rules({ account: { bank_account_id, environment, rules } }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  const { classes, signs } = useBankLineTexts()
  const may = useMay('operator_act')
  const [proposing, setProposing] = useState<Proposing>()
  const rule: Proposing = { action: 'line_rule', about: {}, fixed: { bank_account_id }, environment }
  const add = (
    <Button size="xs" variant="default" onClick={() => setProposing(rule)}>
      {texts.newRule}
    </Button>
  )
  return (
    <Panel title={texts.rules} explanation={texts.rulesExplanation} actions={may && add}>
      {rules.length === 0 ? (
        <Text size="sm">{texts.noRules}</Text>
      ) : (
        <DataTable
          caption={texts.rules}
          rows={rules}
          rowKey={(row) => row.rule_id}
          columns={[
            {
              key: 'of',
              header: texts.ruleOf,
              isHead: true,
              render: ({ sign, code, text }) => `${signs[sign]} · ${code ?? texts.ruleText(text ?? '')}`,
            },
            { key: 'class', header: texts.ruleClass, render: (row) => classes[row.class] },
            { key: 'set', header: texts.ruleSet, render: (row) => <Actor name={row.set_by} /> },
          ]}
        />
      )}
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}

function Profiles({ account: { bank_account_id: id, profiles } }: { account: BankAccountPageData }) {
  const texts = useBankAccountsTexts()
  const word = useActorWord()
  const may = useMay('operator_act')
  const make = (
    <ButtonLink size="xs" to="/operator/banks/$accountId/profile" params={{ accountId: id }}>
      {texts.makeProfile}
    </ButtonLink>
  )
  return (
    <Panel title={texts.profiles} explanation={texts.profilesExplanation} actions={may && make}>
      <Stack>
        {profiles.length === 0 ? (
          <Text size="sm">{texts.noProfiles}</Text>
        ) : (
          <DataTable
            caption={texts.profiles}
            rows={profiles}
            rowKey={(row) => row.format}
            columns={[
              { key: 'format', header: texts.format, isHead: true, render: (row) => row.format },
              {
                key: 'set',
                header: texts.received,
                render: (row) => (
                  <>
                    {texts.profileOf(String(row.version), word(row.set_by))}, <Instant at={row.at} />
                  </>
                ),
              },
              {
                key: 'profile',
                header: texts.profiles,
                render: (row) => <code style={{ overflowWrap: 'anywhere' }}>{row.profile}</code>,
              },
            ]}
          />
        )}
        <CodeBlock
          code={`pasarela bank profile set --account ${id} --format FORMAT --profile FILE --by EMAIL`}
          name={texts.command}
        />
      </Stack>
    </Panel>
  )
}
