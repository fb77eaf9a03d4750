import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { ExplainedData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useWebhooksTexts } from './texts.ts'
import classes from './webhooks.module.css'

/** The API takes this much of a body. */
const bodyLengthMax = 20_000

/** Says of a pasted callback which check fails, and why. */
export function ExplainPanel() {
  const { explain } = useWebhooksTexts()
  const pointPath = usePointPath()
  const [body, setBody] = useState('')
  const [headers, setHeaders] = useState('')
  const ask = useChange(() =>
    api.post<ExplainedData>(pointPath('/webhook/explain'), { body, headers: headersOf(headers) }),
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    ask.mutate(undefined)
  }
  return (
    <Panel title={explain.title} explanation={explain.explanation}>
      <form onSubmit={onSubmit}>
        <Stack>
          <Textarea
            label={explain.body}
            description={explain.bodyHint}
            autosize
            minRows={3}
            maxRows={12}
            maxLength={bodyLengthMax}
            required
            withAsterisk={false}
            className={classes['raw'] ?? ''}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
          <Textarea
            label={explain.headers}
            description={explain.headersHint}
            placeholder="webhook-id: evt_…"
            autosize
            minRows={3}
            maxRows={12}
            className={classes['raw'] ?? ''}
            value={headers}
            onChange={(event) => setHeaders(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" loading={ask.isPending}>
              {explain.ask}
            </Button>
          </div>
          <div aria-live="polite">{ask.data && <Answer data={ask.data} />}</div>
        </Stack>
      </form>
    </Panel>
  )
}

function Answer({ data }: { data: ExplainedData }) {
  const { explain } = useWebhooksTexts()
  return (
    <Stack gap="sm">
      <Alert
        color={data.genuine ? 'green' : 'red'}
        variant="outline"
        title={data.genuine ? explain.genuine : explain.notGenuine}
      />
      <CheckList checks={data.checks} />
    </Stack>
  )
}

/** `name: value`, a line each; what has no colon is left out. */
function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const]
  })
  return Object.fromEntries(pairs)
}

/** What was checked of a callback, one line each: by colour and word, with the reason. */
export function CheckList({ checks }: { checks: ExplainedData['checks'] }) {
  const { explain } = useWebhooksTexts()
  return (
    <ul className={classes['checks']}>
      {checks.map(({ check, ok, message }) => (
        <li key={check} className={classes['check']}>
          <Tag tone={ok === null ? 'calm' : ok ? 'good' : 'bad'}>
            {explain.checks[check]}: {ok === null ? explain.marks.unknown : ok ? explain.marks.good : explain.marks.bad}
          </Tag>
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}
