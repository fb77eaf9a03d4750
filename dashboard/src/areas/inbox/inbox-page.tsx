import { Accordion, Alert, Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { InboxData, InboxMessageData } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Icon } from '../../parts/icons.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { StatusBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useInboxTexts } from '../webhooks/texts.ts'
import { factsOf } from './facts-of.ts'
import classes from './inbox.module.css'
import { MessageDetail } from './message-detail.tsx'

/** How often new messages are looked for. */
const everySeconds = 5

/** As many as one answer of the API holds. */
const messagesMax = 100

const shownAtFirst = 25

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
  const { parts } = useShellTexts()
  const language = useLanguage()
  const count = formatCount(messages.length, language)
  const [opened, setOpened] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [shownMax, setShownMax] = useState(shownAtFirst)
  const found = messages.filter(({ body, payment }) =>
    `${body} ${payment?.reference} ${payment?.amount}`.toLowerCase().includes(search.trim().toLowerCase()),
  )
  return (
    <section aria-label={texts.list}>
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<Icon name="search" />}
        mb="xs"
        maw="28rem"
        data-main-search
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {messages.length < messagesMax
          ? texts.count[messages.length === 1 ? 'one' : 'other'](count)
          : texts.newest(count)}
        {search !== '' && ` ${texts.found(formatCount(found.length, language))}`}
      </Text>
      <Accordion variant="contained" value={opened} onChange={setOpened} order={2}>
        {found.slice(0, shownMax).map((message) => (
          <Accordion.Item key={message.id} value={message.id}>
            <Accordion.Control py={0}>
              <Summary message={message} />
            </Accordion.Control>
            <Accordion.Panel>{opened === message.id && <MessageDetail message={message} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {found.length > shownMax && (
        <Button variant="default" mt="sm" onClick={() => setShownMax(messagesMax)}>
          {parts.more}
        </Button>
      )}
    </section>
  )
}

/** Two lines: what it is about and how much, then by which method, when, and what it tells. */
function Summary({ message }: { message: InboxMessageData }) {
  const texts = useInboxTexts()
  const { status } = factsOf(message.body)
  const { payment } = message
  return (
    <span className={classes['summary']}>
      <span className={classes['line']}>
        <strong className={classes['reference']}>{payment?.reference ?? texts.testMessage}</strong>
        {payment && <Amount value={payment.amount} currency={payment.currency} />}
      </span>
      <span className={classes['line']}>
        <Text component="span" size="sm" c="dimmed">
          {payment && (
            <>
              <Method code={payment.service_code} short />
              {' · '}
            </>
          )}
          <Instant at={message.received_at} seconds />
        </Text>
        {status !== undefined && <StatusBadge status={status} />}
      </span>
    </span>
  )
}
