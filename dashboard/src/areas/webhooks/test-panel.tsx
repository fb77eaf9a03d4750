import { Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Status, TestedData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { formatDuration } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useStatusTexts } from '../../parts/values/tag.tsx'
import { useWebhooksTexts } from './texts.ts'

const statuses: readonly Status[] = ['COMPLETED', 'ERROR', 'EXPIRED', 'PENDING']

/** One signed callback now, and what came of it. */
export function TestPanel() {
  const { test } = useWebhooksTexts()
  const { status: statusTexts } = useStatusTexts()
  const pointPath = usePointPath()
  const [status, setStatus] = useState<Status>('COMPLETED')
  const send = useChange(() => api.post<TestedData>(pointPath('/webhook/test'), { status }))
  return (
    <Panel title={test.title} explanation={test.explanation}>
      <Stack>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={test.status}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value as Status)}
            data={statuses.map((value) => ({ value, label: statusTexts[value] }))}
          />
          <Button loading={send.isPending} onClick={() => send.mutate(undefined)}>
            {test.send}
          </Button>
        </Group>
        <div aria-live="polite">{send.data && !send.isPending && <TestResult result={send.data} />}</div>
      </Stack>
    </Panel>
  )
}

function TestResult({ result }: { result: TestedData }) {
  const { test } = useWebhooksTexts()
  const { answer, request } = result
  const isIntoInbox = result.delivered && request.url === null
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Stack gap="sm">
      <Alert
        color={result.delivered ? 'green' : 'red'}
        variant="outline"
        title={isIntoInbox ? test.intoInbox : result.delivered ? test.delivered : test.failed}
      >
        {result.hint !== null && <Text size="sm">{result.hint}</Text>}
      </Alert>
      {!isIntoInbox && <AnswerFacts answer={answer} />}
      <Title order={3} size="h5">
        {test.request}
      </Title>
      <CodeBlock
        name={test.request}
        code={`POST ${request.url ?? test.inbox}\n${headers.join('\n')}\n\n${request.body}`}
      />
      {!isIntoInbox && (
        <Title order={3} size="h5">
          {test.body}
        </Title>
      )}
      {!isIntoInbox && !answer.body && <Text size="sm">{test.emptyBody}</Text>}
      {answer.body && <CodeBlock name={test.body} code={answer.body} />}
    </Stack>
  )
}

function AnswerFacts({ answer }: Pick<TestedData, 'answer'>) {
  const { test } = useWebhooksTexts()
  const language = useLanguage()
  const fault = [answer.error, answer.error_code].filter(Boolean).join(' · ')
  return (
    <DescriptionList
      facts={[
        { name: test.answer, value: answer.http_status === null ? test.noAnswer : `HTTP ${answer.http_status}` },
        { name: test.took, value: formatDuration(answer.total_ms, language) },
        ...(answer.error_code === null ? [] : [{ name: test.fault, value: fault }]),
      ]}
    />
  )
}
