import type { MerchantRole, OperatorRole } from '../../../core/values/roles.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { Confirmation } from '../list-confirmations.ts'
import type { ConfirmationData } from './contract/team.ts'

export function confirmationData(row: Confirmation): ConfirmationData {
  return {
    id: row.id,
    kind: row.kind,
    email: row.email,
    name: row.name,
    role: row.role as MerchantRole | OperatorRole,
    merchant_name: row.merchantName,
    invited_by: row.inviter,
    since: isoMicroseconds(row.since),
    waits: row.isWaiting,
    link_waits: row.linkWaits,
    may_confirm: row.mayConfirm,
  }
}
