import type { Db } from '../../../core/platform/database/database.ts'

/** A violation of one transaction (or another row). */
export interface ViolationRow {
  id: string
  what: string
}

/** What is reserved for a payout or refund; a refund has no fee of its own. */
const reservedMinor = `t.amount_minor + case when t.pay_type = 'refund' then 0 else t.fee_minor end`

/**
 * SQL of the checks: `$1` = the transaction ids; each statement returns violations only. Every table is read by its
 * index on the transaction, a lateral `limit 1`, or the ids, so that a page costs the same in long tables.
 */
export const transactionChecks = {
  /** The row, its first history entry, and the reservation: of a payout amount and fee, of a refund the amount. */
  I1: `select t.id, case when h.id is null then 'no first history entry' else 'the reservation is missing or of another amount' end as what
    from transactions t
    left join lateral (select id from transaction_history h where h.transaction_id = t.id order by h.id limit 1) h on true
    left join lateral (select sum(amount_minor) as minor, count(*) as n from ledger_transfers x
      where x.transaction_id = t.id and x.kind in ('reserve', 'refund_reserve')) r on true
    where t.id = any ($1::uuid[]) and (h.id is null or (t.pay_type <> 'payin'
      and (r.n <> 1 or r.minor <> ${reservedMinor})))`,

  I2: `select min(t.id::text) as id, 'the reference ' || max(t.reference) || ' stands ' || count(*) || ' times' as what
    from transactions t
    where (t.point_id, t.pay_type, t.reference) in (select point_id, pay_type, reference from transactions where id = any ($1::uuid[]))
    group by t.point_id, t.pay_type, t.reference having count(*) > 1`,

  I5: `with sums as (
      select transaction_id as id,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'payin'), 0) as payin,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'suspense'), 0) as suspense,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'suspense_accepted'), 0) as accepted,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'suspense_returned'), 0) as sent_back,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'suspense_reversed'), 0) as taken_back,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'reversal'), 0) as reversal,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'payin_fee'), 0) as payin_fee,
        coalesce(sum(x.amount_minor) filter (where x.kind in ('payout', 'late_payout', 'refund')), 0) as payout,
        coalesce(sum(x.amount_minor) filter (where x.kind in ('unreserve', 'refund_unreserve')), 0) as unreserve,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'return'), 0) as returned,
        coalesce(sum(x.amount_minor) filter (where c.kind = 'pending'), 0)
          - coalesce(sum(x.amount_minor) filter (where d.kind = 'pending' and x.kind in ('payin_fee', 'refund_release')), 0) as waits,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'release'), 0) as released,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'refund_release'), 0) as early,
        count(*) filter (where x.kind in ('payout', 'unreserve', 'refund', 'refund_unreserve')) as ends,
        coalesce(sum(x.amount_minor) filter (where x.kind = 'refund_fee'), 0)
          - coalesce(sum(x.amount_minor) filter (where x.kind = 'return_fee'), 0) as fee_back
      from ledger_transfers x join ledger_accounts c on c.id = x.credit_account
        join ledger_accounts d on d.id = x.debit_account
      where transaction_id = any ($1::uuid[]) group by transaction_id),
    checked as (
      select t.id, case
        when t.pay_type = 'payin' then case
          when coalesce(payin, 0) + coalesce(suspense, 0) <> t.received_minor then 'what arrived is not what is booked'
          when coalesce(suspense, 0) - coalesce(accepted, 0) - coalesce(sent_back, 0) - coalesce(taken_back, 0) <> t.suspense_minor then 'suspense is not what waits'
          when t.sent_back_minor > coalesce(sent_back, 0) then 'more counts as sent back than operators returned'
          when coalesce(sent_back, 0) + coalesce(taken_back, 0) + coalesce(reversal, 0)
            <> t.sent_back_minor + least(t.reversed_minor, t.received_minor - t.sent_back_minor) then 'what went back is not what is booked'
          when coalesce(payin_fee, 0) <> t.fee_minor then 'the fee is not what is booked'
          when t.status in ('COMPLETED', 'ERROR') and coalesce(payin, 0) + coalesce(accepted, 0) <> coalesce(t.credited_minor, 0) then 'the credit is not the credited amount'
          when t.status = 'ERROR' and coalesce(payin, 0) + coalesce(accepted, 0) <> coalesce(reversal, 0) then 'ERROR, but its credit was not taken back'
          when t.status in ('PENDING', 'EXPIRED') and coalesce(payin, 0) + coalesce(accepted, 0) <> 0 then 'credited without being COMPLETED'
          when t.status in ('PENDING', 'EXPIRED') and coalesce(t.credited_minor, 0) not in (0, t.suspense_minor) then 'the credited amount is neither booked nor in suspense'
          when (select coalesce(sum(x.amount_minor - x.reversed_minor), 0) from refunds f join transactions x on x.id = f.id
            where f.transaction_id = t.id and x.status <> 'ERROR') > coalesce(payin, 0) + coalesce(accepted, 0) then 'more is refunded than was credited'
          when (select coalesce(sum(f.from_pending_minor), 0) from refunds f where f.transaction_id = t.id)
            <> coalesce(early, 0) then 'what refunds took before its release is not what is booked'
          when coalesce(waits, 0) <> coalesce(r.amount_minor, 0) then 'what waits for its release is not what was credited'
          when coalesce(released, 0) <> case when r.released_at is null then 0 else r.amount_minor end then 'what was released is not what waited'
        end else case
          when t.received_minor <> 0 or t.suspense_minor <> 0 or t.sent_back_minor <> 0 then 'a payout with amounts that only pay-ins have'
          when t.status = 'PENDING' and coalesce(ends, 0) <> 0 then 'the reservation ended while PENDING'
          when t.status <> 'PENDING' and coalesce(ends, 0) <> 1 then 'the reservation did not end exactly once'
          when t.status = 'COMPLETED' and coalesce(payout, 0) <> t.amount_minor then 'COMPLETED, but not paid out exactly once'
          when coalesce(payout, 0) <> coalesce(t.credited_minor, 0) then 'what was paid out is not what is booked'
          when t.status = 'ERROR' and t.reason = 'returned' and coalesce(payout, 0) <> coalesce(returned, 0) then 'returned, but not booked whole'
          when t.status = 'ERROR' and t.reason <> 'returned' and coalesce(unreserve, 0) <> ${reservedMinor} then 'ERROR, but its funds were not given back'
          when coalesce(returned, 0) <> t.reversed_minor then 'what came back is not what is booked'
          when t.pay_type = 'refund' and coalesce(fee_back, 0) <> case when t.status = 'COMPLETED' then t.fee_minor else 0 end then 'the fee that came back is not what is booked'
        end end as what
      from transactions t left join sums using (id) left join ledger_releases r on r.transaction_id = t.id
      where t.id = any ($1::uuid[]))
    select id, what from checked where what is not null`,

  I6: `with steps as (
      select h.transaction_id as id, h.status, h.reason, h.source,
        lag(h.status) over (partition by h.transaction_id order by h.id) as before,
        row_number() over (partition by h.transaction_id order by h.id desc) as from_end
      from transaction_history h where h.transaction_id = any ($1::uuid[]))
    select id, case when before is null then 'begins with ' || status else 'went from ' || before || ' to ' || status end as what
    from steps where case
      when before is null then status <> 'PENDING'
      when before = status then false
      else not (before || '>' || status = any (array['PENDING>COMPLETED', 'PENDING>ERROR', 'PENDING>EXPIRED',
        'EXPIRED>COMPLETED', 'COMPLETED>ERROR'])
        or (before || '>' || status = 'ERROR>COMPLETED' and source = 'operator')) end
    union all
    select t.id, 'the history ends with ' || s.status || ' ' || s.reason || ', the row says ' || t.status || ' ' || t.reason
    from steps s join transactions t on t.id = s.id where s.from_end = 1 and (s.status <> t.status or s.reason <> t.reason)`,

  /** Deliveries are read by transaction and number, because their event has no index. */
  I7: `with moves as (
      select transaction_id as id, count(*) as n from (
        select h.transaction_id, h.status, lag(h.status) over (partition by h.transaction_id order by h.id) as before
        from transaction_history h where h.transaction_id = any ($1::uuid[])) s
      where before is not null and before <> status group by transaction_id),
    events as (
      select transaction_id as id, count(*) as n, max(seq) as last from callback_events
      where transaction_id = any ($1::uuid[]) group by transaction_id)
    select t.id, case
        when coalesce(m.n, 0) <> coalesce(e.n, 0) then coalesce(m.n, 0) || ' changes of status, ' || coalesce(e.n, 0) || ' callbacks'
        when e.last <> e.n then 'the callbacks are numbered with gaps'
        when l.status <> t.status then 'the last callback says ' || l.status
        else 'the last callback was given up for an older one' end as what
    from transactions t left join moves m using (id) left join events e using (id)
    left join lateral (select * from callback_events x where x.transaction_id = t.id and x.seq = e.last limit 1) l on true
    left join lateral (select true as lives from callback_deliveries d
      where d.transaction_id = l.transaction_id and d.seq = l.seq and d.state <> 'superseded' limit 1) d on true
    where t.id = any ($1::uuid[]) and (coalesce(m.n, 0) <> coalesce(e.n, 0) or e.last <> e.n or l.status <> t.status
      or (l.id is not null and d.lives is null and t.pay_type <> 'refund' and t.withdrawal_account_id is null))`,

  I8: `select e.transaction_id as id, 'a callback says ' || e.status || ', which the transaction never was by then' as what
    from callback_events e where e.transaction_id = any ($1::uuid[]) and not exists (
      select from transaction_history h where h.transaction_id = any ($1::uuid[]) and h.transaction_id = e.transaction_id
        and h.status = e.status and h.created_at <= e.created_at)`,

  /**
   * An overdue pay-in may wait for its bank; ten minutes are many inquiry rounds. An approved payout keeps its
   * approval date: only the reason shows that approval is pending. The page is read by id first (`offset 0`), because
   * the planner may otherwise walk the small indexes of pending rows.
   */
  I9: `select t.id, 'PENDING, and nothing will ever move it' as what
    from (select * from transactions where id = any ($1::uuid[]) offset 0) t
    where t.status = 'PENDING' and t.needs_operator is null
      and not (t.reason = 'awaiting_approval' and t.approval_until is not null) and t.suspense_minor < t.amount_minor
      and not exists (select from attempts a where a.transaction_id = t.id and a.state <> 'closed' and a.next_action_at is not null)
      and (t.expired_at is null or t.expired_at < gateway_now() - interval '10 minutes')`,

  /**
   * The family of a pay-in is locked as one, so the ids of its transfers are in the order of their commits: an event tells the
   * sums up to the last one of its own database transaction, and nothing where none was ever booked. Payouts tell nothing.
   */
  I15: `with payins as (
      select distinct coalesce(f.transaction_id, t.id) as payin from transactions t left join refunds f on f.id = t.id
      where t.id = any ($1::uuid[]) and t.pay_type <> 'payout'),
    families as (
      select payin, payin as id from payins
      union all select f.transaction_id, f.id from refunds f where f.transaction_id in (select payin from payins)),
    sums as (
      select m.payin, x.id, x.xid, x.created_at,
        sum(case when x.kind in ('refund', 'late_payout') then x.amount_minor when x.kind = 'return' then -x.amount_minor
          else 0 end) over sofar as refunded,
        sum(case when x.kind in ('payin', 'suspense_accepted', 'refund_unreserve', 'return') then x.amount_minor
          when x.kind in ('reversal', 'refund_reserve', 'late_payout') then -x.amount_minor else 0 end) over sofar as refundable
      from families m join ledger_transfers x on x.transaction_id = m.id
      window sofar as (partition by m.payin order by x.id)),
    told as (
      select distinct on (e.id) e.transaction_id as id, e.seq, e.refunded_minor, e.refundable_minor,
        case when t.pay_type <> 'payout' then coalesce(s.refunded, 0) end as refunded,
        case when t.pay_type <> 'payout' then coalesce(greatest(s.refundable, 0), 0) end as refundable
      from callback_events e join transactions t on t.id = e.transaction_id left join refunds f on f.id = t.id
        left join sums s on s.payin = coalesce(f.transaction_id, t.id) and s.xid = e.xid and s.created_at <= e.created_at
      where e.transaction_id = any ($1::uuid[]) and num_nonnulls(e.refunded_minor, e.refundable_minor) > 0
      order by e.id, s.id desc nulls last)
    select id, 'callback ' || seq || ' tells ' || coalesce(refunded_minor::text, 'nothing') || ' refunded and '
        || coalesce(refundable_minor::text, 'nothing') || ' refundable, booked were ' || coalesce(refunded::text, 'nothing') || ' and '
        || coalesce(refundable::text, 'nothing') as what
    from told where refunded_minor is distinct from refunded or refundable_minor is distinct from refundable`,

  /** An account may be taken away while a withdrawal to it is being written: a minute is many of them. */
  I18: `select t.id, 'a withdrawal to an account ' || w.what as what
    from transactions t join points p on p.id = t.point_id join withdrawal_accounts a on a.id = t.withdrawal_account_id
    cross join lateral (select case
      when a.merchant_id <> p.merchant_id then 'of another merchant'
      when (a.environment, a.service_code) <> (t.environment, t.service_code) then 'of another environment or service code'
      when a.usable_from is null or t.created_at < a.usable_from then 'that was not confirmed, or still waited'
      when a.environment = 'live' and a.usable_from < a.confirmed_at + interval '24 hours' then 'that did not wait'
      when a.ended_at < t.created_at - interval '1 minute' then 'that was taken away before'
      when t.personal_removed_at is null and t.details <> a.details then 'with other fields'
      end as what) w
    where t.id = any ($1::uuid[]) and w.what is not null`,
} as const

