import { NativeSelect, SegmentedControl, Text } from '@mantine/core'
import type { OverviewData, VolumeData } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { formatAmount, formatCompact, formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { TrendChart } from '../../parts/charts.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Change } from './change.tsx'
import { SeeAll } from './list-link.tsx'
import classes from './overview.module.css'
import { slotLabel } from './slot-labels.ts'
import { useOverviewTexts } from './texts.ts'

/** Days that the figures are of. */
export type Range = '1' | '7' | '30'

/** What was completed by hour or day, of one kind and currency at a time, over the period before. */
export function TrendPanel({ data, range }: { data: OverviewData; range: Range }) {
  const { volume } = useOverviewTexts()
  return (
    <Panel
      title={volume.title}
      explanation={volume.explanation}
      actions={<SeeAll table="volumes" label={volume.seeAll} />}
    >
      {data.volumes.length === 0 ? <Text c="dimmed">{volume.nothing}</Text> : <Trend data={data} range={range} />}
    </Panel>
  )
}

function Trend({ data, range }: { data: OverviewData; range: Range }) {
  const { volume, payTypes, change } = useOverviewTexts()
  const language = useLanguage()
  const { values, set } = useUrlFilters('/p/$pointId/overview')
  const nameOf = ({ pay_type, currency }: VolumeData) => `${payTypes[pay_type]} · ${currency}`
  const shown = data.volumes.find((each) => keyOf(each) === values.volume) ?? busiestOf(data.volumes)
  if (!shown) return null
  const measure = values.measure === 'count' ? 'completed_count' : 'completed_amount'
  const format = (value: number) =>
    measure === 'completed_count' ? formatCount(value, language) : formatAmount(value, shown.currency, { language })
  return (
    <>
      <div className={classes['choices']}>
        <NativeSelect
          label={volume.choose}
          value={keyOf(shown)}
          onChange={(event) => set({ volume: event.currentTarget.value })}
          data={data.volumes.map((each) => ({ value: keyOf(each), label: nameOf(each) }))}
        />
        <SegmentedControl
          aria-label={volume.measure}
          value={values.measure === 'count' ? 'count' : 'amount'}
          onChange={(chosen) => set({ measure: chosen })}
          data={[
            { value: 'amount', label: volume.amount },
            { value: 'count', label: volume.count },
          ]}
        />
        <p className={classes['headline']}>
          <span className={classes['headlineValue']}>{format(Number(shown[measure]))}</span>
          <Change now={Number(shown[measure])} before={Number(shown.previous[measure])} than={change.than[range]} />
        </p>
      </div>
      <TrendChart
        title={volume.chart(nameOf(shown))}
        labelHeader={data.unit === 'hour' ? volume.hour : volume.day}
        current={{
          isRunning: true,
          name: volume.current[range],
          labels: data.slots.map((at) => slotLabel(at, data, language)),
          // What is still to come is no zero.
          values: shown.by_slot.map((each, index) =>
            (data.slots[index] ?? '') <= data.now ? Number(each[measure]) : null,
          ),
        }}
        previous={{
          name: volume.previous[range],
          labels: data.previous.slots.map((at) => slotLabel(at, data, language)),
          values: shown.previous.by_slot.map((each) => Number(each[measure])),
        }}
        format={format}
        axisFormat={(value) => formatCompact(value, language)}
      />
    </>
  )
}

const measures = [
  ['count', 'amount'],
  ['completed_count', 'completed_amount'],
] as const

/** Everything that was created, of each kind and currency. */
export function VolumesTable({ data }: { data: OverviewData }) {
  const { volume, payTypes } = useOverviewTexts()
  const language = useLanguage()
  const columns: readonly Column<VolumeData>[] = [
    {
      key: 'kind',
      header: volume.kind,
      isHead: true,
      render: ({ pay_type, currency }) => `${payTypes[pay_type]} · ${currency}`,
    },
    ...measures.flatMap(([count, amount]) => [
      {
        key: count,
        header: volume.columns[count],
        align: 'right' as const,
        render: (row: VolumeData) => formatCount(row[count], language),
      },
      {
        key: amount,
        header: volume.columns[amount],
        align: 'right' as const,
        render: (row: VolumeData) => <Amount value={row[amount]} currency={row.currency} />,
      },
    ]),
    {
      key: 'before',
      header: volume.columns.before,
      align: 'right',
      render: (row) => <Amount value={row.previous.completed_amount} currency={row.currency} />,
    },
  ]
  return <DataTable caption={volume.title} columns={columns} rows={data.volumes} rowKey={keyOf} />
}

/** Pay-ins before payouts: the first question is what came in. */
function busiestOf(volumes: readonly VolumeData[]): VolumeData | undefined {
  const [payins, payouts] = (['payin', 'payout'] as const).map((payType) =>
    volumes.filter(({ pay_type, count }) => pay_type === payType && count > 0),
  )
  const [busiest] = (payins?.length ? payins : (payouts ?? [])).toSorted((one, other) => other.count - one.count)
  return busiest ?? volumes[0]
}

function keyOf({ pay_type, currency }: VolumeData): string {
  return `${pay_type}-${currency}`
}
