import { formatAmount } from '../../values/money.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import type { LineRuleShown } from '../judgements/line-rules.ts'
import type { ShownCandidate, ShownLineDetail } from '../judgements/show-line.ts'
import { isDoubt } from '../rules/likely-candidate.ts'
import type { BankLineData, BankLineDetailData, LineCandidateData, LineRuleData } from './contract/operator-lines.ts'

export function bankLineData(row: ShownLineDetail['row']): BankLineData {
  const { currency } = row
  return {
    line_id: row.id,
    account: {
      bank_account_id: row.bank_account_id,
      bank: row.bank_name,
      holder: row.holder,
      currency,
      environment: row.environment,
    },
    state: row.state,
    standing: row.standing,
    class: row.class,
    day: row.booking_day,
    value_day: row.value_day,
    sign: row.sign,
    amount: formatAmount(row.amount_minor, currency),
    reversal: row.reversal,
    text: row.text,
    party: { name: row.party_name, document: row.party_document, account: row.party_account },
    bank_reference: row.refs.bankRef ?? null,
    bank_code: row.bank_code,
    seen_at: isoMicroseconds(row.seen_at),
    judged_at: isoMicrosecondsOrNull(row.judged_at),
    transaction_id: row.transaction_id,
    point_id: row.point_id,
    counter_line_id: row.counter_line_id,
    line_rule_id: row.line_rule_id,
    payment_batch_id: row.payment_batch_id,
    candidates: row.candidates,
    best_score: row.best_score,
    statement_waits_for: row.waits_for ?? null,
    proposal_id: row.proposal_id,
  }
}

export function bankLineDetailData(detail: ShownLineDetail): BankLineDetailData {
  const { row, candidates, order, counterLines, adoptedBy, announcements } = detail
  const { evidence } = row
  const references = Object.entries(row.refs).flatMap(([name, value]) =>
    typeof value === 'string' ? [[snake(name), value] as const] : [],
  )
  return {
    ...bankLineData(row),
    references: Object.fromEntries(references),
    candidate_list: candidates.map(candidateData),
    order: order ? candidateData(order) : null,
    evidence: evidence && {
      rule: evidence.rule ?? '',
      score: evidence.score ?? 0,
      reasons: evidence.reasons ?? [],
    },
    counter_lines: counterLines.map(bankLineData),
    adopted_by: adoptedBy ? bankLineData(adoptedBy) : null,
    announcements: announcements.map(bankLineData),
  }
}

export function candidateData({ order, candidate, compared, isLikely }: ShownCandidate): LineCandidateData {
  const { currency } = order
  return {
    transaction_id: order.id,
    reference: order.reference,
    point: { point_id: order.point_id, name: order.point_name, merchant: order.merchant_name },
    pay_type: order.pay_type,
    service_code: order.service_code,
    status: order.status,
    reason: order.reason,
    amount: formatAmount(order.amount_minor, currency),
    received: formatAmount(order.received_minor, currency),
    currency,
    created_at: isoMicroseconds(order.created_at),
    class: candidate?.class ?? null,
    rule: candidate?.rule ?? null,
    score: candidate?.score ?? null,
    reasons: candidate?.reasons ?? [],
    doubts: (candidate?.reasons ?? []).filter(isDoubt),
    compared,
    alone: isLikely,
  }
}

export function lineRuleData(row: LineRuleShown): LineRuleData {
  return {
    rule_id: row.id,
    bank_account_id: row.bank_account_id,
    sign: row.sign,
    text_contains: row.text_contains,
    bank_code: row.bank_code,
    amount_max: formatAmount(row.amount_max_minor, row.currency),
    currency: row.currency,
    class: row.class,
    lines: row.lines,
    created_at: isoMicroseconds(row.created_at),
    ended_at: isoMicrosecondsOrNull(row.ended_at),
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