export type TransactionCheck = keyof typeof transactionChecks

export async function runTransactionCheck(
  db: Db,
  check: TransactionCheck,
  ids: readonly string[],
): Promise<readonly ViolationRow[]> {
  const found = await db.query<ViolationRow>({ name: `verify-${check}`, text: transactionChecks[check], values: [ids] })
  return found.rows
}

/** Texts of a transaction: free text and others. */
export interface TransactionTexts {
  id: string
  words: readonly string[]
  /** Ids, addresses and history details; of a card pay-in also its provider's answers. */
  others: readonly string[]
}

/**
 * The texts of a page's transactions. `fields` are names within `details`. A card pay-in's reference may contain
 * other digits: only those that start and end like the used card are taken from it.
 */
export async function textsOf(
  db: Db,
  ids: readonly string[],
  fields: { words: readonly string[]; identifiers: readonly string[] },
): Promise<readonly TransactionTexts[]> {
  const found = await db.query<TransactionTexts>({
    name: 'verify-texts',
    text: `select t.id,
        array(select value from jsonb_each_text(t.details) where key = any ($2::text[]))
          || array_remove(array[t.party_name], null) as words,
        array_remove(array[substring(t.reference from t.card_bin || '[0-9]{3,9}' || t.card_last4), t.redirect_url, t.sender_name, t.needs_operator], null)
          || array(select value from jsonb_each_text(t.details) where key <> all ($2::text[]) and key <> all ($3::text[]))
          || array(select h.detail from transaction_history h where h.transaction_id = t.id and h.detail is not null
            and h.detail not like 'payer reference: %')
          || array(select (a.outcome_detail - 'providerReference' - 'endToEndId')::text from attempts a
            where a.transaction_id = t.id and t.card_bin is not null and a.outcome_detail is not null) as others
      from transactions t where t.id = any ($1::uuid[])`,
    values: [ids, fields.words, fields.identifiers],
  })
  return found.rows
}
