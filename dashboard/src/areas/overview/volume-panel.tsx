import { NativeSelect, SegmentedControl, Text } from '@mantine/core'
import type { OverviewData, VolumeData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { formatAmount, formatCompact, formatCount, formatDay, formatHour } from '../../app/formats.ts'
import { type Language, useLanguage } from '../../app/languages.ts'
import { Amount } from '../../parts/amount.tsx'
import { BarChart } from '../../parts/charts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

/** What was created by day, of one kind and currency at a time; and the totals of all. */
export function VolumePanel({ data }: { data: OverviewData }) {
  const { volume } = useOverviewTexts()
  return (
    <Panel title={volume.title}>
      {data.volumes.length === 0 ? <Text c="dimmed">{volume.nothing}</Text> : <Volumes data={data} />}
    </Panel>
  )
}

function Volumes({ data }: { data: OverviewData }) {
  const { volume, payTypes } = useOverviewTexts()
  const columns = useTotalColumns()
  const { values, set } = useUrlFilters(['volume', 'measure'] as const)
  const nameOf = ({ pay_type, currency }: VolumeData) => `${payTypes[pay_type]} · ${currency}`
  const busiest = data.volumes.toSorted((one, other) => other.count - one.count)[0]
  const shown = data.volumes.find((each) => keyOf(each) === values.volume) ?? busiest
  if (!shown) return null
  const measure = values.measure === 'amount' ? 'amount' : 'count'
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
          value={measure}
          onChange={(chosen) => set({ measure: chosen })}
          data={[
            { value: 'count', label: volume.count },
            { value: 'amount', label: volume.amount },
          ]}
        />
      </div>
      <VolumeChart data={data} shown={shown} measure={measure} title={volume.chart(nameOf(shown))} />
      <div className={classes['totals']}>
        <DataTable caption={volume.totals} columns={columns} rows={data.volumes} rowKey={keyOf} />
      </div>
    </>
  )
}

interface ShownVolume {
  data: OverviewData
  shown: VolumeData
  measure: 'count' | 'amount'
  title: string
}

function VolumeChart({ data, shown, measure, title }: ShownVolume) {
  const { volume } = useOverviewTexts()
  const language = useLanguage()
  const completed = shown.by_slot.map((each) =>
    Number(measure === 'count' ? each.completed_count : each.completed_amount),
  )
  const all = shown.by_slot.map((each) => Number(measure === 'count' ? each.count : each.amount))
  return (
    <BarChart
      title={title}
      labelHeader={data.unit === 'hour' ? volume.hour : volume.day}
      labels={data.slots.map((at) => labelOf(at, data.unit, language))}
      series={[
        { name: volume.completed, values: completed },
        { name: volume.others, colour: 5, values: all.map((value, index) => value - (completed[index] ?? 0)) },
      ]}
      format={(value) =>
        measure === 'count' ? formatCount(value, language) : formatAmount(value, shown.currency, { language })
      }
      axisFormat={(value) => formatCompact(value, language)}
    />
  )
}

const measures = [
  ['count', 'amount'],
  ['completed_count', 'completed_amount'],
] as const

function useTotalColumns(): readonly Column<VolumeData>[] {
  const { volume, payTypes } = useOverviewTexts()
  const language = useLanguage()
  return [
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
  ]
}

function keyOf({ pay_type, currency }: VolumeData): string {
  return `${pay_type}-${currency}`
}

function labelOf(at: string, unit: OverviewData['unit'], language: Language): string {
  return unit === 'hour' ? formatHour(new Date(at), language) : formatDay(new Date(at), language)
}
