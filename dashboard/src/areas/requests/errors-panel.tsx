import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RequestErrorsData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { nowMs } from '../../app/clock.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useRead } from '../../app/reading.ts'
import { Sparkline } from '../../parts/charts.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant } from '../../parts/values/instant.tsx'
import classes from './requests.module.css'
import { useRequestsTexts } from './texts.ts'

type ErrorRow = RequestErrorsData['errors'][number]

const hourMs = 3_600_000

/** Before everything that is kept. */
const earliest = '2000-01-01'

/** What was refused in the days of the list's filters, without them in the last hours: one line for each code. */
export function ErrorsPanel({ from, to }: { from: string | undefined; to: string | undefined }) {
  const { errors: texts } = useRequestsTexts()
  const language = useLanguage()
  const [hours, setHours] = useState('24')
  const hasDays = from !== undefined || to !== undefined
  // Of whole hours, so that the same question has the same answer for a while.
  const start = new Date(Math.floor(nowMs() / hourMs) * hourMs - Number(hours) * hourMs).toISOString()
  const query = hasDays ? { from: from ?? earliest, to } : { from: start }
  const { data } = useRead<RequestErrorsData>(usePointPath()('/requests/errors'), { query })
  const columns = useErrorColumns()
  if (!data) return null
  return (
    <Panel
      title={hasDays ? texts.titleOfDays : texts.title}
      explanation={texts.explanation}
      actions={
        !hasDays && (
          <SegmentedControl
            aria-label={texts.range}
            value={hours}
            onChange={setHours}
            data={Object.entries(texts.ranges).map(([value, label]) => ({ value, label }))}
          />
        )
      }
    >
      {data.errors.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Stack gap="sm">
          <Sparkline label={texts.timeline(formatCount(Math.max(...data.timeline), language))} values={data.timeline} />
          <DataTable caption={texts.title} columns={columns} rows={data.errors} rowKey={(row) => row.problem_code} />
        </Stack>
      )}
    </Panel>
  )
}

function useErrorColumns(): Column<ErrorRow>[] {
  const { errors: texts } = useRequestsTexts()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const narrowed = (change: Partial<Record<ParameterOf<'/p/$pointId/requests'>, string>>, label: string) => (
    <TextLink
      to="/p/$pointId/requests"
      params={{ pointId }}
      search={(before: Record<string, string | undefined>) => ({ ...before, request_id: undefined, ...change })}
    >
      {label}
    </TextLink>
  )
  return [
    {
      key: 'error',
      header: texts.error,
      line: 'first',
      render: (row) => (
        <div className={classes['problem']}>
          {narrowed({ problem_code: row.problem_code }, row.meaning)}
          <code className={classes['fields']}>{row.problem_code}</code>
        </div>
      ),
    },
    {
      key: 'count',
      header: texts.count,
      align: 'right',
      line: 'end',
      render: (row) => formatCount(row.count, language),
    },
    { key: 'last', header: texts.last, line: 'below', render: (row) => <Instant at={row.last_at} /> },
    {
      key: 'example',
      header: texts.example,
      line: 'mark',
      render: (row) => narrowed({ request_id: row.last_request_id }, texts.openExample),
    },
  ]
}
