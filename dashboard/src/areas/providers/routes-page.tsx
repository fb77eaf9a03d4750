import type { RouteData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { RouteTable } from './route-table.tsx'
import { useProviderTexts } from './texts.ts'
import { WhyPanel } from './why-panel.tsx'

/** Every route of the environment, and where an order would go. */
export function RoutesPage() {
  const texts = useProviderTexts()
  const { environment } = useDeskEnvironment()
  const found = useRead<{ items: readonly RouteData[] }>('/console/operator/routes', {
    query: { environment },
    enabled: environment !== undefined,
  })
  return (
    <>
      <PageHeader title={texts.routes} explanation={texts.routesExplanation} />
      <WhyPanel />
      <Panel title={texts.order} explanation={texts.routesWords}>
        <ReadState result={found}>{({ items }) => <RouteTable routes={items} empty={texts.noRoutesAtAll} />}</ReadState>
      </Panel>
    </>
  )
}
