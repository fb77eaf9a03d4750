import { type BookedMoney, feeSigns, netSigns } from './fee-and-net.ts'

/** A column with fee and net as decimal text; null before anything was booked. */
export interface BookedMoneyColumn {
  booked_money: readonly [string, string] | null
}

const kinds = Object.keys(netSigns)
  .map((kind) => `'${kind}'`)
  .join(', ')

/** Reads the ledger by its index of transactions, once for each row of `transactions t`. */
export const bookedMoneyExpression = `(select array[${sumOf(feeSigns)}, ${sumOf(netSigns)}]::text[] from ledger_transfers l
    where l.transaction_id = t.id and l.kind in (${kinds}) having count(*) > 0)`

/** What a pay-in `t` changed the merchant's balance by, with its refunds, in minor units. */
export const remainsExpression = `(select ${sumOf(netSigns)}::bigint from ledger_transfers l where l.kind in (${kinds})
    and l.transaction_id in (select t.id union all select f.id from refunds f where f.transaction_id = t.id))`

export const bookedMoneyColumn = `${bookedMoneyExpression} as booked_money`

function sumOf(signs: Readonly<Record<string, 1 | -1>>): string {
  const cases = Object.entries(signs).map(([kind, sign]) => `when '${kind}' then ${sign} * l.amount_minor`)
  return `sum(case l.kind ${cases.join(' ')} else 0 end)`
}

export function toBookedMoney(booked: BookedMoneyColumn['booked_money']): BookedMoney {
  return booked && { feeMinor: BigInt(booked[0]), netMinor: BigInt(booked[1]) }
}
