import { type BookedMoney, feeSigns, netSigns } from '../../../ledger/rules/fee-and-net.ts'

/** A column with fee and net as decimal text; null before anything was booked. */
export interface BookedMoneyColumn {
  booked_money: readonly [string, string] | null
}

/** Reads the ledger by its index of transactions, once for each row of `transactions t`. */
export const bookedMoneyExpression = `(select array[${sumOf(feeSigns)}, ${sumOf(netSigns)}]::text[] from ledger_transfers l
    where l.transaction_id = t.id and l.kind in (${Object.keys(netSigns)
      .map((kind) => `'${kind}'`)
      .join(', ')}) having count(*) > 0)`

export const bookedMoneyColumn = `${bookedMoneyExpression} as booked_money`

function sumOf(signs: Readonly<Record<string, 1 | -1>>): string {
  const cases = Object.entries(signs).map(([kind, sign]) => `when '${kind}' then ${sign} * l.amount_minor`)
  return `sum(case l.kind ${cases.join(' ')} else 0 end)`
}

export function toBookedMoney(booked: BookedMoneyColumn['booked_money']): BookedMoney {
  return booked && { feeMinor: BigInt(booked[0]), netMinor: BigInt(booked[1]) }
}
