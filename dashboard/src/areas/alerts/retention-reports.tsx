import { Stack, Text } from '@mantine/core'
import type { RetentionData, RetentionRunData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useAlertsTexts } from './texts.ts'

/** The newest runs; older ones by `pasarela retention report`. */
const shownRuns = 20

/** What the last runs of the removal of personal data took away. */
export function RetentionReports() {
  const { retention } = useAlertsTexts()
  const language = useLanguage()
  const columns = useColumns()
  return (
    <Panel title={retention.title}>
      <ReadState result={useRead<RetentionData>('/console/retention', { query: { limit: shownRuns } })}>
        {(data) => (
          <Stack gap="sm">
            <Text size="sm">
              {data.retention_days === 0
                ? retention.off
                : retention.explanation(formatCount(data.retention_days, language))}
            </Text>
            {data.waiting > 0 && <Text size="sm">{retention.waiting(formatCount(data.waiting, language))}</Text>}
            {data.runs.length === 0 ? (
              <EmptyState heading={3} title={retention.emptyTitle} explanation={retention.empty} />
            ) : (
              <DataTable caption={retention.title} columns={columns} rows={data.runs} rowKey={(run) => run.id} />
            )}
          </Stack>
        )}
      </ReadState>
    </Panel>
  )
}

function useColumns(): readonly Column<RetentionRunData>[] {
  const { retention } = useAlertsTexts()
  const language = useLanguage()
  return [
    {
      key: 'started',
      header: retention.started,
      isHead: true,
      render: (run) => (
        <>
          <Instant at={run.started_at} /> {run.finished_at === null && <Tag tone="wait">{retention.running}</Tag>}
        </>
      ),
    },
    { key: 'horizon', header: retention.horizon, render: (run) => <Instant at={run.horizon} /> },
    {
      key: 'removed',
      header: retention.removed,
      align: 'right',
      render: (run) => <span className="pa-number">{formatCount(run.removed['transactions'] ?? 0, language)}</span>,
    },
    { key: 'rows', header: retention.rows, render: (run) => <Rows removed={run.removed} /> },
  ]
}

function Rows({ removed }: { removed: RetentionRunData['removed'] }) {
  const { retention } = useAlertsTexts()
  const language = useLanguage()
  const entries = Object.entries(removed).filter(([name]) => name !== 'transactions')
  if (entries.length === 0) return <span>{retention.nothing}</span>
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {entries.map(([name, count]) => `${name} ${formatCount(count, language)}`).join(', ')}
    </Text>
  )
}
