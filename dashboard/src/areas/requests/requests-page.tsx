import { Fragment } from 'react'
import type { RequestData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import type { ParameterOf } from '../../app/addresses.ts'
import { formatDuration, startOfDay } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { type Filter, FilterBar } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { ErrorsPanel } from './errors-panel.tsx'
import classes from './requests.module.css'
import { useRequestsTexts } from './texts.ts'

type FilterName = ParameterOf<'/p/$pointId/requests'>

/** The routes that programs ask most. */
const routes = [
  '/payments/payin_hth',
  '/payments/payout_hth',
  '/payments',
  '/payments/:id',
  '/payments/:id/cancel',
  '/payments/:id/approve',
  '/payments/:id/reject',
  '/payments/:id/callbacks',
  '/payments/:id/refunds',
  '/refunds',
  '/refunds/:id',
  '/balances',
  '/webhook',
  '/events',
].map((route) => `/api/v1${route}`)

/** What the programs of a point asked, newest first. */
export function RequestsPage() {
  const texts = useRequestsTexts()
  const filters = useUrlFilters('/p/$pointId/requests')
  const query = queryOf(filters.values)
  const pages = usePages<RequestData>(usePointPath()('/requests'), { query: { limit: 25, ...query } })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      <ErrorsPanel from={query.from} to={query.to} />
      <FilterBar filters={filters} fields={useFields()} />
      <PagedTable
        caption={texts.table}
        columns={useColumns()}
        pages={pages}
        rowKey={(row) => row.request_id}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState title={texts.emptyTitle} explanation={texts.empty} />}
      />
    </>
  )
}

/** Days of the viewer's calendar as instants: from the beginning of one to the end of the other. */
function queryOf(values: Readonly<Record<FilterName, string>>) {
  return {
    ...values,
    from: startOfDay(values.from),
    to: startOfDay(values.to, 1),
  }
}

function useFields(): Filter<FilterName>[] {
  const { filters } = useRequestsTexts()
  const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
  return [
    {
      kind: 'choice',
      name: 'status',
      label: filters.status,
      options: [
        { value: '2xx', label: filters.good },
        { value: '4xx', label: filters.refused },
        { value: '5xx', label: filters.broken },
      ],
    },
    { kind: 'choice', name: 'method', label: filters.method, options: choices(['GET', 'POST', 'PUT']) },
    { kind: 'choice', name: 'route', label: filters.route, options: choices(routes) },
    { kind: 'search', name: 'problem_code', label: filters.code, placeholder: 'validation_failed' },
    { kind: 'search', name: 'request_id', label: filters.requestId, placeholder: 'req_…' },
    { kind: 'search', name: 'transaction_id', label: filters.transactionId },
    { kind: 'date', name: 'from', label: filters.from },
    { kind: 'date', name: 'to', label: filters.to },
  ]
}

function useColumns(): Column<RequestData>[] {
  const { columns, ...texts } = useRequestsTexts()
  const language = useLanguage()
  return [
    { key: 'time', header: columns.time, line: 'below', render: (row) => <Instant at={row.created_at} seconds /> },
    {
      key: 'request',
      header: columns.request,
      line: 'first',
      render: (row) => (
        <code className={classes['route']} title={row.route}>
          {row.method} <Route path={row.route.replace(/^\/api\/v1/, '')} />
        </code>
      ),
    },
    {
      key: 'status',
      header: columns.status,
      line: 'end',
      render: (row) => <Tag tone={toneOf(row.status)}>{row.status}</Tag>,
    },
    { key: 'problem', header: columns.problem, render: (row) => <ProblemCell row={row} /> },
    {
      key: 'problemLine',
      header: columns.problem,
      line: 'below',
      isLineOnly: true,
      render: (row) => row.problem_code !== null && <code>{[row.problem_code, ...row.problem_fields].join(' ')}</code>,
    },
    {
      key: 'by',
      header: columns.by,
      render: (row) => (row.by?.kind === 'key' ? row.by.name : texts.ownCredentials),
    },
    { key: 'address', header: columns.address, render: (row) => row.address ?? '–' },
    {
      key: 'duration',
      header: columns.duration,
      align: 'right',
      render: (row) => <span className={classes['duration']}>{formatDuration(row.duration_ms, language)}</span>,
    },
    {
      key: 'id',
      header: columns.id,
      render: (row) => <Identifier value={row.request_id} name={columns.id} short />,
    },
    { key: 'transaction', header: columns.transaction, line: 'mark', render: (row) => <TimelineCell row={row} /> },
  ]
}

/** Breaks before a part of the path, never inside one. */
function Route({ path }: { path: string }) {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path never change places
    <Fragment key={place}>
      <wbr />/{part}
    </Fragment>
  ))
}

function ProblemCell({ row }: { row: RequestData }) {
  const { fields } = useRequestsTexts()
  if (row.problem_code === null) return <span>–</span>
  return (
    <div className={classes['problem']}>
      <code>{row.problem_code}</code>
      {row.problem_fields.length > 0 && (
        <span className={classes['fields']}>
          {fields}: {row.problem_fields.join(', ')}
        </span>
      )}
    </div>
  )
}

function TimelineCell({ row }: { row: RequestData }) {
  const texts = useRequestsTexts()
  const { id } = usePoint()
  if (row.transaction_id === null) return <span>–</span>
  return (
    <TextLink
      to="/p/$pointId/payments/$transactionId"
      params={{ pointId: id, transactionId: row.transaction_id }}
      className={classes['story'] ?? ''}
    >
      {texts.story}
    </TextLink>
  )
}

function toneOf(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'wait' : 'good'
}
