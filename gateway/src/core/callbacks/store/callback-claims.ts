import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'

/** A delivery that this process may send until its lease ends, with all data for the request. */
export interface ClaimedDelivery {
  deliveryId: bigint
  fence: number
  /** Number of this attempt, 1 = the first. */
  attempt: number
  eventId: string
  transactionId: string
  pointId: string
  environment: Environment
  template: string
  apiKey: bigint
  /** Null: delivered into the inbox of a test point. */
  url: string | null
  accept2xx: boolean
  /** The probe of an open breaker. */
  probe: boolean
  /** The endpoint has failed lately, so its successes are recorded too. */
  watched: boolean
  /** The endpoint's limit of callbacks per second and process. */
  ratePerS: number
  tokenBox: Buffer
  webhookSecretBox: Buffer
  /** Signs too during a rotation. */
  oldWebhookSecretBox: Buffer | null
  createdAt: Date
  /** The gateway's time at the claim. */
  claimedAt: Date
  /**
   * The server's real time at the claim in Unix seconds. Merchants check signatures by real clocks, not by the
   * gateway's time.
   */
  claimedUnixSeconds: number
}

export interface ClaimOrder {
  /** Rows wanted. */
  limit: number
  /** The last point that this process reached. The next round begins after it, so that low ids do not starve others. */
  afterPointId: string
  owner: string
  leaseMs: number
  /** Points whose budget in this process is used up. */
  restingPointIds: readonly string[]
}

/** Deliveries of one point per claim, so that the backlog of one point does not fill the round. */
const perPointMax = 10

/** Expired leases are released in portions, so that one statement after a long stop does not lock thousands of rows. */
const sweepMax = 500

interface ClaimRow {
  id: bigint
  fence: number
  attempts: number
  event_id: string
  transaction_id: string
  point_id: string
  environment: Environment
  body_template: string
  api_key: bigint
  url: string | null
  accept_2xx: boolean
  probe: boolean
  watched: boolean
  rate_per_s: number
  auth_api_token_box: Buffer
  webhook_secret_box: Buffer
  old_webhook_secret_box: Buffer | null
  created_at: Date
  claimed_at: Date
  claimed_unix_seconds: number
}

/**
 * Claims due deliveries fairly over the points. Index jumps find the points with due deliveries, so idle points cost
 * nothing.
 * - At most ten deliveries of one point per claim, and never more in flight than the endpoint allows.
 * - None while an older delivery of the same transaction is in flight.
 * - An open breaker allows one probe, due or not: a callback without earlier failures if there is one.
 * - The test inbox has no breaker, no rate and no limit.
 * - A delivery whose transaction has a newer event becomes superseded instead.
 * Losing this commit costs a repeated callback and no money, so it does not wait for the disk. The lease uses the
 * server's real time, because moving the gateway's clock must not end it. Due times are compared in milliseconds and
 * may be rounded up, so that new work does not wait for the next round. An older delivery in flight is detected by its
 * lease, not by its state: the partial indexes on `sending` also hold dead tuples since the last vacuum, and the
 * planner would scan them for every row. `offset 0` keeps that check a subquery per row with its own index.
 */
export async function claimDeliveries(db: Db, order: ClaimOrder): Promise<ClaimedDelivery[]> {
  const claimed = await db.query<ClaimRow>({
    name: 'claim-callback-deliveries',
    text: claimText,
    values: [
      order.limit,
      perPointMax,
      order.afterPointId,
      order.owner,
      order.leaseMs,
      order.restingPointIds,
      probeLeaseMs,
    ],
  })
  return claimed.rows.map(claimedDelivery)
}

/** A lost probe is followed by another one after this; the deadline of an attempt is a third of it. */
const probeLeaseMs = 30_000

/** Longest waiting callbacks that are searched for one without failures, as a probe. */
const probeLooksMax = 2_000

/** Where all of those have failed, as many of the newest are searched. */
const newestLooksMax = 50

