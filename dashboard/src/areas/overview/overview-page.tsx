import { SegmentedControl, Skeleton, Stack } from '@mantine/core'
import type { BalanceDetailsData } from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import type { OverviewData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { BalanceCards } from './balance-cards.tsx'
import { CallbacksPanel } from './callbacks-panel.tsx'
import { DeclinesPanel, DeclinesTable } from './declines-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { type TableName, tableNames } from './list-link.tsx'
import { MethodsPanel, MethodsTable } from './methods-panel.tsx'
import { NeedsYou, useNeeds } from './needs-you.tsx'
import classes from './overview.module.css'
import { PendingPanel, PendingTable } from './pending-panel.tsx'
import { useOverviewTexts } from './texts.ts'
import { type Range, TrendPanel, VolumesTable } from './trend-panel.tsx'

/** The server counts what is running anew after five seconds. */
const everySeconds = 15

const rangeDefault: Range = '7'

const daysOfWeek = 7

/** How the point fares: what it has, what needs somebody, and how it goes beside the period before. */
export function OverviewPage() {
  const texts = useOverviewTexts()
  const path = usePointPath()
  const { values, set } = useUrlFilters('/p/$pointId/overview')
  const range = values.days in texts.ranges ? (values.days as Range) : rangeDefault
  const overview = useRead<OverviewData>(path('/overview'), { query: { days: range }, everySeconds })
  const balances = useRead<BalanceDetailsData>(path('/balance-details'), { everySeconds })
  const table = tableNames.find((name) => name === values.table)
  const data = overview.data
  return (
    <>
      <PageHeader
        title={table ? texts.tables[table] : texts.title}
        explanation={data ? texts.zone(data.time_zone) : undefined}
        actions={
          // What is under way has no range.
          table === 'pending' ? undefined : (
            <SegmentedControl
              aria-label={texts.range}
              value={range}
              onChange={(days) => set({ days })}
              data={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
            />
          )
        }
      />
      {table ? (
        <TablePage table={table} overview={overview} />
      ) : overview.error && !data ? (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <div aria-busy={overview.isPlaceholderData} className={classes['shown']}>
          <Shown data={data} balances={balances.data} />
        </div>
      )}
    </>
  )
}

interface ShownProps {
  data: OverviewData | undefined
  balances: BalanceDetailsData | undefined
}

function Shown({ data, balances }: ShownProps) {
  const { environment } = usePoint()
  const needs = useNeeds(data)
  if (!data) return <Waiting heights={[190, 360, 260]} />
  const { transaction, completed } = data.first_steps
  // Many never set an address for a test point: its inbox is enough.
  const isNew = environment === 'test' && !(transaction && completed)
  return (
    <div className={classes['page']}>
      {isNew && <FirstSteps steps={data.first_steps} />}
      {(transaction || !isNew) && (
        <>
          <div className={classes['top']} data-needs={needs.length > 0 || undefined}>
            {needs.length > 0 && <NeedsYou needs={needs} />}
            {balances ? <BalanceCards details={balances} data={data} /> : <Waiting heights={[190]} />}
          </div>
          <TrendPanel data={data} range={rangeOf(data)} />
          <Pair>
            <MethodsPanel data={data} />
            <DeclinesPanel data={data} />
          </Pair>
          <Pair>
            <PendingPanel data={data} />
            <CallbacksPanel callbacks={data.callbacks} />
          </Pair>
        </>
      )}
    </div>
  )
}

/** The range that figures are of: those of another one stand there while the chosen one is on its way. */
function rangeOf({ unit, slots }: OverviewData): Range {
  if (unit === 'hour') return '1'
  return slots.length > daysOfWeek ? '30' : '7'
}

/** Two panels beside each other, where there is room. */
function Pair({ children: [one, other] }: { children: [React.ReactNode, React.ReactNode] }) {
  return (
    <div className={classes['pair']}>
      <div>{one}</div>
      <div>{other}</div>
    </div>
  )
}

const tables = {
  volumes: VolumesTable,
  methods: MethodsTable,
  declines: DeclinesTable,
  pending: PendingTable,
} as const satisfies Record<TableName, (props: { data: OverviewData }) => React.ReactNode>

/** One table with every row, and the way back. */
function TablePage({ table, overview }: { table: TableName; overview: ReturnType<typeof useRead<OverviewData>> }) {
  const texts = useOverviewTexts()
  const { id: pointId } = usePoint()
  const Table = tables[table]
  return (
    <Stack gap="md">
      <TextLink
        to="/p/$pointId/overview"
        params={{ pointId }}
        search={(before: Record<string, string | undefined>) => ({ ...before, table: undefined })}
      >
        {texts.back}
      </TextLink>
      {overview.data ? (
        <div aria-busy={overview.isPlaceholderData} className={classes['shown']}>
          <Table data={overview.data} />
        </div>
      ) : overview.error ? (
        <ErrorState error={overview.error} onRetry={() => void overview.refetch()} />
      ) : (
        <Waiting heights={[320]} />
      )}
    </Stack>
  )
}

/** The form of what is on its way. */
function Waiting({ heights }: { heights: readonly number[] }) {
  const { loading } = useShellTexts()
  return (
    <Stack role="status" aria-label={loading}>
      {heights.map((height) => (
        <Skeleton key={height} height={height} radius="md" />
      ))}
    </Stack>
  )
}
