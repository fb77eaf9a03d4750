import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExplainedData, InboxMessageData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { BytesView, CodeBlock } from '../../parts/code-block.tsx'
import { TextLink } from '../../parts/links.tsx'
import { ReadState } from '../../parts/states.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { CheckList } from '../webhooks/explain-panel.tsx'
import { useInboxTexts } from '../webhooks/texts.ts'
import { factsOf } from './facts-of.ts'

/** A live test tells of a made-up payment (`test_…`), which has no page. */
const isPayment = /^(?!test_)./

/** A message with its exact bytes, its headers, and every check that a receiver should make. */
export function MessageDetail({ message }: { message: InboxMessageData }) {
  const texts = useInboxTexts()
  const { permissions, id: pointId } = usePoint()
  const { transactionId } = factsOf(message.body)
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <Stack gap="md">
      <Identifier value={message.webhook_id} name={texts.webhookId} />
      {isPayment.test(transactionId) && (
        <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId }}>
          {texts.openTransaction}
        </TextLink>
      )}
      {permissions.includes('webhook') && <Checks message={message} />}
      <div>
        <Title order={3} size="h5" mb="xs">
          {texts.body}
        </Title>
        <BytesView text={message.body} name={texts.body} />
      </div>
      <div>
        <Title order={3} size="h5" mb="xs">
          {texts.headers}
        </Title>
        <CodeBlock code={headers.join('\n')} name={texts.headers} />
      </div>
    </Stack>
  )
}

function Checks({ message }: { message: InboxMessageData }) {
  const texts = useInboxTexts()
  const pointPath = usePointPath()
  const explained = useQuery({
    queryKey: ['explain', pointPath(''), message.id],
    queryFn: () =>
      api.post<ExplainedData>(pointPath('/webhook/explain'), { body: message.body, headers: message.headers }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {texts.checks}
      </Title>
      <ReadState result={explained}>
        {({ checks }) => (
          // A message of yesterday is old and still right: whether it is fresh was for its receiver to ask.
          <CheckList checks={checks.filter(({ check }) => check !== 'timestamp')} />
        )}
      </ReadState>
    </div>
  )
}