const claimText = `
  with recursive t as materialized (
    select gateway_now() as at, gateway_now() + interval '1 millisecond' as due,
      gateway_now() - offset_ms * interval '1 millisecond' as true_time, set_config('synchronous_commit', 'off', true)
    from gateway_clock limit 1
  ), waiting as (
    (select d.point_id from callback_deliveries d where d.state = 'pending' order by d.point_id limit 1)
    union all
    select (select d.point_id from callback_deliveries d
            where d.state = 'pending' and d.point_id > w.point_id order by d.point_id limit 1)
    from waiting w where w.point_id is not null
  ), candidates as materialized (
    select h.point_id, coalesce(unfailed.id, newest.id, longest.id) as delivery_id
    from waiting w cross join t join callback_endpoints ep on ep.point_id = w.point_id
    join callback_health h on h.point_id = w.point_id
    left join lateral (
      select d.id from (
        select x.id, x.attempts, x.has_failed from callback_deliveries x
        where x.point_id = h.point_id and x.state = 'pending' order by x.next_attempt_at limit ${probeLooksMax}) d
      where d.attempts = 0 and not d.has_failed limit 1) unfailed on true
    left join lateral (
      select d.id from (
        select x.id, x.state, x.attempts, x.has_failed from callback_deliveries x
        where x.point_id = h.point_id and unfailed.id is null order by x.id desc limit ${newestLooksMax}) d
      where d.state = 'pending' and d.attempts = 0 and not d.has_failed limit 1) newest on true
    left join lateral (
      select x.id from callback_deliveries x
      where x.point_id = h.point_id and x.state = 'pending' order by x.next_attempt_at limit 1) longest on true
    where h.opens > 0 and h.next_probe_at <= t.due and ep.status = 'active' and ep.url is not null
      -- Before the limit: endpoints without a callback to probe must not displace those with one.
      and longest.id is not null
    order by h.next_probe_at
    limit $1
  ), probes as (
    update callback_health h set next_probe_at = t.at + $7::int * interval '1 millisecond'
    from t, candidates c where h.point_id = c.point_id and h.next_probe_at <= t.due
    returning h.point_id, c.delivery_id
  ), probed as materialized (
    select d.id, d.stale from (select delivery_id from probes limit $1) p cross join lateral (
      select x.id, exists (select from callback_deliveries z
                           where z.transaction_id = x.transaction_id and z.seq > x.seq) as stale
      from callback_deliveries x
      where x.id = p.delivery_id and x.state = 'pending'
        and not exists (select from callback_deliveries y
                        where y.transaction_id = x.transaction_id and y.seq < x.seq and y.lease_until is not null
                        offset 0)
      for update of x skip locked) d
  ), e as (
    select ep.point_id, case
        when ep.url is null then $2::int
        when h.opens > 0 or h.recovering then 0
        else ep.max_inflight
          - (select count(*) from callback_deliveries s where s.point_id = ep.point_id and s.state = 'sending')
        end as room
    from waiting w join callback_endpoints ep on ep.point_id = w.point_id
    left join callback_health h on h.point_id = w.point_id
    where ep.status = 'active'
      and case when ep.url is null then ep.environment = 'test' else ep.point_id <> all ($6::uuid[]) end
    order by (ep.point_id <= $3::uuid), ep.point_id
  ), c as (
    -- The limit tells the planner that these are few; without it whole tables would be read for the join.
    select id, stale from (select id, stale from probed union all
    select d.id, d.stale from (select d.id, d.stale from e cross join lateral (
      select x.id, exists (select from callback_deliveries z
                           where z.transaction_id = x.transaction_id and z.seq > x.seq) as stale
      from callback_deliveries x
      where x.point_id = e.point_id and x.state = 'pending' and x.next_attempt_at <= (select due from t)
        and not exists (select from callback_deliveries y
                        where y.transaction_id = x.transaction_id and y.seq < x.seq and y.lease_until is not null
                        -- Subquery per row: a join would read the deliveries of all times.
                        offset 0)
      order by x.next_attempt_at
      limit least($2::int, greatest(e.room, 0))
      for update of x skip locked) d
    limit greatest($1::int - (select count(*) from probed), 0)) d) chosen
    limit $1
  ), claimed as (
    update callback_deliveries d
    set state = case when c.stale then 'superseded' else 'sending' end,
      attempts = d.attempts + case when c.stale then 0 else 1 end,
      fence = d.fence + 1,
      lease_owner = case when c.stale then null else $4 end,
      lease_until = case when c.stale then null else t.true_time + $5::int * interval '1 millisecond' end
    from c, t where d.id = c.id
    returning d.*
  )
  select cl.id, cl.fence, cl.attempts, cl.event_id, cl.transaction_id, cl.point_id, ep.environment, ev.body_template,
    ev.api_key, ep.url, ep.accept_2xx, ep.rate_per_s, ep.url is not null and coalesce(h.opens, 0) > 0 as probe,
    coalesce(h.failures > 0 or h.silent_in_a_row > 0 or h.opens > 0 or h.failing_since is not null, false) as watched, p.auth_api_token_box, p.webhook_secret_box,
    case when p.old_webhook_secret_until > t.at then p.old_webhook_secret_box end as old_webhook_secret_box, cl.created_at, t.at as claimed_at,
    extract(epoch from t.true_time)::float8 as claimed_unix_seconds
  from claimed cl
  join callback_events ev on ev.id = cl.event_id
  join callback_endpoints ep on ep.point_id = cl.point_id
  join points p on p.id = cl.point_id
  left join callback_health h on h.point_id = cl.point_id
  cross join t
  where cl.state = 'sending'
  order by cl.id`

