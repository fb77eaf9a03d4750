import type { Exchange, Violation } from '../stages/virtual/parts.ts'
import { termsOf } from './ledger.ts'
import type { RunRows } from './rows.ts'
import { askedReference, Findings, nameOf, type Story } from './story.ts'

export interface WithdrawalContext {
  /** Ids of points by the names that stand in exchanges. */
  pointIds: ReadonlyMap<string, string>
  exchanges: readonly Exchange[]
}

/** A withdrawal of all takes as much as the funds and the fee allow. */
export function checkWithdrawals(rows: RunRows, stories: readonly Story[], context: WithdrawalContext): Violation[] {
  const found = new Findings()
  const everything = new Set(context.exchanges.flatMap((exchange) => allOf(exchange, context.pointIds)))
  const balances = new Map<bigint, bigint>()
  const byId = new Map(stories.map((story) => [story.id, story]))
  const isAvailable = new Set(rows.accounts.flatMap(({ id, kind }) => (kind === 'available' ? [id] : [])))
  for (const { kind, debit, credit, amountMinor, transactionId } of rows.transfers) {
    const before = balances.get(debit) ?? 0n
    balances.set(debit, before - amountMinor)
    balances.set(credit, (balances.get(credit) ?? 0n) + amountMinor)
    const story = byId.get(transactionId ?? '')
    if (kind !== 'reserve' || !story?.withdrawalAccountId || !isAvailable.has(debit)) continue
    if (!everything.has(`${story.pointId} ${askedReference(story)}`)) continue
    const { feeOf } = termsOf(rows.terms, story)
    const moreMinor = story.amountMinor + 1n + feeOf(story.amountMinor + 1n)
    found.check(moreMinor > before, 'withdrawal-not-all', () => {
      return `${nameOf(story)} of all is over ${story.amountMinor}, and ${before} was available`
    })
  }
  return found.list
}

/** The point and the reference of a withdrawal without an amount. */
function allOf({ who, request }: Exchange, pointIds: ReadonlyMap<string, string>): string[] {
  if (!('path' in request) || request.path !== '/api/v1/withdrawals' || request.method !== 'POST') return []
  const [, reference] = /"reference":"([^"]+)"/.exec(request.body ?? '') ?? []
  return request.body?.includes('"amount"') ? [] : [`${pointIds.get(who)} ${reference}`]
}
