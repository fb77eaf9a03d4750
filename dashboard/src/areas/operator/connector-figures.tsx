import { Group, Text } from '@mantine/core'
import type { ConnectorData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { formatCount, formatDuration, formatShare } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import classes from './connector-figures.module.css'
import { useOperatorTexts } from './texts.ts'

type Counts = Pick<ConnectorData['days'][number], 'attempts' | 'succeeded' | 'failed' | 'unknown'>

/** Below this share of successes an account is marked. */
const shareToWorry = 0.9

/** A provider account by day, and in sum: how many attempts succeeded, and how long payouts took to their result. */
export function ConnectorFigures({ connector }: { connector: ConnectorData }) {
  const { figures } = useOperatorTexts()
  const language = useLanguage()
  const { days, result_times: times } = connector
  const rows = [
    { key: 'day', name: figures.lastDay, counts: countsOfDay(connector), time: times.day },
    { key: 'week', name: figures.week, counts: sumOf(days), time: times.week },
  ]
  const number = (value: number) => formatCount(value, language)
  return (
    <>
      <DataTable
        caption={`${figures.caption}: ${connector.name}`}
        rows={rows}
        rowKey={(row) => row.key}
        columns={[
          { key: 'name', header: figures.period, isHead: true, render: (row) => row.name },
          { key: 'attempts', header: figures.attempts, align: 'right', render: (row) => number(row.counts.attempts) },
          {
            key: 'succeeded',
            header: figures.succeeded,
            align: 'right',
            render: (row) => number(row.counts.succeeded),
          },
          { key: 'failed', header: figures.failed, align: 'right', render: (row) => number(row.counts.failed) },
          { key: 'unknown', header: figures.unknown, align: 'right', render: (row) => number(row.counts.unknown) },
          { key: 'rate', header: figures.rate, align: 'right', render: (row) => <Rate counts={row.counts} /> },
          {
            key: 'half',
            header: figures.half,
            align: 'right',
            render: ({ time }) => (time.half_ms === null ? '–' : formatDuration(time.half_ms, language)),
          },
          {
            key: 'most',
            header: figures.most,
            align: 'right',
            render: ({ time }) => (time.most_ms === null ? '–' : formatDuration(time.most_ms, language)),
          },
        ]}
      />
      <Bars connector={connector} />
    </>
  )
}

/** What the queue and the last answers mean, in a word. */
export function ConnectorState({ connector }: { connector: ConnectorData }) {
  const { figures } = useOperatorTexts()
  const state = stateOf(connector)
  const tones: Readonly<Record<typeof state, Tone>> = {
    failing: 'bad',
    asking: 'wait',
    queueing: 'wait',
    fine: 'good',
    idle: 'calm',
  }
  return <Tag tone={tones[state]}>{figures.states[state]}</Tag>
}

/** Nothing of it asks for a look. */
export function isHealthy(connector: ConnectorData): boolean {
  const isWell = (counts: Counts) => (shareOf(counts) ?? 1) >= shareToWorry
  return ['fine', 'idle'].includes(stateOf(connector)) && [countsOfDay(connector), sumOf(connector.days)].every(isWell)
}

function stateOf({
  last_success_at: success,
  last_failure_at: failure,
  oldest_unknown: unknown,
  waiting,
}: ConnectorData) {
  if (failure !== null && (success === null || failure > success)) return 'failing'
  if (unknown !== null) return 'asking'
  if (waiting > 0) return 'queueing'
  return success === null ? 'idle' : 'fine'
}

function sumOf(days: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => days.reduce((total, day) => total + day[name], 0)
  return { attempts: sum('attempts'), succeeded: sum('succeeded'), failed: sum('failed'), unknown: sum('unknown') }
}

const kindOf: Readonly<Record<string, 'succeeded' | 'failed' | 'unknown'>> = {
  completed: 'succeeded',
  reversed: 'succeeded',
  rejected: 'failed',
  not_sent: 'failed',
  unknown: 'unknown',
  unresolved: 'unknown',
  not_found: 'unknown',
}

function countsOfDay({ calls }: ConnectorData): Counts {
  const counts = { attempts: 0, succeeded: 0, failed: 0, unknown: 0 }
  for (const { outcome, last_day: count } of calls) {
    const kind = kindOf[outcome]
    counts.attempts += count
    if (kind) counts[kind] += count
  }
  return counts
}

/** The share of successes among attempts with a result. */
function Rate({ counts }: { counts: Counts }) {
  const language = useLanguage()
  const share = shareOf(counts)
  if (share === undefined) return '–'
  const words = formatShare(share, language)
  return share < shareToWorry ? <Tag tone="bad">{words}</Tag> : words
}

function shareOf({ succeeded, failed, unknown }: Counts): number | undefined {
  const ended = succeeded + failed + unknown
  return ended === 0 ? undefined : succeeded / ended
}

const [barWidth, gap, height] = [28, 8, 56]

/** One bar a day, by result; the words of the drawing say the same numbers. */
function Bars({ connector: { days, name } }: { connector: ConnectorData }) {
  const { figures } = useOperatorTexts()
  const language = useLanguage()
  const top = Math.max(1, ...days.map(({ attempts }) => attempts))
  const number = (value: number) => formatCount(value, language)
  const said = days.map((day) => figures.day(day.day, number(day.succeeded), number(day.failed), number(day.unknown)))
  return (
    <div>
      <Text size="sm" mb={4}>
        {figures.chart}
      </Text>
      <svg
        className={classes['bars']}
        viewBox={`0 0 ${days.length * (barWidth + gap)} ${height}`}
        role="img"
        aria-label={`${figures.chart}: ${name}. ${said.join(' ')}`}
      >
        {days.map((day, at) => (
          <g key={day.day} transform={`translate(${at * (barWidth + gap)} 0)`}>
            <title>{said[at]}</title>
            <rect className={classes['ground']} width={barWidth} height={height} />
            {stacked(day).map(({ kind, from, count }) => (
              <rect
                key={kind}
                className={classes[kind]}
                y={height - ((from + count) / top) * height}
                width={barWidth}
                height={(count / top) * height}
              />
            ))}
          </g>
        ))}
      </svg>
      <Group gap="md" mt={4}>
        {(['succeeded', 'failed', 'unknown', 'rest'] as const).map((kind) => (
          <Text key={kind} size="xs" className={classes['key']}>
            <svg viewBox="0 0 10 10" width={10} height={10} aria-hidden="true">
              <rect className={classes[kind]} width={10} height={10} />
            </svg>
            {figures[kind]}
          </Text>
        ))}
      </Group>
    </div>
  )
}

function stacked({ attempts, succeeded, failed, unknown }: Counts) {
  const rest = attempts - succeeded - failed - unknown
  return [
    { kind: 'succeeded', from: 0, count: succeeded },
    { kind: 'failed', from: succeeded, count: failed },
    { kind: 'unknown', from: succeeded + failed, count: unknown },
    { kind: 'rest', from: attempts - rest, count: rest },
  ] as const
}