/**
 * Releases deliveries whose process ended before it wrote a result. The request may have been sent, so the attempt
 * counts and is recorded as lost, and the next one is due at once. Returns how many.
 */
export async function releaseExpiredLeases(db: Db, attemptsMax: number): Promise<number> {
  const released = await db.query({
    name: 'release-callback-leases',
    text: `
      with t as materialized (
        select gateway_now() as at, gateway_now() - offset_ms * interval '1 millisecond' as true_time,
          set_config('synchronous_commit', 'off', true)
        from gateway_clock
      ), expired as materialized (
        select d.id from callback_deliveries d
        where d.state = 'sending' and d.lease_until <= (select true_time from t)
        order by d.lease_until limit $2
        for update skip locked
      ), released as (
        update callback_deliveries d
        set state = case
            when exists (select from callback_deliveries z where z.transaction_id = d.transaction_id and z.seq > d.seq)
              then 'superseded'
            when d.attempts >= $1 then 'exhausted'
            else 'pending' end,
          next_attempt_at = t.at, fence = d.fence + 1, lease_owner = null, lease_until = null
        from expired x, t where d.id = x.id
        returning d.id, d.point_id, d.attempts
      )
      insert into callback_attempts (delivery_id, point_id, number, started_at, error)
      select r.id, r.point_id, greatest(r.attempts, 1), t.at, 'lost' from released r, t`,
    values: [attemptsMax, sweepMax],
  })
  return released.rowCount ?? 0
}

/** How long the oldest sendable delivery has been due, in seconds; 0 when none is. */
export async function oldestDueSeconds(db: Db): Promise<number> {
  const found = await db.query<{ seconds: number }>({
    name: 'oldest-due-callback',
    text: `
      with recursive waiting as (
        (select d.point_id from callback_deliveries d where d.state = 'pending' order by d.point_id limit 1)
        union all
        select (select d.point_id from callback_deliveries d
                where d.state = 'pending' and d.point_id > w.point_id order by d.point_id limit 1)
        from waiting w where w.point_id is not null
      )
      select greatest(0, coalesce(extract(epoch from gateway_now() - min(f.next_attempt_at)), 0))::float8 as seconds
      from waiting w join callback_endpoints ep on ep.point_id = w.point_id
      cross join lateral (
        select d.next_attempt_at from callback_deliveries d
        where d.point_id = w.point_id and d.state = 'pending' order by d.next_attempt_at limit 1) f
      where ep.status = 'active' and (ep.url is not null or ep.environment = 'test')`,
  })
  return found.rows[0]?.seconds ?? 0
}

function claimedDelivery(row: ClaimRow): ClaimedDelivery {
  return {
    deliveryId: row.id,
    fence: row.fence,
    attempt: row.attempts,
    eventId: row.event_id,
    transactionId: row.transaction_id,
    pointId: row.point_id,
    environment: row.environment,
    template: row.body_template,
    apiKey: row.api_key,
    url: row.url,
    accept2xx: row.accept_2xx,
    probe: row.probe,
    watched: row.watched,
    ratePerS: row.rate_per_s,
    tokenBox: row.auth_api_token_box,
    webhookSecretBox: row.webhook_secret_box,
    oldWebhookSecretBox: row.old_webhook_secret_box,
    createdAt: row.created_at,
    claimedAt: row.claimed_at,
    claimedUnixSeconds: row.claimed_unix_seconds,
  }
}
