import { Text } from '@mantine/core'
import type { MethodData, OverviewData } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { formatCount, formatShare, isoDay } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { CountryMark, useMethodName } from '../../parts/method.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ListLink } from './figures.tsx'
import classes from './overview.module.css'
import { useOverviewTexts } from './texts.ts'

const outcomes = [
  ['completed', 'COMPLETED'],
  ['failed', 'ERROR'],
  ['expired', 'EXPIRED'],
  ['pending', 'PENDING'],
] as const

/** How what was created in the range ended, by service code. */
export function MethodsPanel({ data }: { data: OverviewData }) {
  const { methods, volume } = useOverviewTexts()
  // Lists are narrowed by whole days; the hours of one day are not.
  const from = data.unit === 'day' && data.slots[0] ? isoDay(new Date(data.slots[0])) : undefined
  const columns = useColumns(from)
  return (
    <Panel title={methods.title} explanation={methods.explanation}>
      {data.methods.length === 0 ? (
        <Text c="dimmed">{volume.nothing}</Text>
      ) : (
        <DataTable
          caption={methods.title}
          columns={columns}
          rows={data.methods}
          rowKey={({ pay_type, service_code }) => `${pay_type} ${service_code}`}
        />
      )}
    </Panel>
  )
}

function useColumns(from: string | undefined): readonly Column<MethodData>[] {
  const { methods, payTypes } = useOverviewTexts()
  const name = useMethodName()
  const language = useLanguage()
  return [
    {
      key: 'method',
      header: methods.method,
      isHead: true,
      render: (row) => (
        <>
          <CountryMark country={row.country} />{' '}
          <ListLink payType={row.pay_type} filters={{ service_code: row.service_code, from }}>
            {name(row.service_code)}
          </ListLink>
          <Text size="xs" c="dimmed">
            {payTypes[row.pay_type]} · {row.service_code}
          </Text>
        </>
      ),
    },
    { key: 'success', header: methods.success, render: (row) => <SuccessShare share={row.success_share} /> },
    ...outcomes.map(([name, status]) => ({
      key: name,
      header: methods[name],
      align: 'right' as const,
      render: (row: MethodData) => {
        const count = formatCount(row[name], language)
        if (row[name] === 0) return count
        return (
          <ListLink
            payType={row.pay_type}
            filters={{ status, service_code: row.service_code, from }}
            label={methods.listOf(count, `${row.service_code}, ${methods[name]}`)}
          >
            {count}
          </ListLink>
        )
      },
    })),
  ]
}

/** The share in words, and as a bar for the eye. */
function SuccessShare({ share }: { share: number | null }) {
  const { methods } = useOverviewTexts()
  const language = useLanguage()
  if (share === null) return <span>{methods.noneEnded}</span>
  return (
    <span className={classes['share']}>
      <span className="pa-number">{formatShare(share, language)}</span>
      <span className={classes['bar']} aria-hidden="true">
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
          <rect width={share * 100} height={1} fill="var(--pa-chart-2)" />
        </svg>
      </span>
    </span>
  )
}
