import { Accordion, Alert, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { InboxData, InboxMessageData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { StatusBadge } from '../../parts/tag.tsx'
import { useInboxTexts } from '../webhooks/texts.ts'
import { factsOf } from './facts-of.ts'
import { MessageDetail } from './message-detail.tsx'

/** How often new messages are looked for. */
const everySeconds = 5

/** As many as one answer of the API holds. */
const messagesMax = 100

/** What a test point without an address received, newest first. */
export function InboxPage() {
  const texts = useInboxTexts()
  const point = usePoint()
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      {point.environment === 'live' ? (
        <EmptyState title={texts.notLive} explanation={texts.notLiveWhy} />
      ) : (
        <Messages />
      )}
    </>
  )
}

function Messages() {
  const texts = useInboxTexts()
  const pointPath = usePointPath()
  const inbox = useRead<InboxData>(pointPath('/test/inbox'), { query: { limit: messagesMax }, everySeconds })
  const mayReadWebhook = usePoint().permissions.includes('webhook')
  const webhook = useRead<{ url: string | null }>(pointPath('/webhook'), { enabled: mayReadWebhook })
  return (
    <>
      {webhook.data?.url != null && (
        <Alert variant="outline" mb="md">
          {texts.hasAddress}
        </Alert>
      )}
      <ReadState result={inbox}>
        {({ messages }) =>
          messages.length === 0 ? (
            <EmptyState title={texts.emptyTitle} explanation={texts.empty} />
          ) : (
            <MessageList messages={messages.toReversed()} />
          )
        }
      </ReadState>
    </>
  )
}

function MessageList({ messages }: { messages: readonly InboxMessageData[] }) {
  const texts = useInboxTexts()
  const count = formatCount(messages.length, useLanguage())
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <section aria-label={texts.list}>
      <Text size="sm" c="dimmed" mb="xs">
        {messages.length < messagesMax
          ? texts.count[messages.length === 1 ? 'one' : 'other'](count)
          : texts.newest(count)}
      </Text>
      <Accordion variant="separated" value={opened} onChange={setOpened} order={2}>
        {messages.map((message) => (
          <Accordion.Item key={message.id} value={message.id}>
            <Accordion.Control>
              <Summary message={message} />
            </Accordion.Control>
            <Accordion.Panel>{opened === message.id && <MessageDetail message={message} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </section>
  )
}

function Summary({ message }: { message: InboxMessageData }) {
  const { status, transactionId } = factsOf(message.body)
  return (
    <Group justify="space-between" gap="xs" pe="sm">
      <Group gap="xs">
        {status !== undefined && <StatusBadge status={status} />}
        <code>{transactionId}</code>
      </Group>
      <Instant at={message.received_at} seconds />
    </Group>
  )
}
