import { amountNumber } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { StatementWithLines } from '../read-statement.ts'
import { changesData, movementData, partsData } from './movement-data.ts'

/** A statement in wire names. */
export function statementData(statement: StatementWithLines) {
  const { currency } = statement
  const number = (minor: bigint) => amountNumber(minor, currency)
  return {
    currency,
    from: statement.from,
    to: statement.to,
    time_zone: statement.timeZone,
    since: isoMicroseconds(statement.since),
    until: isoMicroseconds(statement.until),
    final: statement.final,
    opening: partsData(statement.opening, currency),
    closing: partsData(statement.closing, currency),
    sums: statement.sums.map(({ type, amount, fee, net, changes }) => ({
      type,
      ...{ amount: number(amount), fee: number(fee), net: number(net) },
      changes: changesData(changes, currency),
    })),
    totals: statement.totals.map((each) => ({
      kind: each.kind,
      count: Number(each.count),
      amount: number(each.amountMinor),
    })),
    lines: statement.lines.map(movementData),
    lines_cut: statement.cut,
  }
}
