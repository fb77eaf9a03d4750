import { Button, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ConnectorData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import type {
  ConnectableData,
  ProviderAccountData,
  RouteData,
} from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { type Page, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { usePaymentsTexts } from '../payments/texts.ts'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { AccountSetUp } from '../providers/account-set-up.tsx'
import { ConnectDialog, type Connecting } from '../providers/connect-dialog.tsx'
import { useProvidersTexts } from '../providers/texts.ts'
import { WhereTo } from '../providers/where-to.tsx'
import { ConnectorFigures, ConnectorState, isHealthy } from './connector-figures.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'

const refreshSeconds = 30

/** Routes that the page shows with their accounts. */
const routesShown = 100

interface ProvidersAnswer {
  accounts: readonly ProviderAccountData[]
  connectable: readonly ConnectableData[]
}

export function ConnectorsPage() {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  const { connect } = useProvidersTexts()
  const may = useMay('operator_act')
  const [proposing, setProposing] = useState<Proposing>()
  const [connecting, setConnecting] = useState<Connecting>()
  const { connectable, setUpOf } = useSetUps({ onPropose: may ? setProposing : undefined, onConnect: setConnecting })
  const found = useRead<{ connectors: readonly ConnectorData[] }>('/console/operator/connectors', {
    everySeconds: refreshSeconds,
  })
  return (
    <>
      <PageHeader
        title={texts.connectorsTitle}
        explanation={
          <>
            {texts.connectorsExplanation} <ZoneNote />
          </>
        }
        actions={
          may && (
            <Group gap="xs">
              {connectable.length > 0 && <Button onClick={() => setConnecting({ connectable })}>{connect}</Button>}
              <Button variant="default" onClick={() => setProposing({ action: 'deposit_account', about: {} })}>
                {actions.deposit_account}
              </Button>
            </Group>
          )
        }
      />
      <ReadState result={found}>
        {({ connectors }) => (
          <Stack gap="xs">
            {connectors.map((connector) => (
              <Connector key={connector.connector_account_id} connector={connector}>
                {setUpOf(connector.connector_account_id)}
              </Connector>
            ))}
            <WhereTo />
          </Stack>
        )}
      </ReadState>
      <ConnectDialog
        connecting={connecting}
        onClose={() => setConnecting(undefined)}
        onTried={(tried) => {
          setConnecting(undefined)
          setProposing(tried)
        }}
      />
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </>
  )
}

interface SetUpsOptions {
  /** Undefined: the person may only look. */
  onPropose: ((proposing: Proposing) => void) | undefined
  onConnect: (connecting: Connecting) => void
}

/** What can be connected, and the set-up of each account. */
function useSetUps({ onPropose, onConnect }: SetUpsOptions) {
  const providers = useRead<ProvidersAnswer>('/console/operator/providers').data
  const routes = useRead<Page<RouteData>>('/console/operator/routes', { query: { limit: routesShown } }).data
  const connectable = providers?.connectable ?? []
  const setUpOf = (id: string) => {
    const account = providers?.accounts.find((each) => each.connector_account_id === id)
    const own = (routes?.items ?? []).filter((route) => route.account.connector_account_id === id)
    return (
      account && (
        <AccountSetUp
          account={account}
          fields={connectable.find(({ connector }) => connector === account.connector)?.fields ?? []}
          routes={own}
          onPropose={onPropose}
          onChange={() => onConnect({ connectable, account })}
        />
      )
    )
  }
  return { connectable, setUpOf }
}

function Connector({ connector, children }: { connector: ConnectorData; children: ReactNode }) {
  const texts = useOperatorTexts()
  const { notifications, oldest_unknown: unknown } = connector
  const answered = useAnswered(connector.calls)
  const at = (instant: string | null) => (instant === null ? texts.noneToday : <Instant at={instant} seconds />)
  const facts = [
    {
      name: texts.service,
      value: connector.services.includes('*') ? texts.everyService : connector.services.join(', '),
    },
    { name: texts.lastSuccess, value: at(connector.last_success_at) },
    { name: texts.lastFailure2, value: at(connector.last_failure_at) },
    { name: texts.answered, value: answered },
    { name: texts.waiting, value: connector.waiting },
    { name: texts.open, value: connector.open },
    {
      name: texts.oldestUnknown,
      value: unknown && (
        <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: unknown.transaction_id }}>
          <Instant at={unknown.at} distance />
        </TextLink>
      ),
    },
    {
      name: texts.notifications,
      value: texts.notificationWords(
        String(notifications.processed),
        String(notifications.received),
        String(notifications.unmatched),
      ),
    },
  ]
  return (
    <Panel
      title={connector.name}
      mark={
        <Group gap="xs">
          <ConnectorState connector={connector} />
          <EnvironmentBadge environment={connector.environment} />
        </Group>
      }
      isFoldedOnPhone={isHealthy(connector)}
    >
      <Stack>
        <ConnectorFigures connector={connector} />
        <DescriptionList facts={facts} />
        <Calls connector={connector} />
        {children}
      </Stack>
    </Panel>
  )
}

/** Calls whose outcome stayed unknown, or that did not reach the provider. */
const unanswered: ReadonlySet<string> = new Set(['unknown', 'not_sent', 'unresolved', 'none'])

/** The share of calls that the provider answered, in the last hour and the last day. */
function useAnswered(calls: ConnectorData['calls']): string {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const share = (period: 'last_hour' | 'last_day'): string => {
    const sum = (rows: ConnectorData['calls']) => rows.reduce((total, row) => total + row[period], 0)
    const all = sum(calls)
    if (all === 0) return '–'
    return formatShare(sum(calls.filter(({ outcome }) => !unanswered.has(outcome))) / all, language)
  }
  if (calls.every(({ last_day: count }) => count === 0)) return texts.noCalls
  return texts.answeredWords(share('last_hour'), share('last_day'))
}

function Calls({ connector }: { connector: ConnectorData }) {
  const texts = useOperatorTexts()
  const { outcomes } = usePaymentsTexts()
  if (connector.calls.length === 0) return null
  return (
    <DataTable
      caption={`${texts.calls}: ${connector.name}`}
      rows={connector.calls}
      rowKey={(row) => row.outcome}
      columns={[
        {
          key: 'outcome',
          header: texts.outcome,
          isHead: true,
          render: (row) => wordOf(outcomes, row.outcome),
        },
        { key: 'hour', header: texts.lastHour, align: 'right', render: (row) => row.last_hour },
        { key: 'day', header: texts.lastDay, align: 'right', render: (row) => row.last_day },
      ]}
    />
  )
}
