import { Button, List, Stack, Text } from '@mantine/core'
import type { VerifyRunData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { api } from '../../app/api.ts'
import { formatCount, formatDuration } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useChange, usePages, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { DataTable, PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'

const path = '/console/operator/verify/runs'
const refreshSeconds = 5

export function InvariantsPage() {
  const texts = useOperatorTexts()
  const may = useMay('operator_act')
  const latest = useRead<{ items: readonly VerifyRunData[] }>(path, {
    query: { limit: 1 },
    everySeconds: refreshSeconds,
  })
  const pages = usePages<VerifyRunData>(path, { query: { limit: 10 }, everySeconds: refreshSeconds })
  const run = useChange((full: boolean) => api.post(path, { full }), { done: texts.runStarted })
  const last = latest.data?.items[0]
  return (
    <>
      <PageHeader
        title={texts.invariantsTitle}
        explanation={
          <>
            {texts.invariantsExplanation} <ZoneNote />
          </>
        }
        actions={
          may && (
            <>
              <Button variant="default" loading={run.isPending} onClick={() => run.mutate(false)}>
                {texts.runNow}
              </Button>
              <Button loading={run.isPending} onClick={() => run.mutate(true)}>
                {texts.runFull}
              </Button>
            </>
          )
        }
      />
      <Stack gap="xs">
        {last && <LastRun run={last} />}
        <Panel title={texts.runs}>
          <PagedTable
            caption={texts.runs}
            pages={pages}
            columns={useRunColumns()}
            rowKey={(row) => row.run_id}
            empty={<EmptyState title={texts.invariantsEmpty} heading={3} />}
          />
        </Panel>
      </Stack>
    </>
  )
}

function LastRun({ run }: { run: VerifyRunData }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const held = run.invariants.filter((each) => verdictOf(each) === 'holds')
  const others = run.invariants.filter((each) => !held.includes(each))
  return (
    <Panel title={texts.lastRun} explanation={<Instant at={run.started_at} seconds />} actions={<RunState run={run} />}>
      {run.failed !== null && <Text>{run.failed}</Text>}
      {others.length > 0 && <Invariants rows={others} />}
      {held.length > 0 && (
        <details>
          <summary>{texts.counted.holds(formatCount(held.length, language))}</summary>
          <Invariants rows={held} />
        </details>
      )}
    </Panel>
  )
}

function Invariants({ rows }: { rows: readonly Invariant[] }) {
  const texts = useOperatorTexts()
  const words = useOperatorWords()
  const language = useLanguage()
  return (
    <DataTable
      caption={texts.invariantsTitle}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'sentence',
          header: texts.mustHold,
          isHead: true,
          render: (row) => (
            <Stack gap={4}>
              <Text size="sm">
                <b>{row.id}</b> {wordOf(words.invariants, row.id)}
              </Text>
              {row.not_checked !== null && (
                <Text size="xs" c="dimmed">
                  {texts.notChecked}: {row.not_checked}
                </Text>
              )}
              <Examples rows={row.examples} />
              {row.under_review !== null && <UnderReview review={row.under_review} />}
            </Stack>
          ),
        },
        {
          key: 'checked',
          header: texts.checked,
          align: 'right',
          render: (row) => formatCount(row.checked, language),
        },
        { key: 'state', header: texts.status, isHead: true, render: (row) => <VerdictTag invariant={row} /> },
      ]}
    />
  )
}

type Invariant = VerifyRunData['invariants'][number]

/** Transactions and accounts by id, with what is wrong about them. */
function Examples({ rows }: { rows: Invariant['examples'] }) {
  if (rows.length === 0) return null
  return (
    <List size="xs">
      {rows.map((example) => (
        <List.Item key={`${example.id} ${example.what}`}>
          <code>{example.id}</code> {example.what}
        </List.Item>
      ))}
    </List>
  )
}

function UnderReview({ review }: { review: NonNullable<Invariant['under_review']> }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  const count = (value: number) => formatCount(value, language)
  if (review.transactions === 0 && review.differing === 0) return null
  return (
    <>
      <Text size="xs" c="dimmed">
        {texts.underReview(
          count(review.transactions),
          count(review.needs_operator),
          count(review.suspense),
          count(review.proposals),
          count(review.differing),
        )}
      </Text>
      <Examples rows={review.examples} />
    </>
  )
}

type Verdict = 'broken' | 'holds' | 'inPart' | 'notChecked'

/** Nothing is said to hold where a part of it was not looked at. */
function verdictOf({ violations, checked, not_checked: why }: Invariant): Verdict {
  if (violations > 0) return 'broken'
  if (checked === 0) return 'notChecked'
  return why === null ? 'holds' : 'inPart'
}

function VerdictTag({ invariant }: { invariant: Invariant }) {
  const texts = useOperatorTexts()
  const verdict = verdictOf(invariant)
  if (verdict === 'broken') return <Tag tone="bad">{texts.broken(String(invariant.violations))}</Tag>
  return <Tag tone={verdict === 'holds' ? 'good' : 'calm'}>{texts[verdict]}</Tag>
}

/** A run in one word, or how many of its invariants hold where not all were looked at. */
export function RunState({ run }: { run: VerifyRunData }) {
  const texts = useOperatorTexts()
  const language = useLanguage()
  if (run.failed !== null) return <Tag tone="bad">{texts.failedRun}</Tag>
  if (run.violations > 0) return <Tag tone="bad">{texts.broken(String(run.violations))}</Tag>
  const counts = (['holds', 'inPart', 'notChecked'] as const).map(
    (verdict) => [verdict, run.invariants.filter((each) => verdictOf(each) === verdict).length] as const,
  )
  if (run.invariants.length > 0 && counts.every(([verdict, count]) => verdict === 'holds' || count === 0)) {
    return <Tag tone="good">{texts.holds}</Tag>
  }
  const shown = counts.filter(([verdict, count]) => verdict === 'holds' || count > 0)
  return shown.map(([verdict, count]) => texts.counted[verdict](formatCount(count, language))).join(', ')
}

function useRunColumns(): readonly Column<VerifyRunData>[] {
  const texts = useOperatorTexts()
  const language = useLanguage()
  return [
    {
      key: 'at',
      header: texts.createdAt,
      line: 'first',
      render: (row) => <Instant at={row.started_at} seconds />,
    },
    { key: 'full', header: texts.kind, line: 'below', render: (row) => (row.full ? texts.full : texts.changedOnly) },
    {
      key: 'transactions',
      header: texts.transactionsTitle,
      align: 'right',
      render: (row) => formatCount(row.transactions, language),
    },
    {
      key: 'took',
      header: texts.took,
      align: 'right',
      line: 'end',
      render: (row) => formatDuration(row.took_ms, language),
    },
    { key: 'state', header: texts.status, line: 'below', render: (row) => <RunState run={row} /> },
  ]
}
