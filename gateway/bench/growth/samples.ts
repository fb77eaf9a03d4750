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
}

/** Rows that are asked for again and again at most. */
const samplesMax = 5_000

/**
 * Paid pay-ins of any age, from blocks all over the table: what is looked up by people and support is old and new; what
 * programs ask for is new, and warmer than these.
 */
export async function readSamples({ world }: Side): Promise<readonly Sample[]> {
  const { owner } = world.database
  const size = await owner.query<{ share: number }>(
    `select least(100, greatest(0.01, 100.0 * ${samplesMax} * 2 / greatest(1, reltuples)))::float8 as share
      from pg_class where oid = 'transactions'::regclass`,
  )
  const found = await owner.query<Sample>(
    `select t.id, t.point_id as "pointId", p.merchant_id as "merchantId", t.reference, t.party_document as document,
        t.party_name as name, t.amount_minor as "amountMinor", t.provider_reference as "providerReference"
      from transactions t tablesample system (${size.rows[0]?.share ?? 100}) join points p on p.id = t.point_id
      where t.pay_type = 'payin' and t.party_document is not null and t.status = 'COMPLETED' order by random() limit ${samplesMax}`,
  )
  return found.rows
}
