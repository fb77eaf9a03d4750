import type { BankOrder } from './bank-records.ts'
import type { Cluster } from './cluster.ts'

export interface RefundFigures {
  known: number
  executed: number
  executedTwice: number
  /** Pay-ins of which more went back than was credited. */
  beyondCredit: number
  /** Refunds that the ledger has with another amount than the bank. */
  differing: number
}

interface Row {
  id: string
  payin_id: string
  status: string
  amount_minor: string
  /** What the ledger has sent back for good, what it holds for it, and what was ever credited of the pay-in. */
  out_minor: string
  held_minor: string
  credited_minor: string
}

const ledgerOfRefunds = `select t.id, f.transaction_id as payin_id, t.status, t.amount_minor,
    coalesce(sum(case x.kind when 'refund' then x.amount_minor when 'return' then -x.amount_minor else 0 end), 0) as out_minor,
    coalesce(sum(case x.kind when 'refund_reserve' then x.amount_minor
      when 'refund' then -x.amount_minor when 'refund_unreserve' then -x.amount_minor else 0 end), 0) as held_minor,
    (select coalesce(sum(c.amount_minor), 0) from ledger_transfers c
      where c.transaction_id = f.transaction_id and c.kind in ('payin', 'suspense_accepted')) as credited_minor
  from refunds f join transactions t on t.id = f.id left join ledger_transfers x on x.transaction_id = t.id
  group by t.id, f.transaction_id`

/** Refunds one by one: the bank sent each once at most, as much as the ledger says, and of no pay-in more than was credited. */
export async function checkRefunds(
  cluster: Cluster,
  orders: ReadonlyMap<string, BankOrder>,
): Promise<{ violations: string[]; figures: RefundFigures }> {
  const rows = await cluster.database.query<Row & Record<string, unknown>>(ledgerOfRefunds)
  const atBank = [...orders.values()].filter(({ refundOf }) => refundOf !== undefined)
  const outOf = (id: string) => {
    const order = orders.get(id)
    return order ? order.executedMinor - order.returnedMinor : 0n
  }
  const differing = rows.filter((row) => BigInt(row.out_minor) !== outOf(row.id) || row.held_minor !== '0')
  const credited = new Map(rows.map((row) => [row.payin_id, BigInt(row.credited_minor)]))
  const beyond = [...credited].filter(([id, minor]) => (orders.get(id)?.refundedMinor ?? 0n) > minor)
  const twice = atBank.filter(({ executed }) => executed > 1)
  return {
    violations: [
      ...differing.map((row) => `the refund ${JSON.stringify(row)} is ${outOf(row.id)} at the bank`),
      ...beyond.map(([id, minor]) => `${orders.get(id)?.refundedMinor} of ${id} went back, and ${minor} was credited`),
    ],
    figures: {
      ...{ known: rows.length, executed: atBank.filter(({ executed }) => executed > 0).length },
      ...{ executedTwice: twice.length, beyondCredit: beyond.length, differing: differing.length },
    },
  }
}
