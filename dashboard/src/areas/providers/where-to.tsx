import { Grid, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  MerchantData,
  Page,
  ServiceChoice,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { WheretoData } from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { useRead } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorWords, wordOf } from '../operator/texts.ts'
import { RouteText } from './account-set-up.tsx'
import { useProvidersTexts } from './texts.ts'

/** Merchants whose points can be chosen. */
const merchantsShown = 100

/** Where an order of a point, a code and a direction would go now, and why. */
export function WhereTo() {
  const texts = useProvidersTexts()
  const { values } = useOperatorWords()
  const { environments } = useShellTexts()
  const [point, setPoint] = useState('test')
  const [service, setService] = useState('PIX_BR')
  const [payType, setPayType] = useState('payin')
  const { data: merchants } = useRead<Page<MerchantData>>('/console/operator/merchants', {
    query: { limit: merchantsShown },
  })
  const { data: known } = useRead<{ services: readonly ServiceChoice[] }>('/console/operator/services')
  const ofPoint = point === 'test' || point === 'live' ? { environment: point } : { point_id: point }
  const found = useRead<WheretoData>('/console/operator/routes/explain', {
    query: { ...ofPoint, service_code: service, pay_type: payType },
  })
  const points = (merchants?.items ?? []).flatMap(({ name, points: own }) =>
    own.map((each) => ({ value: each.point_id, label: `${name} · ${each.name} (${environments[each.environment]})` })),
  )
  return (
    <Panel title={texts.whereTo} explanation={texts.whereToHelp} isFoldedOnPhone>
      <Stack>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, sm: 6 }}>
            <NativeSelect
              label={texts.point}
              data={[{ value: 'test', label: texts.everyTest }, { value: 'live', label: texts.everyLive }, ...points]}
              value={point}
              onChange={(event) => setPoint(event.currentTarget.value)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 6, sm: 3 }}>
            <NativeSelect
              label={texts.service}
              data={(known?.services ?? []).map(({ code }) => code)}
              value={service}
              onChange={(event) => setService(event.currentTarget.value)}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 6, sm: 3 }}>
            <NativeSelect
              label={texts.direction}
              data={['payin', 'payout'].map((value) => ({ value, label: wordOf(values, value) }))}
              value={payType}
              onChange={(event) => setPayType(event.currentTarget.value)}
            />
          </Grid.Col>
        </Grid>
        {found.error && <ErrorState error={found.error} />}
        {found.data && <Answer whereto={found.data} />}
      </Stack>
    </Panel>
  )
}

function Answer({ whereto: { chosen, candidates } }: { whereto: WheretoData }) {
  const texts = useProvidersTexts()
  return (
    <Stack gap="xs" aria-live="polite">
      <Text fw={600}>{chosen ? texts.goesTo(chosen.account.name) : texts.refused}</Text>
      <List type="ordered" size="sm">
        {candidates.map((each) => (
          <List.Item key={each.route_id}>
            {each.account.name} ({wordOf(texts.states, each.state)}): <RouteText route={each} />
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
