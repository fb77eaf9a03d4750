import type { BankField } from '@pasarela/bank-statements'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import { isOfBank } from '../matching/line-and-orders.ts'
import type { Proposal, Reason } from '../matching/propose-orders.ts'
import { kindOfClass, personClasses } from '../rules/line-classes.ts'
import type { BankAccount } from '../set-bank-account.ts'
import type { LineDetail, ShownLineRow } from '../show-lines.ts'
import type { BankLineData, BankLineDetailData, CandidateData, SaidData } from './contract/bank-lines.ts'

export function accountName({
  bank_name: bank,
  holder,
  currency,
}: Pick<BankAccount, 'bank_name' | 'holder' | 'currency'>) {
  return [bank, holder, currency].filter(Boolean).join(' · ')
}

export function lineData(row: ShownLineRow): BankLineData {
  const { currency, decision, proposal, transaction_id: transactionId, reference, pay_type: payType, status } = row
  const said = (value: string | null | undefined, field: BankField): SaidData | null =>
    value ? { value, is_text: !isOfBank(row, field) } : null
  return {
    bank_line_id: row.id,
    day: row.booking_day,
    sign: row.sign,
    amount: formatAmount(row.sign === 'C' ? row.amount_minor : -row.amount_minor, currency),
    currency,
    environment: row.environment,
    bank_account: { bank_account_id: row.bank_account_id, name: accountName(row), kind: row.account_kind },
    text: row.text,
    party: {
      name: said(row.party_name, 'name'),
      document: said(row.party_document, 'document'),
      account: said(row.party_account, 'account'),
    },
    bank_reference: said(row.refs.bankRef, 'ids'),
    bank_code: row.bank_code,
    state: row.state,
    class: row.class,
    is_in_doubt: row.in_doubt || !row.is_single,
    is_left: row.left_at !== null,
    transaction:
      transactionId && reference && payType && status
        ? { transaction_id: transactionId, reference, pay_type: payType, status }
        : null,
    decision: decision && {
      by: [decision.by, decision.second].filter((name) => name !== null),
      note: decision.note,
      at: new Date(decision.at).toISOString(),
    },
    proposal: proposal && { proposal_id: proposal.id, proposed_by: proposal.by },
  }
}

export function lineDetail(detail: LineDetail, accounts: readonly BankAccount[]): BankLineDetailData {
  const { row, candidates, named, suggested, pairs, next, previous } = detail
  return {
    ...lineData(row),
    candidates: candidates.map((each) => candidateData(each, row, accounts)),
    named: named ? candidateData(named, row, accounts) : null,
    classes: personClasses.filter((each) => kindOfClass(each, row) !== undefined),
    suggested_class: suggested ?? null,
    pairs: pairs.map(lineData),
    next,
    previous,
  }
}

function candidateData(
  { transactionId, class: as, status, order, reasons }: Proposal,
  row: ShownLineRow,
  accounts: readonly BankAccount[],
): CandidateData {
  /** Amounts and accounts are internal values. */
  const shown = ({ code }: Reason, value: string): string => {
    if (code === 'amount_agrees' || code === 'amount_differs') return formatAmount(BigInt(value), row.currency)
    const account = code === 'own_account_differs' && accounts.find((each) => each.connector_account_id === value)
    return account ? accountName(account) : value
  }
  return {
    transaction_id: transactionId,
    class: as,
    status,
    amount: formatAmount(order.amount_minor, row.currency),
    reference: order.target_reference,
    created_at: isoMicroseconds(order.created_at),
    reasons: reasons.map((reason) => ({
      code: reason.code,
      line: { value: shown(reason, reason.line), is_text: reason.isText },
      order: shown(reason, reason.order),
    })),
  }
}
