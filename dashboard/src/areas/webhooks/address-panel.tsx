import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { WebhookChangeData, WebhookData } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWebhooksTexts } from './texts.ts'

/** Addresses longer than this are refused. */
const urlLengthMax = 2048

/** Where callbacks go, and holding them for a while. */
export function AddressPanel({ data }: { data: WebhookData }) {
  const { address } = useWebhooksTexts()
  const put = usePut()
  const hold = useChange((status: 'active' | 'paused') => put({ status }), {
    done: ({ status }) => (status === 'paused' ? address.pausedNow : address.resumedNow),
  })
  const isActive = data.status === 'active'
  return (
    <Panel
      title={address.title}
      actions={
        <Button variant="default" loading={hold.isPending} onClick={() => hold.mutate(isActive ? 'paused' : 'active')}>
          {isActive ? address.pause : address.resume}
        </Button>
      }
    >
      <Stack>
        {data.status === 'paused' && (
          <Alert color="yellow" variant="outline">
            {address.pausedNow}
          </Alert>
        )}
        {data.status === 'suspended' && (
          <Alert color="red" variant="outline">
            {address.suspendedWhy}
          </Alert>
        )}
        <AddressForm before={data.url} />
      </Stack>
    </Panel>
  )
}

function usePut(): (change: WebhookChangeData) => Promise<WebhookData> {
  const pointPath = usePointPath()
  return (change) => api.put<WebhookData>(pointPath('/webhook'), change)
}

function AddressForm({ before }: { before: string | null }) {
  const { address } = useWebhooksTexts()
  const put = usePut()
  const [url, setUrl] = useState(before ?? '')
  const save = useChange(() => put({ url: url.trim() === '' ? null : url.trim() }), {
    done: address.saved,
    tellErrors: false,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack align="flex-start" gap="sm">
        <TextInput
          label={address.url}
          description={address.urlHint}
          type="url"
          inputMode="url"
          placeholder="https://shop.example/callbacks"
          maxLength={urlLengthMax}
          w="100%"
          value={url}
          error={save.error && faultOf(save.error)}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending}>
          {address.save}
        </Button>
      </Stack>
    </form>
  )
}

function faultOf(error: Error): string {
  const ofField = error instanceof ApiError ? error.fieldMessage('url') : undefined
  return ofField ?? describeError(error).message
}
