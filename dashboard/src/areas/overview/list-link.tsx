import type { ReactNode } from 'react'
import type { PayType } from '../../../../gateway/src/overview/http/contract/overview.ts'
import { usePoint } from '../../app/point.ts'
import { TextLink } from '../../parts/links.tsx'

/** Into the list of pay-ins or payouts, narrowed by these filters. */
export function ListLink({
  payType,
  filters,
  label,
  children,
}: {
  payType: PayType
  filters: Record<string, string | undefined>
  /** Where the text alone does not say where it leads. */
  label?: string
  children: ReactNode
}) {
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
