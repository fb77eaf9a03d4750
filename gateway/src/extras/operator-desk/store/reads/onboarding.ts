import type { Db } from '../../../../core/platform/database/database.ts'

/** What a merchant has on the way to live payments. A point id = the first point that lacks it. */
export interface OnboardingRow {
  people: number
  people_without_second_factor: number
  is_invited: boolean
  has_test_payment: boolean
  has_live_point: boolean
  has_live_route: boolean
  has_callback: boolean
  without_address: string | null
  without_fees: string | null
  without_limits: string | null
  without_brand: string | null
}

/** More points than a merchant has. */
const pointsMax = 500
/** Deliveries of a point among which the first success is looked for. */
const deliveriesMax = 200

/** What is missing is looked for at the live points, and at the test points while there is no live one. */
export async function readOnboarding(db: Db, merchantId: string): Promise<OnboardingRow | undefined> {
  const found = await db.query<OnboardingRow>({
    name: 'read-onboarding',
    text: `with p as (select id, environment, created_at from points where merchant_id = $1 and status = 'active'
          order by created_at, id limit ${pointsMax}),
        judged as (select * from p where environment = case when exists (select from p where environment = 'live')
          then 'live' else 'test' end),
        person as (select totp_confirmed_at from users where merchant_id = $1 and disabled_at is null)
      select (select count(*)::int from person) as people,
        (select count(*)::int from person where totp_confirmed_at is null) as people_without_second_factor,
        exists (select from invitations i where i.merchant_id = $1 and i.accepted_at is null and i.revoked_at is null
          and i.expires_at > statement_timestamp()) as is_invited,
        exists (select from p join lateral (select from transactions t where t.point_id = p.id and t.pay_type = 'payin'
          and t.status = 'COMPLETED' limit 1) paid on true where p.environment = 'test') as has_test_payment,
        exists (select from p where environment = 'live') as has_live_point,
        exists (select from p join routes r on r.environment = 'live' and r.ended_at is null and (r.point_id is null or r.point_id = p.id)
          where p.environment = 'live') as has_live_route,
        exists (select from p join lateral (select state from callback_deliveries d where d.point_id = p.id
          order by d.id limit ${deliveriesMax}) d on d.state = 'delivered'
          where p.environment = (select environment from judged limit 1)) as has_callback,
        (select j.id from judged j where not exists (select from callback_endpoints e where e.point_id = j.id
          and e.url is not null) order by j.created_at, j.id limit 1) as without_address,
        (select j.id from judged j where not exists (select from point_terms f where f.point_id = j.id)
          order by j.created_at, j.id limit 1) as without_fees,
        (select j.id from judged j where not exists (select from payout_limits l where l.point_id = j.id)
          order by j.created_at, j.id limit 1) as without_limits,
        (select j.id from judged j where not exists (select from point_brands b where b.point_id = j.id)
          order by j.created_at, j.id limit 1) as without_brand
      from merchants where id = $1`,
    values: [merchantId],
  })
  return found.rows[0]
}
