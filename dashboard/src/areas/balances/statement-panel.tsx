import { Group, Text } from '@mantine/core'
import type { StatementData } from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { SaveMenu } from '../../parts/tables/save-menu.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import classes from './balances.module.css'
import { useDay } from './day.ts'
import { useBalancesTexts } from './texts.ts'

interface Row {
  key: string
  what: string
  isBalance: boolean
  available: number
  pending: number
  reserved: number
  total: number
  fee: number | undefined
}

/** How the opening balance became the closing one: each column adds up. */
export function StatementPanel({ statement }: { statement: StatementData }) {
  const { statement: texts, parts } = useBalancesTexts()
  const day = useDay()
  const rows = useRows(statement)
  const amount = (value: number, { isBalance }: Row) => {
    if (value === 0 && !isBalance) return '–'
    return (
      <span className={isBalance ? classes['sum'] : undefined}>
        <Amount value={value} currency={statement.currency} />
      </span>
    )
  }
  const columns: readonly Column<Row>[] = [
    {
      key: 'what',
      header: texts.what,
      isHead: true,
      render: (row) => <span className={row.isBalance ? classes['sum'] : undefined}>{row.what}</span>,
    },
    { key: 'available', header: parts.available, align: 'right', render: (row) => amount(row.available, row) },
    { key: 'pending', header: parts.pending, align: 'right', render: (row) => amount(row.pending, row) },
    { key: 'reserved', header: parts.reserved, align: 'right', render: (row) => amount(row.reserved, row) },
    { key: 'total', header: parts.total, align: 'right', render: (row) => amount(row.total, row) },
    {
      key: 'fee',
      header: texts.fees,
      align: 'right',
      render: (row) => (row.fee === undefined ? '–' : amount(row.fee, row)),
    },
  ]
  return (
    <Panel
      title={texts.title(statement.currency)}
      explanation={
        statement.from === statement.to ? day(statement.from) : texts.range(day(statement.from), day(statement.to))
      }
      actions={<Actions statement={statement} />}
    >
      <DataTable caption={texts.title(statement.currency)} columns={columns} rows={rows} rowKey={({ key }) => key} />
      {!statement.final && (
        <Text size="sm" c="dimmed" mt="sm">
          {texts.open}
        </Text>
      )}
    </Panel>
  )
}

function useRows({ opening, closing, sums }: StatementData): Row[] {
  const { statement: texts, types, parts } = useBalancesTexts()
  const balance = { isBalance: true, fee: undefined }
  return [
    { key: 'opening', what: texts.opening, ...balance, ...opening },
    ...sums.map((sum) => ({
      key: sum.type,
      what: sum.type === 'reserve' ? parts.reserved : types[sum.type],
      isBalance: false,
      ...sum.changes,
      total: sum.net,
      fee: sum.fee === 0 ? undefined : sum.fee,
    })),
    { key: 'closing', what: texts.closing, ...balance, ...closing },
  ]
}

function Actions({ statement: { currency, from, to } }: { statement: StatementData }) {
  const { statement: texts, report } = useBalancesTexts()
  const { id: pointId } = usePoint()
  const path = usePointPath()
  return (
    <Group gap="xs">
      <ButtonLink
        to="/p/$pointId/balances/report"
        params={{ pointId }}
        search={{ currency, month: to.slice(0, 7) }}
        variant="default"
      >
        {report.title}
      </ButtonLink>
      <SaveMenu label={texts.save} path={path('/statement.csv')} query={{ currency, from, to }} />
    </Group>
  )
}
