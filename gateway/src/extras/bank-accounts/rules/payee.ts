import { bankOf } from '../../../core/payment-methods/account-fields.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'

/** To whom a person pays at the bank, and by which words the bank's line is recognised. */
export interface Payee {
  holder: string | null
  document: string | null
  bank: string | null
  account: string | null
  account_type: string | null
  /** To be written on the transfer: the short reference, or the transaction's id where it has none. */
  write: string
  /** Where the account of a refund comes from: the bank's line, or operators. Null for a payout. */
  source: { line_id: string; day: string } | { set_by: string; second: string | null } | null
}

/** A payout or refund of an own account, as it is stored. */
interface Paid {
  id: string
  service_code: string
  target_reference: string | null
  details: Readonly<Record<string, string>>
  line_id: string | null
  line_day: string | null
  set_by: string | null
  second: string | null
}

export function payeeOf(row: Paid): Payee {
  const { details } = row
  const bank = details['account_bank'] ?? bankOf(countryOfService(row.service_code), details)?.name
  return {
    holder: details['account_beneficiary'] ?? null,
    document: details['account_doc_id'] ?? null,
    bank: bank ?? null,
    account: details['account'] ?? null,
    account_type: details['account_type'] ?? null,
    write: row.target_reference ?? row.id,
    source: sourceOf(row),
  }
}

function sourceOf({ line_id, line_day, set_by, second }: Paid): Payee['source'] {
  if (line_id !== null && line_day !== null) return { line_id, day: line_day }
  return set_by === null ? null : { set_by, second }
}
