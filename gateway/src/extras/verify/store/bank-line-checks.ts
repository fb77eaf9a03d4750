import type { Db } from '../../../core/platform/database/database.ts'
import type { ViolationRow } from './transaction-checks.ts'

/** Lines that one query checks. */
const linesPerQuery = 2_000

/** Kinds of transfers that only a line of one sign brings about. */
const ofCredits = [
  'unknown_in',
  'unknown_used',
  'payin',
  'suspense',
  'return',
  'bank_income',
  'transfer_in',
  'funding_seen',
]
const ofDebits = [
  ...['unknown_out', 'unknown_out_used', 'unknown_returned', 'payout', 'late_payout', 'refund', 'bank_cost'],
  ...['transfer_out', 'owner_out_seen'],
]

/**
 * Each line that was judged moved its signed amount on its own account's settlement, exactly once, by transfers that name
 * it or by the one that it was linked to; a closed one moved nothing. It stands in suspense exactly while nobody has claimed
 * it, or its debit says that it went back. A line of a provider is an incoming payment of it; one that went back there moved nothing
 * in the end. No other credit is booked as a debit is. All lines, or those judged since an instant.
 */
export async function checkBankLines(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: ViolationRow[] }> {
  const violations: ViolationRow[] = []
  let checked = 0
  // By the time of the decision, so that a run of each minute reads only what was decided since.
  for (let after = { at: since?.toISOString() ?? '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const page = await db.query<{ id: string; at: string; fault: string | null }>({
      name: 'check-bank-lines',
      text: `with page as (
          select s.bank_line_id as id, s.state, s.class, s.transaction_id, s.transfer_id, l.sign, l.amount_minor, b.environment, b.currency,
            b.connector_account_id, b.kind, b.kind = 'provider' and s.class is not distinct from 'returned' as went_back, s.judged_at
          from bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id
          where (s.judged_at, s.bank_line_id) > ($1::timestamptz, $2::uuid) and s.judged_at is not null
          order by s.judged_at, s.bank_line_id limit ${linesPerQuery})
        select p.id, p.judged_at::text as at, case
            when m.strange > 0 then 'bank line: transfers of another currency, environment or transaction'
            when m.turned > 0 then concat('bank line: ', p.sign, ' ', p.amount_minor, ' is booked as one of the other sign')
            when m.moved <> case when p.state = 'closed' or p.went_back then 0 when p.sign = 'C' then p.amount_minor else -p.amount_minor end
              then concat('bank line: ', p.sign, ' ', p.amount_minor, ' is ', p.state, ', and its account moved ', m.moved)
            when m.held <> (p.state in ('in_suspense', 'to_return') or (p.class = 'returned' and p.sign = 'C'))::int
              then concat('bank line: ', p.sign, ' ', p.amount_minor, ' is ', p.state, ', and stands in suspense ', m.held, ' times')
            when p.kind = 'provider' and not exists (select from incoming_money i where i.id = p.id and i.taken_at is not null
                and i.connector_account_id = p.connector_account_id and i.currency = p.currency
                and i.amount_minor = p.amount_minor and p.sign = 'C')
              then concat('bank line: ', p.sign, ' ', p.amount_minor, ' is no incoming payment of its provider') end as fault
        from page p cross join lateral (
          select coalesce(sum(case when d.kind = 'settlement' and d.connector_account_id = p.connector_account_id
                then x.amount_minor else 0 end
              - case when c.kind = 'settlement' and c.connector_account_id = p.connector_account_id
                then x.amount_minor else 0 end), 0) as moved,
            coalesce(sum(case when x.kind in ('unknown_in', 'unknown_out') then 1
              when x.kind in ('unknown_used', 'unknown_out_used') then -1 else 0 end), 0) as held,
            count(*) filter (where x.bank_line_id = p.id and x.kind = any (case p.sign when 'C' then $3::text[] else $4::text[] end)
              and not (p.went_back and x.kind = 'unknown_returned')) as turned,
            count(*) filter (where x.environment <> p.environment or x.currency <> p.currency
              or x.transaction_id <> p.transaction_id) as strange
          from ledger_transfers x join ledger_accounts d on d.id = x.debit_account
            join ledger_accounts c on c.id = x.credit_account
          where x.bank_line_id = p.id or x.id = p.transfer_id
        ) m order by p.judged_at, p.id`,
      values: [after.at, after.id, ofDebits, ofCredits],
    })
    checked += page.rows.length
    violations.push(...page.rows.flatMap(({ id, fault }) => (fault === null ? [] : [{ id, what: fault }])))
    const last = page.rows.at(-1)
    if (!last || page.rows.length < linesPerQuery) return { checked, violations }
    after = { at: last.at, id: last.id }
  }
}

/** Each incoming payment of a provider that was taken is a line: its id is the payment's, so that it cannot be two. */
export async function checkTakenIncoming(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: ViolationRow[] }> {
  const found = await db.query<{ id: string; missing: boolean }>({
    name: 'check-taken-incoming-money',
    text: `select m.id, l.id is null as missing from incoming_money m left join bank_lines l on l.id = m.id
      where m.taken_at is not null and ($1::timestamptz is null or m.received_at >= $1) order by m.id`,
    values: [since ?? null],
  })
  const violations = found.rows
    .filter(({ missing }) => missing)
    .map(({ id }) => ({ id, what: 'incoming payment: it was taken, and is no bank line' }))
  return { checked: found.rows.length, violations }
}
