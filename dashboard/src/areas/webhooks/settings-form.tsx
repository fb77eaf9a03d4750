import { Alert, Button, Group, NumberInput, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { WebhookChangeData, WebhookData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWebhooksTexts } from './texts.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import classes from './webhooks.module.css'

/** Addresses longer than this are refused. */
const urlLengthMax = 2048
const inFlightMax = 64
const rateMax = 1000

const toggles = [
  'accept_2xx',
  'extra_fields',
  'amount_always',
  'send_metadata',
  'send_refunds',
  'send_withdrawals',
] as const
type Toggle = (typeof toggles)[number]

/** What a person changes before saving. */
interface Draft extends Record<Toggle, boolean> {
  url: string
  max_in_flight: number | string
  rate_per_second: number | string
}

/** Where callbacks go, what they hold and how fast they go out: one form. Pausing is a button, because it acts at once. */
export function SettingsForm({ data }: { data: WebhookData }) {
  const { address } = useWebhooksTexts()
  return (
    <Panel title={address.title} actions={<PauseButton status={data.status} />}>
      <Stack>
        {data.status === 'paused' && (
          <Alert color="yellow" variant="outline">
            {address.pausedNow}
          </Alert>
        )}
        <Form data={data} />
      </Stack>
    </Panel>
  )
}

function usePut(): (change: WebhookChangeData) => Promise<WebhookData> {
  const pointPath = usePointPath()
  return (change) => api.put<WebhookData>(pointPath('/webhook'), change)
}

function PauseButton({ status }: { status: WebhookData['status'] }) {
  const { address } = useWebhooksTexts()
  const put = usePut()
  const hold = useChange((wanted: 'active' | 'paused') => put({ status: wanted }), {
    done: (changed) => (changed.status === 'paused' ? address.pausedNow : address.resumedNow),
  })
  const isActive = status === 'active'
  return (
    <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate(isActive ? 'paused' : 'active')}>
      {isActive ? address.pause : address.resume}
    </Button>
  )
}

function Form({ data }: { data: WebhookData }) {
  const { address } = useWebhooksTexts()
  const put = usePut()
  const [draft, setDraft] = useState<Draft>()
  const shown = draft ?? draftOf(data)
  const save = useChange(() => put(changeOf(shown)), {
    done: () => {
      setDraft(undefined)
      return address.saved
    },
    tellErrors: false,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const discard = () => {
    setDraft(undefined)
    save.reset()
  }
  const change = (part: Partial<Draft>) => setDraft({ ...shown, ...part })
  const isChanged = JSON.stringify(changeOf(shown)) !== JSON.stringify(changeOf(draftOf(data)))
  const faults = faultsOf(save.error)
  return (
    <>
      <UnsavedGuard isChanged={isChanged} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            label={address.url}
            description={address.urlHint}
            type="url"
            inputMode="url"
            placeholder="https://shop.example/callbacks"
            maxLength={urlLengthMax}
            value={shown.url}
            error={faults.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
          <Options shown={shown} faults={faults} change={change} />
          {faults.form !== undefined && (
            <Text role="alert" size="sm" c="red">
              {faults.form}
            </Text>
          )}
          <Buttons isChanged={isChanged} isSaving={save.isPending} onDiscard={discard} />
        </Stack>
      </form>
    </>
  )
}

function Buttons(props: { isChanged: boolean; isSaving: boolean; onDiscard: () => void }) {
  const { address } = useWebhooksTexts()
  return (
    <Group gap="sm">
      <Button type="submit" loading={props.isSaving}>
        {address.save}
      </Button>
      {props.isChanged && (
        <>
          <Button variant="subtle" onClick={props.onDiscard}>
            {address.discard}
          </Button>
          <Text size="sm" c="dimmed" role="status">
            {address.unsaved}
          </Text>
        </>
      )}
    </Group>
  )
}

interface OptionsProps {
  shown: Draft
  faults: Faults
  change: (part: Partial<Draft>) => void
}

function Options({ shown, faults, change }: OptionsProps) {
  const { options } = useWebhooksTexts()
  return (
    <details className={classes['folded']} open={faults.max_in_flight || faults.rate_per_second ? true : undefined}>
      <summary>{options.title}</summary>
      <Stack mt="sm">
        {toggles.map((name) => (
          <Switch
            key={name}
            label={options.toggles[name]}
            checked={shown[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          />
        ))}
        <Group align="flex-start" gap="sm">
          <NumberInput
            label={options.inFlight}
            description={options.inFlightHint}
            min={1}
            max={inFlightMax}
            allowDecimal={false}
            value={shown.max_in_flight}
            error={faults.max_in_flight}
            onChange={(value) => change({ max_in_flight: value })}
          />
          <NumberInput
            label={options.rate}
            description={options.rateHint}
            min={1}
            max={rateMax}
            allowDecimal={false}
            value={shown.rate_per_second}
            error={faults.rate_per_second}
            onChange={(value) => change({ rate_per_second: value })}
          />
        </Group>
      </Stack>
    </details>
  )
}

function draftOf(data: WebhookData): Draft {
  const { accept_2xx, extra_fields, amount_always, send_metadata, send_refunds, send_withdrawals } = data
  const { url, max_in_flight, rate_per_second } = data
  return {
    ...{ accept_2xx, extra_fields, amount_always, send_metadata, send_refunds, send_withdrawals },
    ...{ url: url ?? '', max_in_flight, rate_per_second },
  }
}

function changeOf(draft: Draft): WebhookChangeData {
  const { url, max_in_flight: inFlight, rate_per_second: rate, ...rest } = draft
  return {
    ...rest,
    url: url.trim() === '' ? null : url.trim(),
    max_in_flight: Number(inFlight),
    rate_per_second: Number(rate),
  }
}

interface Faults {
  url?: string | undefined
  max_in_flight?: string | undefined
  rate_per_second?: string | undefined
  /** What belongs to no field. */
  form?: string | undefined
}

function faultsOf(error: Error | null): Faults {
  if (error === null) return {}
  const of = (name: string) => (error instanceof ApiError ? error.fieldMessage(name) : undefined)
  const fields = {
    url: of('url'),
    max_in_flight: of('max_in_flight'),
    rate_per_second: of('rate_per_second'),
  }
  const isNamed = Object.values(fields).some((message) => message !== undefined)
  return isNamed ? fields : { form: describeError(error).message }
}
