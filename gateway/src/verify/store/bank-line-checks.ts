import type { TransferKind } from '../../ledger/rules/ledger.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ViolationRow } from './page-checks.ts'

/** Lines that one query checks. */
const linesPerQuery = 2_000

/** By class of an explained line: the kinds of transfer of which one at least must name it. */
const kindsOfClass = {
  fee: ['bank_cost', 'bank_income'],
  tax: ['bank_cost', 'bank_income'],
  interest: ['bank_cost', 'bank_income'],
  own_transfer: ['transfer_in', 'transfer_out'],
  funding: ['funding_seen'],
  withdrawal: ['withdrawal_seen'],
  owner_out: ['owner_out'],
  unknown_return: ['unknown_in', 'unknown_out', 'unknown_returned', 'unknown_out_returned'],
} as const

/**
 * Each line that was judged moved its signed amount on its own account's settlement, exactly once, by transfers that name
 * it or by the one that it was linked to; a closed one moved nothing. An explained line has the entries of its class, and two
 * lines that explain each other are opposites. All lines, or those judged since an instant.
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
          select s.bank_line_id as id, s.state, s.transaction_id, s.transfer_id, l.sign, l.amount_minor, b.environment, b.currency,
            b.connector_account_id, s.judged_at, s.class, s.counter_line_id, l.bank_account_id,
            s.judgement
          from bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id
          where (s.judged_at, s.bank_line_id) > ($1::timestamptz, $2::uuid) and s.judged_at is not null
          order by s.judged_at, s.bank_line_id limit ${linesPerQuery})
        select p.id, p.judged_at::text as at, case
            when m.strange > 0 then 'bank line: transfers of another currency, environment or transaction'
            when m.moved <> case when p.state in ('closed', 'expected') then 0 when p.sign = 'C' then p.amount_minor else -p.amount_minor end
              then concat('bank line: ', p.sign, ' ', p.amount_minor, ' is ', p.state, ', and its account moved ', m.moved)
            when p.state = 'explained' and not m.kinds && array(select jsonb_array_elements_text($3::jsonb -> p.class))
              then concat('bank line: a ', p.class, ' whose entries are ', array_to_string(m.kinds, ', '))
            when p.counter_line_id is not null and not exists (select from bank_line_states o
                join bank_lines k on k.id = o.bank_line_id
                where o.bank_line_id = p.counter_line_id and o.counter_line_id = p.id and k.bank_account_id = p.bank_account_id
                  and k.amount_minor = p.amount_minor and k.sign <> p.sign)
              then 'bank line: the line that it is paired with is not its opposite' end as fault
        from page p cross join lateral (
          select coalesce(sum(case when d.kind = 'settlement' and d.connector_account_id = p.connector_account_id
                then x.amount_minor else 0 end
              - case when c.kind = 'settlement' and c.connector_account_id = p.connector_account_id
                then x.amount_minor else 0 end), 0) as moved,
            -- Of its last judgement: a corrected line has the entries of the earlier ones too.
            coalesce(array_agg(x.kind) filter (where x.bank_line_id = p.id and (x.line_judgement = p.judgement
              or x.kind in ('unknown_in', 'unknown_out') and x.line_judgement = p.judgement - 1)), '{}') as kinds,
            count(*) filter (where x.environment <> p.environment or x.currency <> p.currency
              or x.transaction_id <> p.transaction_id) as strange
          from ledger_transfers x join ledger_accounts d on d.id = x.debit_account
            join ledger_accounts c on c.id = x.credit_account
          where x.bank_line_id = p.id or x.id = p.transfer_id
        ) m order by p.judged_at, p.id`,
      values: [after.at, after.id, JSON.stringify(kindsOfClass)],
    })
    checked += page.rows.length
    violations.push(...page.rows.flatMap(({ id, fault }) => (fault === null ? [] : [{ id, what: fault }])))
    const last = page.rows.at(-1)
    if (!last || page.rows.length < linesPerQuery) return { checked, violations }
    after = { at: last.at, id: last.id }
  }
}

/** Kinds that only a credit, or only a debit, brings about. `moved_in` and `moved_out` belong to either. */
const kindsOfSign = {
  C: [
    'payin',
    'suspense',
    'return',
    'unknown_in',
    'unknown_used',
    'unknown_out_returned',
    'bank_income',
    'transfer_in',
    'funding_seen',
  ],
  D: [
    'payout',
    'late_payout',
    'unknown_out',
    'unknown_out_used',
    'unknown_returned',
    'bank_cost',
    'transfer_out',
    'withdrawal_seen',
    'owner_out',
  ],
} as const satisfies Record<'C' | 'D', readonly TransferKind[]>

/**
 * Every transfer that names a line has the line's environment, currency and direction, and what it moves stays at the line's
 * own bank account: another own account that it touches gets as much as it gives. All lines, or those judged since an
 * instant.
 */
export async function checkLineTransfers(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: ViolationRow[] }> {
  const violations: ViolationRow[] = []
  let checked = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await db.query<{ id: string; transfers: number; fault: string | null }>({
      name: 'check-line-transfers',
      text: `with page as (
          select l.id, l.sign, l.amount_minor, b.environment, b.currency, b.connector_account_id, s.state, s.standing, s.transfer_id
          from bank_line_states s join bank_lines l on l.id = s.bank_line_id join bank_accounts b on b.id = l.bank_account_id
          where s.bank_line_id > $1 and ($2::timestamptz is null or s.judged_at >= $2)
          order by s.bank_line_id limit ${linesPerQuery})
        select p.id, m.transfers, case
            when m.early > 0 then 'bank line: nothing has judged it, and transfers name it'
            when m.foreign_kind is not null then concat('bank line: a ', m.foreign_kind, ' of a line ', p.sign)
            when m.strange > 0 then 'bank line: transfers of another environment or currency'
            when m.elsewhere then 'bank line: another bank account keeps money of it' end as fault
        from page p cross join lateral (
          select count(*)::int as transfers, count(*) filter (where x.id > 0 and p.standing <> 'itemised'
              and p.state in ('new', 'expected', 'closed')) as early,
            min(x.kind) filter (where x.kind <> all (array['moved_in', 'moved_out'])
              and not x.kind = any (case p.sign when 'C' then $3::text[] else $4::text[] end)) as foreign_kind,
            count(*) filter (where x.environment <> p.environment or x.currency <> p.currency) as strange,
            exists (
              select from (
                select d.connector_account_id as at, y.amount_minor as minor from ledger_transfers y
                  join ledger_accounts d on d.id = y.debit_account
                where (y.bank_line_id = p.id or y.id = p.transfer_id) and d.kind = 'settlement'
                union all
                select c.connector_account_id, -y.amount_minor from ledger_transfers y
                  join ledger_accounts c on c.id = y.credit_account
                where (y.bank_line_id = p.id or y.id = p.transfer_id) and c.kind = 'settlement') moves
              where at <> p.connector_account_id group by at having sum(minor) <> 0) as elsewhere
          from ledger_transfers x where x.bank_line_id = p.id
        ) m order by p.id`,
      values: [after, since ?? null, kindsOfSign.C, kindsOfSign.D],
    })
    checked += page.rows.reduce((sum, { transfers }) => sum + transfers, 0)
    violations.push(...page.rows.flatMap(({ id, fault }) => (fault === null ? [] : [{ id, what: fault }])))
    const last = page.rows.at(-1)
    if (!last || page.rows.length < linesPerQuery) return { checked, violations }
    after = last.id
  }
}
