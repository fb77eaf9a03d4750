import type {
  MovementData,
  StatementData,
} from '../../../../gateway/src/extras/balance-statements/http/contract/balances.ts'
import { formatAmount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import classes from './balances.module.css'
import { useBalancesTexts } from './texts.ts'

/** How often an open list looks for what is new. */
const refreshSeconds = 30

/** The entries of a statement's days, newest first. */
export function MovementsPanel({ statement, type }: { statement: StatementData; type: string }) {
  const { movements: texts } = useBalancesTexts()
  const { currency, since: from, until: to } = statement
  const query = { currency, type: type === '' ? undefined : type, from, to }
  const pages = usePages<MovementData>(usePointPath()('/balance-transactions'), { query, everySeconds: refreshSeconds })
  return (
    <Panel title={texts.title} explanation={texts.explanation}>
      <PagedTable
        caption={texts.title}
        columns={useColumns()}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<EmptyState title={texts.emptyTitle} explanation={texts.empty} heading={3} />}
      />
    </Panel>
  )
}

function useColumns(): Column<MovementData>[] {
  const { movements: texts } = useBalancesTexts()
  const amount = (row: MovementData, value: number) => <Amount value={value} currency={row.currency} />
  return [
    { key: 'what', header: texts.what, render: (row) => <What row={row} /> },
    { key: 'whatLine', header: texts.what, line: 'first', isLineOnly: true, render: (row) => <WhatLine row={row} /> },
    { key: 'when', header: texts.when, line: 'below', render: (row) => <Instant at={row.created_at} seconds /> },
    { key: 'amount', header: texts.amount, align: 'right', render: (row) => orDash(row, amount(row, row.amount)) },
    { key: 'fee', header: texts.fee, align: 'right', render: (row) => (row.fee === 0 ? '–' : amount(row, row.fee)) },
    { key: 'net', header: texts.net, align: 'right', line: 'end', render: (row) => orDash(row, amount(row, row.net)) },
    {
      key: 'available',
      header: texts.available,
      align: 'right',
      line: 'mark',
      render: (row) => (row.balance_after ? amount(row, row.balance_after.available) : '–'),
    },
  ]
}

/** Money that only changes its part has no amount. */
function orDash({ amount, net }: MovementData, shown: React.ReactNode): React.ReactNode {
  return amount === 0 && net === 0 ? '–' : shown
}

const parts = ['available', 'pending', 'reserved'] as const

function useKind(): (row: MovementData) => string {
  const texts = useBalancesTexts()
  return ({ type, purpose, pay_type }) => {
    const { [type]: own } = purpose ? texts.withdrawalTypes : pay_type === 'refund' ? texts.refundTypes : {}
    return own ?? texts.types[type]
  }
}

/** On a phone: the kind leads to the transaction. */
function WhatLine({ row }: { row: MovementData }) {
  const kindOf = useKind()
  const { id: pointId } = usePoint()
  if (row.transaction_id === null) return kindOf(row)
  return (
    <TextLink to="/p/$pointId/payments/$transactionId" params={{ pointId, transactionId: row.transaction_id }}>
      {kindOf(row)} <span className={classes['aside']}>{row.reference}</span>
    </TextLink>
  )
}

function What({ row }: { row: MovementData }) {
  const texts = useBalancesTexts()
  const kindOf = useKind()
  const language = useLanguage()
  const { id: pointId } = usePoint()
  const changed = parts.filter((part) => row.changes[part] !== 0)
  const change = (part: (typeof parts)[number]) => {
    const value = row.changes[part]
    return `${texts.parts[part]} ${formatAmount(value, row.currency, { language, signed: true })}`
  }
  return (
    <div>
      {kindOf(row)}
      {row.transaction_id !== null && (
        <div>
          <TextLink
            to="/p/$pointId/payments/$transactionId"
            params={{ pointId, transactionId: row.transaction_id }}
            className={classes['reference'] ?? ''}
          >
            {row.reference}
          </TextLink>
        </div>
      )}
      {changed.length > 1 && <div className={classes['aside']}>{changed.map(change).join(' · ')}</div>}
    </div>
  )
}
