import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { WebhookChangeData, WebhookData } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWebhooksTexts } from './texts.ts'

const inFlightMax = 64
const rateMax = 1000

/** What callbacks hold besides what they must, and how many go out at once. */
export function OptionsPanel({ data }: { data: WebhookData }) {
  const { options, address } = useWebhooksTexts()
  const pointPath = usePointPath()
  const [inFlight, setInFlight] = useState<number | string>(data.max_in_flight)
  const [rate, setRate] = useState<number | string>(data.rate_per_second)
  const change = useChange((wanted: WebhookChangeData) => api.put<WebhookData>(pointPath('/webhook'), wanted), {
    done: address.saved,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    change.mutate({ max_in_flight: Number(inFlight), rate_per_second: Number(rate) })
  }
  const toggle = (name: ToggleName, label: string) => (
    <Toggle label={label} on={data[name]} failed={change.isError} onChange={(on) => change.mutate({ [name]: on })} />
  )
  return (
    <Panel title={options.title}>
      <Stack>
        {toggle('accept_2xx', options.accept)}
        {toggle('extra_fields', options.extra)}
        {toggle('amount_always', options.amount)}
        {toggle('send_metadata', options.metadata)}
        <form onSubmit={onSubmit}>
          <Group align="flex-end" gap="sm">
            <NumberInput
              label={options.inFlight}
              description={options.inFlightHint}
              min={1}
              max={inFlightMax}
              allowDecimal={false}
              value={inFlight}
              onChange={setInFlight}
            />
            <NumberInput
              label={options.rate}
              description={options.rateHint}
              min={1}
              max={rateMax}
              allowDecimal={false}
              value={rate}
              onChange={setRate}
            />
            <Button type="submit" variant="default" loading={change.isPending}>
              {address.save}
            </Button>
          </Group>
        </form>
      </Stack>
    </Panel>
  )
}

type ToggleName = 'accept_2xx' | 'extra_fields' | 'amount_always' | 'send_metadata'

interface ToggleProps {
  label: string
  /** As the server has it. */
  on: boolean
  /** The last change was refused: what the server has counts again. */
  failed: boolean
  onChange: (on: boolean) => void
}

/** A switch that moves at once and not only with the answer. */
function Toggle({ label, on, failed, onChange }: ToggleProps) {
  const [wanted, setWanted] = useState<boolean>()
  return (
    <Switch
      label={label}
      checked={failed ? on : (wanted ?? on)}
      onChange={(event) => {
        setWanted(event.currentTarget.checked)
        onChange(event.currentTarget.checked)
      }}
    />
  )
}
