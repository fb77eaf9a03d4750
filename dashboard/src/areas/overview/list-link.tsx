import type { ReactNode } from 'react'
import type { PayType } from '../../../../gateway/src/extras/overview/http/contract/overview.ts'
import { usePoint } from '../../app/point.ts'
import { TextLink } from '../../parts/links.tsx'

export interface ListLinkProps {
  payType: PayType
  filters: Record<string, string | undefined>
  /** Where the text alone does not say where it leads. */
  label?: string
  children: ReactNode
}

/** Into the list of pay-ins or payouts, narrowed by these filters. */
export function ListLink({ payType, filters, label, children }: ListLinkProps) {
  const { id: pointId } = usePoint()
  return (
    <TextLink
      to={payType === 'payin' ? '/p/$pointId/payments' : '/p/$pointId/payouts'}
      params={{ pointId }}
      search={filters}
      aria-label={label}
    >
      {children}
    </TextLink>
  )
}

/** To a table of the overview that stands on a page of its own. */
export function SeeAll({ table, label }: { table: TableName; label: string }) {
  const { id: pointId } = usePoint()
  return (
    <TextLink
      to="/p/$pointId/overview"
      params={{ pointId }}
      search={(before: Record<string, string | undefined>) => ({ ...before, table })}
      size="sm"
    >
      {label}
    </TextLink>
  )
}

export const tableNames = ['volumes', 'methods', 'declines', 'pending'] as const
export type TableName = (typeof tableNames)[number]
