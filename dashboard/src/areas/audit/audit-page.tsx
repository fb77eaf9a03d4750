import { Box, Text } from '@mantine/core'
import type {
  AuditActionsData,
  AuditItemData,
  AuditNameData,
} from '../../../../gateway/src/extras/audit-log/http/contract/audit.ts'
import { startOfDay } from '../../app/formats.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { usePerson } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import { FilterBar } from '../../parts/tables/filter-bar.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Actor } from '../../parts/values/actor-name.tsx'
import { Identifier } from '../../parts/values/identifier.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Said, useDetailText } from '../../parts/values/said.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { pageOf } from '../payments/page-of.ts'
import { useAuditTexts } from './texts.ts'
import { VerifyPanel } from './verify-panel.tsx'

/** Who did what, and the proof that nothing of it was changed. */
/** Few enough for a phone's page. */
const rowsOfPage = '25'

export function AuditPage() {
  const texts = useAuditTexts()
  const filters = useUrlFilters('/audit')
  const { from, to, ...rest } = filters.values
  const query = { ...rest, from: startOfDay(from), to: startOfDay(to, 1) }
  const pages = usePages<AuditItemData>('/console/audit', { query: { limit: rowsOfPage, ...query } })
  const fields = texts.filters
  return (
    <>
      <PageHeader title={texts.title} explanation={texts.explanation} />
      <Box mb="lg">
        <VerifyPanel />
      </Box>
      <FilterBar
        filters={filters}
        fields={[
          { kind: 'search', name: 'actor', label: fields.actor },
          { kind: 'choice', name: 'action', label: fields.action, options: useActions(filters.values.action) },
          { kind: 'search', name: 'object', label: fields.object, placeholder: fields.objectHint },
          {
            kind: 'choice',
            name: 'result',
            label: fields.result,
            options: [
              { value: 'done', label: texts.done },
              { value: 'refused', label: texts.refused },
            ],
          },
          { kind: 'date', name: 'from', label: fields.from },
          { kind: 'date', name: 'to', label: fields.to },
        ]}
      />
      <PagedTable
        caption={texts.title}
        columns={useColumns()}
        rowKey={(item) => item.id}
        pages={pages}
        isFiltered={filters.isFiltered}
        onClearFilters={filters.clear}
        empty={<EmptyState title={texts.empty} />}
      />
      <Text size="sm" c="dimmed" mt="sm">
        <ZoneNote />
      </Text>
    </>
  )
}

/** The actions in words; one of the address that is not among them stays as it is. */
function useActions(chosen: string): { value: string; label: string }[] {
  const { data } = useRead<AuditActionsData>('/console/audit/actions')
  const known = (data?.actions ?? []).map(({ action, said }) => ({ value: action, label: said }))
  const isOther = chosen !== '' && !known.some(({ value }) => value === chosen)
  return isOther ? [{ value: chosen, label: chosen }, ...known] : known
}

/** What an entry is about, by its name where it is known, with the way there; and the point to which it belongs. */
function About({ item: { object_id: id, point_id, named } }: { item: AuditItemData }) {
  const texts = useAuditTexts()
  const [object, point] = [id, point_id].map((wanted) => named.find((each) => each.id === wanted))
  return (
    <>
      {object ? <Named named={object} /> : id === null ? '–' : <Identifier value={id} name={texts.object} short />}
      {point && point.id !== id && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Named named={point} />
        </Text>
      )}
    </>
  )
}

function Named({ named: { id, kind, name, within, pay_type } }: { named: AuditNameData }) {
  const isOperator = usePerson().side === 'operator'
  if (kind === 'transaction') {
    const to = isOperator ? '/operator/transactions/$transactionId' : pageOf(pay_type ?? 'payin')
    return <Way {...{ to, name }} params={{ transactionId: id, pointId: within ?? '' }} />
  }
  if (kind === 'person') {
    return isOperator && within !== null ? (
      <Way to="/operator/merchants/$merchantId" params={{ merchantId: within }} name={name} />
    ) : (
      <Way to="/team" params={{}} name={name} />
    )
  }
  if (!isOperator)
    return kind === 'point' ? <Way {...{ to: '/p/$pointId/overview', name }} params={{ pointId: id }} /> : name
  const to = {
    point: '/operator/points/$pointId',
    merchant: '/operator/merchants/$merchantId',
    bank_account: '/operator/banks/$accountId',
  }
  return <Way to={to[kind]} params={{ pointId: id, merchantId: id, accountId: id }} name={name} />
}

function Way({ name, ...way }: { to: string; params: Record<string, string>; name: string }) {
  return <TextLink {...way}>{name}</TextLink>
}

function useColumns(): readonly Column<AuditItemData>[] {
  const texts = useAuditTexts()
  const detailText = useDetailText()
  const headers = texts.columns
  const detail = (item: AuditItemData) => (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {detailText(item.detail, item.named)}
    </Text>
  )
  return [
    { key: 'time', header: headers.time, line: 'below', render: (item) => <Instant at={item.created_at} seconds /> },
    { key: 'actor', header: headers.actor, line: 'below', render: (item) => <Actor name={item.actor} /> },
    {
      key: 'action',
      header: headers.action,
      render: (item) => (
        <>
          <Said said={item.said} action={item.action} />
          {detail(item)}
        </>
      ),
    },
    {
      key: 'said',
      header: headers.action,
      line: 'first',
      isLineOnly: true,
      render: (item) => <Said said={item.said} action={item.action} />,
    },
    {
      key: 'detail',
      header: headers.action,
      line: 'note',
      isLineOnly: true,
      render: (item) => detailText(item.detail) && detail(item),
    },
    {
      key: 'object',
      header: headers.object,
      render: (item) => <About item={item} />,
    },
    {
      key: 'result',
      header: headers.result,
      line: 'end',
      render: (item) => (
        <Tag tone={item.result === 'done' ? 'calm' : 'bad'}>{item.result === 'done' ? texts.done : texts.refused}</Tag>
      ),
    },
    { key: 'origin', header: headers.origin, render: (item) => item.origin ?? '–' },
    {
      key: 'seal',
      header: headers.seal,
      align: 'right',
      render: (item) => <span className="pa-number">{item.seal ?? texts.notSealed}</span>,
    },
  ]
}
