import type { ReactNode } from 'react'
import type { TransactionType } from '../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { useMaybePoint } from '../../app/point.ts'
import { TextLink } from '../../parts/links.tsx'
import { pageOf } from './page-of.ts'

interface TransactionLinkProps {
  payType: TransactionType
  transactionId: string
  children: ReactNode
}

/** To another transaction: on the merchant's pages to its page there, on the operator's to the operator's. */
export function TransactionLink({ payType, transactionId, children }: TransactionLinkProps) {
  const point = useMaybePoint()
  return point ? (
    <TextLink to={pageOf(payType)} params={{ pointId: point.id, transactionId }}>
      {children}
    </TextLink>
  ) : (
    <TextLink to="/operator/transactions/$transactionId" params={{ transactionId }}>
      {children}
    </TextLink>
  )
}
