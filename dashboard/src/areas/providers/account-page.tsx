import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  OfferedConnectorData,
  ProviderAccountData,
  ProviderAccountPageData,
} from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { api } from '../../app/api.ts'
import { useDeskShows } from '../../app/desk-environment.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Identifier } from '../../parts/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { EnvironmentBadge, Tag } from '../../parts/tag.tsx'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { CertificationTag } from './account-facts.tsx'
import { CertificateTable } from './certificate-table.tsx'
import { CredentialsDialog } from './credentials-dialog.tsx'
import { RouteDialog } from './route-dialog.tsx'
import { RouteTable } from './route-table.tsx'
import { useProviderTexts } from './texts.ts'
import { TryPart } from './try-part.tsx'

const path = '/console/operator/provider-accounts'

/** One account at a provider: its state, credentials, certificates, certification and routes. */
export function ProviderAccountPage() {
  const { accountId } = useParams({ strict: false }) as { accountId: string }
  const texts = useProviderTexts()
  const found = useRead<ProviderAccountPageData>(`${path}/${accountId}`)
  const account = found.data?.account
  useDeskShows(account?.environment)
  return (
    <>
      <PageHeader
        title={account?.name ?? texts.account}
        explanation={<ZoneNote />}
        mark={account && <EnvironmentBadge environment={account.environment} />}
        actions={account && <AccountActions account={account} />}
      />
      <ReadState result={found}>
        {({ account: shown, routes }) => (
          <>
            <StatePanel account={shown} />
            {shown.can_replace && <CertificationPanel account={shown} />}
            {shown.can_replace && <CredentialsPanel account={shown} />}
            <RoutesPanel account={shown}>
              <RouteTable routes={routes} isOfAccount empty={texts.noRoutes} />
            </RoutesPanel>
          </>
        )}
      </ReadState>
    </>
  )
}

function AccountActions({ account }: { account: ProviderAccountData }) {
  const texts = useProviderTexts()
  const may = useMay('operator_act')
  const [open, setOpen] = useState<'disable' | 'enable' | 'replace'>()
  const close = () => setOpen(undefined)
  if (!may || !account.can_replace) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen('replace')}>
        {texts.replace}
      </Button>
      {account.disabled_at === null ? (
        <Button variant="default" onClick={() => setOpen('disable')}>
          {texts.disable}
        </Button>
      ) : (
        <Button onClick={() => setOpen('enable')}>{texts.enable}</Button>
      )}
      {open === 'replace' && <CredentialsDialog account={account} environment={account.environment} onClose={close} />}
      <DisableDialog account={account} opened={open === 'disable'} onClose={close} />
      {open === 'enable' && (
        <ActionDialog
          title={texts.enable}
          action="provider_enable"
          input={{ connector_account_id: account.connector_account_id }}
          environment={account.environment}
          onClose={close}
        >
          <Text size="sm">{texts.enableWords}</Text>
        </ActionDialog>
      )}
    </>
  )
}

interface DisableProps {
  account: ProviderAccountData
  opened: boolean
  onClose: () => void
}

function DisableDialog({ account, opened, onClose }: DisableProps) {
  const texts = useProviderTexts()
  const [evidence, setEvidence] = useState('')
  const disable = useChange(
    async () => await api.post(`${path}/${account.connector_account_id}/disable`, { evidence }),
    { done: texts.done, onDone: onClose },
  )
  return (
    <ConfirmDialog
      opened={opened}
      title={`${texts.disable}: ${account.name}`}
      action={texts.disable}
      isDangerous
      isWorking={disable.isPending}
      onConfirm={() => disable.mutate(undefined)}
      onClose={onClose}
    >
      <Stack>
        <Text size="sm">{texts.disableAsk}</Text>
        <Textarea
          label={texts.reason}
          autosize
          minRows={2}
          maxLength={1000}
          value={evidence}
          onChange={(event) => setEvidence(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}

function StatePanel({ account }: { account: ProviderAccountData }) {
  const texts = useProviderTexts()
  const { disabled_at: disabledAt, credentials_changed_at: changedAt } = account
  const facts = [
    {
      name: texts.state,
      value:
        disabledAt === null ? (
          <Tag tone="good">{texts.takesOrders}</Tag>
        ) : (
          <Group gap="xs">
            <Tag tone="bad">{texts.disabled}</Tag>
            <Instant at={disabledAt} />
          </Group>
        ),
    },
    { name: texts.connector, value: account.connector },
    { name: texts.created, value: <Instant at={account.created_at} /> },
    { name: texts.changed, value: changedAt === null ? undefined : <Instant at={changedAt} /> },
    { name: texts.accountId, value: <Identifier value={account.connector_account_id} name={texts.accountId} short /> },
  ]
  return (
    <Panel title={texts.stateTitle} actions={account.sandbox && <Tag tone="wait">{texts.sandbox}</Tag>}>
      <Stack>
        <DescriptionList facts={facts} />
        {account.can_try && <TryPart path={`${path}/${account.connector_account_id}/try`} />}
        {account.can_register && (
          <TryPart
            path={`${path}/${account.connector_account_id}/notify`}
            words={{ action: texts.register, before: texts.registerWords, works: texts.registered }}
          />
        )}
      </Stack>
    </Panel>
  )
}

function CertificationPanel({ account }: { account: ProviderAccountData }) {
  const texts = useProviderTexts()
  const { certification: last, credentials_changed_at: changedAt } = account
  const isOlder = last !== null && changedAt !== null && changedAt > last.at
  return (
    <Panel title={texts.certification} explanation={texts.uncertifiedWords}>
      {last ? (
        <Stack gap="xs">
          <Group gap="xs">
            <CertificationTag account={account} />
            <span>
              <Instant at={last.at} /> · {last.by}
            </span>
          </Group>
          {isOlder && <Text size="sm">{texts.certifiedBefore}</Text>}
        </Stack>
      ) : (
        <CertificationTag account={account} />
      )}
    </Panel>
  )
}

function CredentialsPanel({ account }: { account: ProviderAccountData }) {
  const texts = useProviderTexts()
  const offered = useRead<{ items: readonly OfferedConnectorData[] }>(`${path}/connectors`)
  const fields = offered.data?.items.find((each) => each.connector === account.connector)?.fields ?? []
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  const facts = Object.entries(account.facts).map(([name, value]) => ({ name: labelOf(name), value }))
  return (
    <Panel title={texts.credentialsTitle} explanation={texts.credentialsWords}>
      <Stack>
        {facts.length > 0 && <DescriptionList facts={facts} />}
        <CertificateTable certificates={account.certificates} labelOf={labelOf} />
      </Stack>
    </Panel>
  )
}

function RoutesPanel({ account, children }: { account: ProviderAccountData; children: React.ReactNode }) {
  const texts = useProviderTexts()
  const may = useMay('operator_act')
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Panel
      title={texts.routes}
      explanation={texts.routesWords}
      actions={
        may && (
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {texts.addRoute}
          </Button>
        )
      }
    >
      {children}
      {isAdding && <RouteDialog account={account} onClose={() => setIsAdding(false)} />}
    </Panel>
  )
}
