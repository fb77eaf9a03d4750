import { type MovementType, noMoney, type Parts, plus, totalOf } from './movement-types.ts'

/** The change of each part, as the database gives it; minor units. */
export interface ChangeRow {
  available_minor: bigint
  pending_minor: bigint
  reserved_minor: bigint
}

export function partsOf(row: ChangeRow): Parts {
  return { available: row.available_minor, pending: row.pending_minor, reserved: row.reserved_minor }
}

export function sumOf(rows: readonly ChangeRow[]): Parts {
  return rows.reduce((sum, row) => plus(sum, partsOf(row)), noMoney)
}

/** What a movement did to all money of the merchant: `net` = `amount` - `fee`. Between its parts, all three are zero. */
export interface Amounts {
  amount: bigint
  fee: bigint
  net: bigint
}

export function amountsOf(row: ChangeRow & { fee_minor: bigint }): Amounts {
  const net = totalOf(partsOf(row))
  return { amount: net + row.fee_minor, fee: row.fee_minor, net }
}

/** The sums of one type of movement. */
export interface TypeSum extends Amounts {
  type: MovementType
  changes: Parts
}

/** One sum for each type, in the order of the rows. */
export function sumsByType(rows: readonly (ChangeRow & { type: MovementType; fee_minor: bigint })[]): TypeSum[] {
  return [...new Set(rows.map(({ type }) => type))].map((type) => {
    const own = rows.filter((row) => row.type === type)
    const changes = sumOf(own)
    const [fee, net] = [own.reduce((sum, row) => sum + row.fee_minor, 0n), totalOf(changes)]
    return { type, amount: net + fee, fee, net, changes }
  })
}
