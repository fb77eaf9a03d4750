import { SegmentedControl } from '@mantine/core'
import type { OverviewData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { zoneId } from '../../app/formats.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { BalancesPanel } from './balances-panel.tsx'
import { CallbacksPanel } from './callbacks-panel.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MethodsPanel } from './methods-panel.tsx'
import classes from './overview.module.css'
import { PendingPanel } from './pending-panel.tsx'
import { useOverviewTexts } from './texts.ts'
import { VolumePanel } from './volume-panel.tsx'

/** The server counts what is running anew after five seconds. */
const everySeconds = 15

export type Range = '1' | '7' | '30'

const rangeDefault: Range = '7'

const daysOfWeek = 7

/** How the point fares, at a glance and in numbers. */
export function OverviewPage() {
  const texts = useOverviewTexts()
  const path = usePointPath()
  const { values, set } = useUrlFilters(['days'] as const)
  const range = values.days in texts.ranges ? (values.days as Range) : rangeDefault
  const overview = useRead<OverviewData>(path('/overview'), {
    query: { days: range, time_zone: zoneId() },
    everySeconds,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={<ZoneNote />}
        actions={
          <SegmentedControl
            aria-label={texts.range}
            value={range}
            onChange={(days) => set({ days })}
            data={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
          />
        }
      />
      <ReadState result={overview}>
        {(data) => (
          <div aria-busy={overview.isPlaceholderData} className={classes['shown']}>
            <Shown data={data} range={rangeOf(data)} />
          </div>
        )}
      </ReadState>
    </>
  )
}

/** The range that figures are of: those of another one stand there while the chosen one is on its way. */
function rangeOf({ unit, slots }: OverviewData): Range {
  if (unit === 'hour') return '1'
  return slots.length > daysOfWeek ? '30' : '7'
}

function Shown({ data, range }: { data: OverviewData; range: Range }) {
  const { environment } = usePoint()
  const { transaction, completed } = data.first_steps
  // Many never set an address for a test point: its inbox is enough.
  const isNew = environment === 'test' && !(transaction && completed)
  return (
    <div className={classes['page']}>
      {isNew && <FirstSteps steps={data.first_steps} />}
      {(transaction || !isNew) && (
        <>
          <Figures data={data} range={range} />
          <VolumePanel data={data} />
          <MethodsPanel data={data} />
          <div className={classes['pair']}>
            <div>
              <PendingPanel pending={data.pending} />
            </div>
            <div>
              <CallbacksPanel callbacks={data.callbacks} />
            </div>
          </div>
          <BalancesPanel balances={data.balances} />
        </>
      )}
    </div>
  )
}
