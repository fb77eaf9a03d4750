import { Button, Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import type {
  CallbackAttemptData,
  DeliveryDetailData,
} from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'
import { api } from '../../app/api.ts'
import { formatCount, formatDuration } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { BytesView, CodeBlock } from '../../parts/code-block.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { StatusBadge } from '../../parts/values/tag.tsx'
import { DeliveryStateTag, isIntoInbox, NextAttempt } from './delivery-state-tag.tsx'
import { reasonOf } from './reason.ts'
import { useWebhooksTexts } from './texts.ts'
import classes from './webhooks.module.css'

/** One callback: what was sent, every attempt with its answer, and sending it again. */
export function DeliveryPage() {
  const { delivery } = useWebhooksTexts()
  const { deliveryId = '' } = useParams({ strict: false })
  const { id: pointId } = usePoint()
  const path = usePointPath()(`/webhook/deliveries/${encodeURIComponent(deliveryId)}`)
  const found = useRead<DeliveryDetailData>(path)
  const resend = useChange(() => api.post(`${path}/resend`, {}), { done: delivery.resent })
  return (
    <>
      <PageHeader
        title={delivery.title(deliveryId)}
        explanation={<ZoneNote />}
        mark={found.data && <StatusBadge status={found.data.callback.status} />}
        actions={
          <>
            <ButtonLink variant="default" to="/p/$pointId/webhooks" params={{ pointId }} search={{ tab: 'deliveries' }}>
              {delivery.back}
            </ButtonLink>
            <Button loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
              {delivery.resend}
            </Button>
          </>
        }
      />
      <ReadState heading={1} result={found}>
        {(data) => <Detail data={data} />}
      </ReadState>
    </>
  )
}

function Detail({ data }: { data: DeliveryDetailData }) {
  const { delivery, deliveries } = useWebhooksTexts()
  const { callback } = data
  return (
    <>
      <WhatHappened data={data} />
      {callback.deliveries.map((run) => (
        <Panel
          key={run.delivery_id}
          title={delivery.run(deliveries.triggers[run.trigger])}
          actions={<DeliveryStateTag state={run.state} last={run.attempts.at(-1)} />}
        >
          {run.attempts.length === 0 && <Text size="sm">{delivery.noAttempts}</Text>}
          {run.waits_for !== null && (
            <Text size="sm" c="dimmed">
              {deliveries.columns.next}: <NextAttempt delivery={run} />
            </Text>
          )}
          {run.attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </Panel>
      ))}
      <SentBytes data={data} />
    </>
  )
}

/** The newest attempt in words, and the payment that the callback is about. */
function WhatHappened({ data }: { data: DeliveryDetailData }) {
  const texts = useWebhooksTexts()
  const { delivery, test } = texts
  const { id: pointId } = usePoint()
  const { callback, transaction_id: transactionId } = data
  const runs = callback.deliveries
  const newest = runs
    .flatMap(({ attempts }) => attempts)
    .toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1))
    .at(0)
  const wasTaken = runs.some(({ state }) => state === 'delivered')
  const taken = isIntoInbox(newest) ? test.intoInbox : delivery.received
  return (
    <Panel title={delivery.what}>
      <Stack gap="xs">
        <Text fw={600}>{wasTaken ? taken : newest ? reasonOf(newest, texts) : delivery.noAttempts}</Text>
        <Text size="sm">
          {delivery.made}: <Instant at={callback.created_at} seconds />
        </Text>
        <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId }}>
          {delivery.openTransaction}
        </TextLink>
      </Stack>
    </Panel>
  )
}

function SentBytes({ data }: { data: DeliveryDetailData }) {
  const { delivery } = useWebhooksTexts()
  const { callback } = data
  const wasTried = callback.deliveries.some(({ attempts }) => attempts.length > 0)
  return (
    <Panel title={delivery.exact}>
      <Stack>
        <DescriptionList
          facts={[
            { name: delivery.webhookId, value: <Identifier value={callback.webhook_id} name={delivery.webhookId} /> },
            {
              name: delivery.transaction,
              value: <Identifier value={data.transaction_id} name={delivery.transaction} />,
            },
          ]}
        />
        {data.exact_body === null && <Text size="sm">{wasTried ? delivery.noExact : delivery.notYet}</Text>}
        <BytesView text={data.exact_body ?? callback.body} name={delivery.exact} />
      </Stack>
    </Panel>
  )
}

function Attempt({ attempt }: { attempt: CallbackAttemptData }) {
  const texts = useWebhooksTexts()
  const { delivery } = texts
  const language = useLanguage()
  const took = attempt.total_ms === null ? null : formatDuration(attempt.total_ms, language)
  // A fault beside a status: the answer came, and did not count.
  const isTaken = attempt.error === null && attempt.http_status !== null
  return (
    <section className={classes['attempt']}>
      <Title order={3} size="h5">
        {delivery.attempt(formatCount(attempt.number, language))} · <Instant at={attempt.started_at} seconds />
      </Title>
      {!isTaken && <Text size="sm">{reasonOf(attempt, texts)}</Text>}
      <DescriptionList
        facts={[
          { name: delivery.to, value: attempt.url ?? delivery.inbox },
          {
            name: delivery.answer,
            value: attempt.http_status === null || isIntoInbox(attempt) ? delivery.none : `HTTP ${attempt.http_status}`,
          },
          { name: delivery.took, value: attempt.slow ? `${took} (${delivery.slow})` : took },
        ]}
      />
      <Technical attempt={attempt} />
    </section>
  )
}

/** What a developer compares with the log of the server. */
function Technical({ attempt }: { attempt: CallbackAttemptData }) {
  const { delivery, deliveries } = useWebhooksTexts()
  const { error, error_code: code, sent_body_sha256: digest, response_body: body } = attempt
  const hasBody = body !== null && body !== ''
  const hasError = error !== null && attempt.http_status === null
  if (!hasBody && !hasError && digest === null) return null
  return (
    <details open className={classes['folded']}>
      <summary>{delivery.technical}</summary>
      <DescriptionList
        facts={[
          ...(hasError
            ? [{ name: delivery.error, value: [deliveries.errors[error] ?? error, code].filter(Boolean).join(' · ') }]
            : []),
          ...(digest === null
            ? []
            : [{ name: delivery.digest, value: <Identifier value={digest} name={delivery.digest} short /> }]),
        ]}
      />
      {hasBody && <CodeBlock code={body} name={delivery.answerBody} />}
    </details>
  )
}
