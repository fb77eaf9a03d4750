import type { Side } from './databases.ts'

/** A transaction that is looked up; everything by which it can be found. */
export interface Sample {
  id: string
  pointId: string
  merchantId: string
  reference: string
  document: string
  name: string
  amountMinor: bigint
  providerReference: string | null
  createdAt: Date
}

/** Rows that are asked for again and again at most. */
const samplesMax = 5_000

/** Which ones: those of the last hours, as programs ask for them, or of any age, as people look things up. */
export type Age = 'young' | 'any age'

/** Paid pay-ins; of any age: from blocks all over the table, most of which nobody has read for long. */
export async function readSamples({ world }: Side, age: Age): Promise<readonly Sample[]> {
  const { owner } = world.database
  const size = await owner.query<{ share: number }>(
    `select least(100, greatest(0.01, 100.0 * ${samplesMax} * 2 / greatest(1, reltuples)))::float8 as share
      from pg_class where oid = 'transactions'::regclass`,
  )
  const rows = {
    young: `(select * from transactions where status = 'COMPLETED' order by id desc limit ${samplesMax})`,
    'any age': `transactions t tablesample system (${size.rows[0]?.share ?? 100})`,
  }[age]
  const found = await owner.query<Sample>(
    `select t.id, t.point_id as "pointId", p.merchant_id as "merchantId", t.reference, t.party_document as document,
        t.party_name as name, t.amount_minor as "amountMinor", t.provider_reference as "providerReference",
        t.created_at as "createdAt"
      from ${rows} ${age === 'young' ? 't' : ''} join points p on p.id = t.point_id
      where t.pay_type = 'payin' and t.party_document is not null and t.status = 'COMPLETED'
      order by random() limit ${samplesMax}`,
  )
  return found.rows
}
