import { Alert, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { OperatorOverviewData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './figure.module.css'
import { RunState } from './invariants-page.tsx'
import { SuspenseSums } from './suspense-sums.tsx'
import { useOperatorTexts } from './texts.ts'
import { VolumesPanel } from './volumes-panel.tsx'
import { WorkQueue } from './work-queue.tsx'

const refreshSeconds = 30

export function OperatorPage() {
  const texts = useOperatorTexts()
  const { environments } = useShellTexts()
  const found = useRead<OperatorOverviewData>('/console/operator/overview', { everySeconds: refreshSeconds })
  const { values, set } = useUrlFilters('/operator/')
  const chosen = values.environment === 'live' || values.environment === 'test' ? values.environment : undefined
  const environment = chosen ?? (found.data?.has_live_point ? 'live' : 'test')
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          <SegmentedControl
            aria-label={texts.environment}
            value={environment}
            onChange={(next) => set({ environment: next })}
            data={Object.entries(environments).map(([value, label]) => ({ value, label }))}
          />
        }
        explanation={
          <>
            {texts.overviewExplanation} <ZoneNote />
          </>
        }
      />
      <ReadState result={found}>
        {(overview) => <Overview overview={ofEnvironment(overview, environment)} environment={environment} />}
      </ReadState>
    </>
  )
}

/** What belongs to one environment. The proof of the books and the replica are the whole gateway's. */
function ofEnvironment(overview: OperatorOverviewData, environment: Environment): OperatorOverviewData {
  const isOf = (row: { environment: Environment }) => row.environment === environment
  return {
    ...overview,
    volumes: overview.volumes.filter(isOf),
    merchants: overview.merchants.filter(isOf),
    suspense: overview.suspense.filter(isOf),
    failing_endpoints: overview.failing_endpoints.filter(isOf),
  }
}

function Overview({ overview, environment }: { overview: OperatorOverviewData; environment: Environment }) {
  const texts = useOperatorTexts()
  return (
    <Stack gap={0}>
      <WorkQueue overview={overview} environment={environment} />
      <Figures overview={overview} environment={environment} />
      {overview.replica && <Replica replica={overview.replica} />}
      {!overview.mail_configured && (
        <Alert variant="outline" color="yellow" mb="md">
          {texts.noMail}
        </Alert>
      )}
      <VolumesPanel overview={overview} />
      {overview.suspense.length > 0 && (
        <Panel title={texts.suspenseTitle}>
          <SuspenseSums sums={overview.suspense} />
        </Panel>
      )}
    </Stack>
  )
}

function Figures({ overview, environment }: { overview: OperatorOverviewData; environment: Environment }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const waiting = overview.waiting_lines.find((each) => each.environment === environment)
  const { last, full } = overview.verify
  const shown = full ?? last
  const pending = overview.oldest_pending
  return (
    <SimpleGrid cols={{ base: 2, md: 3, lg: 6 }} my="md">
      <Figure title={texts.reviewQueueTitle}>
        <TextLink to="/operator/attention">{formatCount(overview.attention, language)}</TextLink>
      </Figure>
      <Figure title={texts.toPay.title}>
        <TextLink to="/operator/to-pay">{formatCount(overview.to_pay, language)}</TextLink>
      </Figure>
      <Figure title={texts.linesWaiting}>
        <TextLink to="/operator/banks/lines" search={{ view: 'waiting' }}>
          {formatCount(waiting?.lines ?? 0, language)}
        </TextLink>
      </Figure>
      <Figure title={texts.proposalsTitle}>
        <TextLink to="/operator/proposals">{formatCount(overview.open_proposals, language)}</TextLink>
      </Figure>
      <Figure title={texts.invariantsTitle} isText>
        {/* A run of what changed says little of the rest: it comes first only where it found something. */}
        <Group gap="xs">
          {last && last.run_id !== full?.run_id && last.violations > 0 && <RunState run={last} />}
          {shown ? <RunState run={shown} /> : texts.never}
        </Group>
        <Text size="sm" c="dimmed">
          {shown && <Instant at={shown.started_at} distance />}
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
