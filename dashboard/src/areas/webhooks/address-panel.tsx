import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { WebhookChangeData, WebhookData } from '../../../../gateway/src/http/console/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { describeError } from '../../app/describe-error.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { useWebhooksTexts } from './texts.ts'

/** Addresses longer than this are refused. */
const urlLengthMax = 2048

/** Where callbacks go, and holding them for a while. */
export function AddressPanel({ data }: { data: WebhookData }) {
  const { address } = useWebhooksTexts()
  const pointPath = usePointPath()
  const [url, setUrl] = useState(data.url ?? '')
  const put = (change: WebhookChangeData) => api.put<WebhookData>(pointPath('/webhook'), change)
  const save = useChange(() => put({ url: url.trim() === '' ? null : url.trim() }), {
    done: address.saved,
    tellErrors: false,
  })
  const hold = useChange((status: 'active' | 'paused') => put({ status }), {
    done: ({ status }) => (status === 'paused' ? address.pausedNow : address.resumedNow),
  })
  const isActive = data.status === 'active'
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  const error =
    save.error instanceof ApiError
      ? (save.error.fieldMessage('url') ?? describeError(save.error).message)
      : save.error && describeError(save.error).message
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
        <StandingNote status={data.status} />
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
              error={error}
              onChange={(event) => setUrl(event.currentTarget.value)}
            />
            <Button type="submit" loading={save.isPending}>
              {address.save}
            </Button>
          </Stack>
        </form>
      </Stack>
    </Panel>
  )
}

/** Why nothing is being delivered. */
function StandingNote({ status }: { status: WebhookData['status'] }) {
  const { address } = useWebhooksTexts()
  if (status === 'active') return null
  return (
    <Alert color={status === 'paused' ? 'yellow' : 'red'} variant="outline">
      {status === 'paused' ? address.pausedNow : address.suspendedWhy}
    </Alert>
  )
}
