import { Tabs } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { CredentialsData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import type { WebhookData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { isRefusal } from '../../app/api-error.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { ErrorState, ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { ZoneNote } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { SecretsPanel } from '../credentials/secrets-panel.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { ExplainPanel } from './explain-panel.tsx'
import { FailingAlert } from './failing-alert.tsx'
import { FirstCallback } from './first-callback.tsx'
import { HealthPanel } from './health-panel.tsx'
import { SamplesPanel } from './samples-panel.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TestPanel } from './test-panel.tsx'
import { useWebhooksTexts } from './texts.ts'

/** How often the health is read anew while it is looked at. */
const everySeconds = 15

const tabs = ['endpoint', 'deliveries', 'verify', 'secrets'] as const

/** Settings > Webhooks. Which part is open stands in the address. */
export function WebhooksPage() {
  const texts = useWebhooksTexts()
  const webhook = useRead<WebhookData>(usePointPath()('/webhook'), { everySeconds })
  const filters = useUrlFilters('/p/$pointId/webhooks')
  const tab = tabs.find((each) => each === filters.values.tab) ?? 'endpoint'
  return (
    <>
      <PageHeader
        title={texts.title}
        mark={webhook.data && <StatusMark data={webhook.data} />}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      {isRefusal(webhook.error, 'role_missing') || isRefusal(webhook.error, 'second_factor_required') ? (
        <ErrorState error={webhook.error} />
      ) : (
        <>
          {webhook.data && <FailingAlert data={webhook.data} />}
          <Parts tab={tab} onTab={(next) => filters.set({ tab: next })} webhook={webhook} />
        </>
      )}
    </>
  )
}

interface PartsProps {
  tab: (typeof tabs)[number]
  onTab: (tab: string) => void
  webhook: UseQueryResult<WebhookData>
}

function Parts({ tab, onTab, webhook }: PartsProps) {
  const texts = useWebhooksTexts()
  return (
    <Tabs value={tab} onChange={(next) => onTab(next ?? '')} keepMounted={false}>
      <Tabs.List mb="md">
        {tabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {texts.tabs[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="endpoint">
        <ReadState result={webhook}>{(data) => <Endpoint data={data} />}</ReadState>
      </Tabs.Panel>
      <Tabs.Panel value="deliveries">
        <DeliveriesPanel />
      </Tabs.Panel>
      <Tabs.Panel value="verify">
        <ExplainPanel />
        <SamplesPanel />
      </Tabs.Panel>
      <Tabs.Panel value="secrets">
        <Secrets />
      </Tabs.Panel>
    </Tabs>
  )
}

function StatusMark({ data: { status, url } }: { data: WebhookData }) {
  const { address, health } = useWebhooksTexts()
  const { environment } = usePoint()
  if (url === null && status === 'active') return <Tag tone="calm">{health.withoutUrl[environment]}</Tag>
  const tone = { active: 'good', paused: 'wait', suspended: 'bad' } as const
  return <Tag tone={tone[status]}>{address.status[status]}</Tag>
}

function Endpoint({ data }: { data: WebhookData }) {
  return (
    <>
      <SettingsForm data={data} />
      {data.url === null && <FirstCallback />}
      <TestPanel />
      <HealthPanel health={data.health} hasUrl={data.url !== null} />
    </>
  )
}

function Secrets() {
  const credentials = useRead<CredentialsData>(usePointPath()('/credentials'))
  return <ReadState result={credentials}>{(data) => <SecretsPanel data={data} />}</ReadState>
}
