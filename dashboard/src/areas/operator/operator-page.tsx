import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperatorOverviewData } from '../../../../gateway/src/overview/http/contract/operator-health.ts'
import { deskCountMax, useDeskOverview } from '../../app/desk-environment.ts'
import { formatBounded, formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import classes from './figure.module.css'
import { RunState } from './invariants-page.tsx'
import { SuspenseSums } from './suspense-sums.tsx'
import { useOperatorTexts } from './texts.ts'
import { Volumes } from './volumes.tsx'
import { WorkQueue } from './work-queue.tsx'

export function OperatorPage() {
  const texts = useOperatorTexts()
  const found = useDeskOverview()
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.overviewExplanation} <ZoneNote />
          </>
        }
      />
      <ReadState result={{ ...found, data: found.overview }}>
        {(overview) => <Overview overview={overview} />}
      </ReadState>
    </>
  )
}

function Overview({ overview }: { overview: OperatorOverviewData }) {
  const texts = useOperatorTexts()
  return (
    <Stack gap={0}>
      <WorkQueue key={overview.environment} overview={overview} />
      <Figures overview={overview} />
      {overview.replica && <Replica replica={overview.replica} />}
      {!overview.mail_configured && (
        <Alert variant="outline" color="yellow" mb="md">
          {texts.noMail}
        </Alert>
      )}
      <Volumes overview={overview} />
      {overview.suspense.length > 0 && (
        <Panel title={texts.suspenseTitle}>
          <SuspenseSums sums={overview.suspense} />
        </Panel>
      )}
    </Stack>
  )
}

function Figures({ overview }: { overview: OperatorOverviewData }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const { last, full } = overview.verify
  const pending = overview.oldest_pending
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} my="md">
      <Figure title={texts.reviewQueueTitle}>
        <TextLink to="/operator/attention">{formatBounded(overview.attention, deskCountMax, language)}</TextLink>
      </Figure>
      <Figure title={texts.proposalsTitle}>
        <TextLink to="/operator/proposals">{formatBounded(overview.open_proposals, deskCountMax, language)}</TextLink>
      </Figure>
      <Figure title={texts.invariantsTitle} isText>
        <Group gap="xs">
          {last ? <RunState run={last} /> : texts.never}
          {full && full.run_id !== last?.run_id && full.violations > 0 && <RunState run={full} />}
        </Group>
        <Text size="sm" c="dimmed">
          {last && <Instant at={last.started_at} distance />}
        </Text>
      </Figure>
      <Figure title={texts.oldestPending} isText>
        {pending ? (
          <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: pending.transaction_id }}>
            <Instant at={pending.at} distance />
          </TextLink>
        ) : (
          texts.none
        )}
      </Figure>
    </SimpleGrid>
  )
}

/** `isText`: words, which would be too loud in the size of a number. */
function Figure({ title, isText = false, children }: { title: string; isText?: boolean; children: ReactNode }) {
  return (
    <section className={classes['figure']} aria-label={title}>
      <h2 className={classes['name']}>{title}</h2>
      <div className={classes['value']} data-text={isText || undefined}>
        {children}
      </div>
    </section>
  )
}

/** Half a second is as good as nothing: it is shown in tenths. */
function Replica({ replica }: { replica: NonNullable<OperatorOverviewData['replica']> }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const { state, lag_ms: lag } = replica
  const seconds = lag === null ? texts.replicaLagUnknown : `${formatCount(Math.round(lag / 100) / 10, language)} s`
  return (
    <Text size="sm" mb="md" {...(state === 'used' && { c: 'dimmed' })}>
      {texts.replicaWords[state](seconds)}
    </Text>
  )
}
