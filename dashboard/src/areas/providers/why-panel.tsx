import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { RouteWhyData } from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { readTypedAmount } from '../../../../gateway/src/values/typed-amount.ts'
import { useRead } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import { PointField, pointIdOf, useServices } from './order-fields.tsx'
import { useProviderTexts } from './texts.ts'

interface Asked {
  point_id: string
  service_code: string
  pay_type: string
  amount: string
}

const noValues = { point: '', service: '', direction: 'payin', amount: '' }

type Values = Readonly<typeof noValues>

/** Says where an order would go, and why each route takes it or not. */
export function WhyPanel() {
  const texts = useProviderTexts()
  const [values, setValues] = useState<Values>(noValues)
  const [asked, setAsked] = useState<Asked>()
  const next = askedOf(values)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (next) setAsked(next)
  }
  return (
    <Panel title={texts.why} explanation={texts.whyWords}>
      <form onSubmit={onSubmit}>
        <Stack>
          <AskedFields values={values} onChange={(changes) => setValues((before) => ({ ...before, ...changes }))} />
          <Group>
            <Button type="submit" disabled={!next}>
              {texts.ask}
            </Button>
          </Group>
        </Stack>
      </form>
      {asked && <Reply asked={asked} />}
    </Panel>
  )
}

/** Undefined while something is missing or cannot be read. */
function askedOf({ point, service, direction, amount }: Values): Asked | undefined {
  const pointId = pointIdOf(point)
  const reading = readTypedAmount(amount)
  if (pointId === undefined || service === '' || !reading.ok) return undefined
  return { point_id: pointId, service_code: service, pay_type: direction, amount: reading.decimal }
}

interface FieldsProps {
  values: Values
  onChange: (changes: Partial<Values>) => void
}

function AskedFields({ values, onChange }: FieldsProps) {
  const texts = useProviderTexts()
  const services = useServices()
  const directions = [
    { value: 'payin', label: texts.payin },
    { value: 'payout', label: texts.payout },
  ]
  return (
    <Group align="flex-start" grow preventGrowOverflow={false}>
      <PointField label={texts.point} required value={values.point} onChange={(point) => onChange({ point })} />
      <NativeSelect
        label={texts.service}
        required
        value={values.service}
        data={[
          { value: '', label: '–' },
          ...services.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
        ]}
        onChange={(event) => onChange({ service: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.direction}
        required
        value={values.direction}
        data={directions}
        onChange={(event) => onChange({ direction: event.currentTarget.value })}
      />
      <AmountField
        label={texts.amount}
        required
        currency={services.find(({ code }) => code === values.service)?.currency}
        value={values.amount}
        onChange={(amount) => onChange({ amount })}
      />
    </Group>
  )
}

function Reply({ asked }: { asked: Asked }) {
  const texts = useProviderTexts()
  const found = useRead<RouteWhyData>('/console/operator/routes/why', { query: { ...asked } })
  return (
    <ReadState result={found}>
      {({ goes_to: goesTo, candidates }) => (
        <Stack mt="md" aria-live="polite">
          <Text fw={600}>{goesTo ? `${texts.goesTo} ${goesTo.account}` : texts.refused}</Text>
          {candidates.length > 0 && (
            <DataTable
              caption={texts.why}
              rows={candidates}
              rowKey={(row) => row.route_id}
              columns={[
                {
                  key: 'account',
                  header: texts.account,
                  isHead: true,
                  render: (row) => (
                    <TextLink to="/operator/connectors/$accountId" params={{ accountId: row.connector_account_id }}>
                      {row.account}
                    </TextLink>
                  ),
                },
                {
                  key: 'service',
                  header: texts.service,
                  render: (row) => (row.service_code === '*' ? texts.everyService : row.service_code),
                },
                { key: 'priority', header: texts.priority, align: 'right', render: (row) => row.priority },
                {
                  key: 'verdict',
                  header: texts.verdict,
                  render: (row) => (
                    <Tag tone={row.verdict === 'taken' ? 'good' : 'calm'}>{texts.verdicts[row.verdict]}</Tag>
                  ),
                },
              ]}
            />
          )}
        </Stack>
      )}
    </ReadState>
  )
}
