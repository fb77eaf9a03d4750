import type { Db } from '../../platform/database/database.ts'
import type { CurrencyCode } from '../../values/currency.ts'
import type { Environment } from '../../values/environment.ts'
import { type ChainedStatement, vouchedStatements } from '../rules/statement-chain.ts'
import type { Doubt, StatementKind } from '../statements/statement.ts'
import { tomorrowOf } from './line-states.ts'

export interface NewStatement {
  id: string
  fileId: string
  position: number
  bankAccountId: string
  bankId: string | null
  number: string | null
  page: string | null
  fromDay: string
  toDay: string
  openingMinor: bigint | null
  closingMinor: bigint | null
  creditMinor: bigint
  debitMinor: bigint
  expectedEntries: number
  bookedEntries: number
  addsUp: boolean | null
  doubts: readonly Doubt[]
  kind: StatementKind
}

export interface StatementRow {
  id: string
  bank_account_id: string
  environment: Environment
  currency: CurrencyCode
  /** `2030-06-14` */
  from_day: string
  to_day: string
  opening_minor: string | null
  closing_minor: string | null
  booked_entries: number
  adds_up: boolean | null
  doubts: Doubt[]
  kind: StatementKind
  /** Where it should begin by the statement before and the lines between. Null: no statement stands before it. */
  expected_opening_minor: string | null
  /**
   * What the lines of its days in all files give beyond closing less opening balance. Null: a balance is missing, the
   * statement is one of several pages, or a newer one ends on the same day.
   */
  surplus_minor: string | null
  page: string | null
  /** Two operators accepted it as it is. */
  accepted: boolean
  /** Its opening balance is what the ledger was opened with, and the lines since. No statement stands before it. */
  opening_agreed: boolean
  /** Of real money: people vouch for it, see `vouchedStatements`. */
  anchored: boolean
  /** It ends later than tomorrow in the time zone of the account. */
  is_ahead: boolean
  bank_file_id: string
  /** The person who uploaded its file. Null: it came another way. */
  uploaded_by: string | null
  credit_minor: string
  debit_minor: string
  file_name: string
  received_at: Date
}

export async function insertStatement(tx: Db, statement: NewStatement): Promise<void> {
  await tx.query({
    name: 'insert-bank-statement',
    text: `insert into bank_statements (id, bank_file_id, position, bank_account_id, bank_id, number, page, from_day, to_day,
        opening_minor, closing_minor, credit_minor, debit_minor, expected_entries, booked_entries, adds_up, doubts, kind)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    values: [
      statement.id,
      statement.fileId,
      statement.position,
      statement.bankAccountId,
      statement.bankId,
      statement.number,
      statement.page,
      statement.fromDay,
      statement.toDay,
      statement.openingMinor,
      statement.closingMinor,
      statement.creditMinor,
      statement.debitMinor,
      statement.expectedEntries,
      statement.bookedEntries,
      statement.addsUp,
      JSON.stringify(statement.doubts),
      statement.kind,
    ],
  })
}

export interface StatementSearch {
  bankAccountId: string | null
  /** Only these. */
  statementIds?: readonly string[]
  /** Only statements of these days, or of a part of them. */
  days?: { from: string; to: string }
  /** Only those of this file. */
  fileId?: string
  environment?: Environment | undefined
  kind?: StatementKind
  /** The last statement of the page before. */
  after?: string | undefined
  limit: number
}

/** The sum of the account's lines after one day and before another. Both are SQL. */
const linesBetween = (after: string, before: string) => `(
          select coalesce(sum(case l.sign when 'C' then l.amount_minor else -l.amount_minor end), 0) from bank_lines l
          where l.bank_account_id = s.bank_account_id and not l.announced and l.booking_day > ${after} and l.booking_day < ${before})`

/**
 * Whether a balance leads to the opening balance of statement `s`, at once or by other statements of its days, each of
 * which begins where another one ends: banks send parts of a day. Null where a balance is missing.
 */
const reaches = (from: string) => `(with recursive reach(minor) as (select ${from}
            union select p.closing_minor from reach join bank_statements p on p.opening_minor = reach.minor
            where p.bank_account_id = s.bank_account_id and (p.from_day, p.to_day) = (s.from_day, s.to_day) and p.id <> s.id)
          select bool_or(minor = s.opening_minor) from reach)`

/** Whether another part of its days begins where statement `p` ends. */
const isFollowed = `exists (select from bank_statements n where n.bank_account_id = p.bank_account_id
            and (n.from_day, n.to_day) = (p.from_day, p.to_day) and n.id <> p.id and n.opening_minor = p.closing_minor
            and (n.opening_minor, n.closing_minor) is distinct from (p.opening_minor, p.closing_minor))`

/** The newest statements first, by their last day. */
export async function listStatements(
  db: Db,
  { bankAccountId, statementIds, days, fileId, environment, after, kind, limit }: StatementSearch,
): Promise<readonly StatementRow[]> {
  const found = await db.query<Omit<StatementRow, 'anchored'>>({
    name: 'list-bank-statements',
    // Where the statement should begin: the last closing balance of an earlier day, or of an earlier page of these days,
    // with the lines of the days between. Other parts of these days that follow from there lead further.
    text: `select s.id, s.bank_account_id, b.environment, b.currency, s.from_day::text, s.to_day::text,
        s.opening_minor::text, s.closing_minor::text, s.booked_entries, s.adds_up, s.doubts, s.kind,
        case when ${reaches('root.expected')} then s.opening_minor else root.expected end::text as expected_opening_minor,
        coalesce(${reaches('root.agreed')}, false) as opening_agreed,
        s.to_day > ${tomorrowOf('b')} as is_ahead,
        case when s.kind = 'booked' and not exists (select 1 from bank_statements o
            where o.kind = 'booked' and o.bank_account_id = s.bank_account_id and o.to_day = s.to_day and o.id <> s.id and (o.id > s.id
              or o.from_day = s.from_day and (o.page <> s.page or o.closing_minor = s.opening_minor
                  or o.opening_minor = s.closing_minor)
                and (o.opening_minor, o.closing_minor) is distinct from (s.opening_minor, s.closing_minor)))
          then (select coalesce(sum(case l.sign when 'C' then l.amount_minor else -l.amount_minor end), 0)
              - s.closing_minor + s.opening_minor
            from bank_lines l where l.bank_account_id = s.bank_account_id and not l.announced
              and l.booking_day between s.from_day and s.to_day)
          end::text as surplus_minor,
        s.page, exists (select from bank_statement_acceptances c where c.bank_statement_id = s.id) as accepted,
        s.bank_file_id, s.credit_minor::text, s.debit_minor::text, f.name as file_name, f.received_at, f.uploaded_by
      from bank_statements s join bank_accounts b on b.id = s.bank_account_id join bank_files f on f.id = s.bank_file_id
      left join lateral (
        select p.closing_minor, p.to_day from bank_statements p
        where p.bank_account_id = s.bank_account_id and s.kind = 'booked' and p.kind = 'booked'
          and p.closing_minor is not null and (p.to_day < s.from_day
          or (p.from_day, p.to_day) = (s.from_day, s.to_day) and (length(p.page), p.page) < (length(s.page), s.page))
        order by p.to_day desc, ${isFollowed}, length(p.page) desc nulls last, p.page desc nulls last, p.id desc limit 1
      ) before on true
      cross join lateral (
        select before.closing_minor + ${linesBetween('before.to_day', 's.from_day')} as expected,
          case when before.to_day is null and s.from_day >= b.ledger_from
            then b.opening_minor + ${linesBetween('b.ledger_from - 1', 's.from_day')} end as agreed
      ) root
      where ($9::text is null or s.kind = $9) and ($1::uuid is null or s.bank_account_id = $1) and ($3::uuid[] is null or s.id = any ($3))
        and ($4::date is null or s.to_day >= $4) and ($5::date is null or s.from_day <= $5)
        and ($6::uuid is null or s.bank_file_id = $6) and ($7::text is null or b.environment = $7)
        and ($8::uuid is null or (s.to_day, s.from_day, s.id)
          < (select l.to_day, l.from_day, l.id from bank_statements l where l.id = $8))
      order by s.to_day desc, s.from_day desc, s.id desc limit $2`,
    values: [
      ...[bankAccountId, limit, statementIds ?? null, days?.from ?? null, days?.to ?? null],
      ...[fileId ?? null, environment ?? null, after ?? null, kind ?? null],
    ],
  })
  return await withAnchors(db, found.rows)
}

/** Statements of an account whose chain is followed. The oldest of more are of nobody. */
const chainMax = 20_000

/** Tells of each statement of real money whether people vouch for it. */
async function withAnchors(db: Db, rows: readonly Omit<StatementRow, 'anchored'>[]): Promise<readonly StatementRow[]> {
  const accounts = new Set(rows.filter((row) => row.environment === 'live').map((row) => row.bank_account_id))
  const vouched = new Set<string>()
  for (const id of accounts) for (const each of vouchedStatements(await readChain(db, id))) vouched.add(each)
  return rows.map((row) => ({ ...row, anchored: vouched.has(row.id) }))
}

async function readChain(db: Db, bankAccountId: string): Promise<readonly ChainedStatement[]> {
  const found = await db.query<ChainedStatement>({
    name: 'read-chain-of-bank-statements',
    text: `select s.id, s.from_day::text, s.to_day::text, s.opening_minor, s.closing_minor, s.credit_minor, s.debit_minor,
        exists (select from bank_statement_acceptances c where c.bank_statement_id = s.id) as accepted,
        coalesce(s.from_day = first.from_day and s.opening_minor = first.opening, false) as is_root
      from bank_statements s left join lateral (
        select v.from_day, b.opening_minor + (
            select coalesce(sum(case l.sign when 'C' then l.amount_minor else -l.amount_minor end), 0) from bank_lines l
            where l.bank_account_id = b.id and not l.announced and l.booking_day >= b.ledger_from and l.booking_day < v.from_day) as opening
        from bank_accounts b join bank_statements v on v.bank_account_id = b.id and v.kind = 'booked' and v.from_day >= b.ledger_from
        where b.id = $1 order by v.to_day, v.from_day, v.id limit 1
      ) first on true
      where s.bank_account_id = $1 and s.kind = 'booked' order by s.to_day desc, s.from_day desc, s.id desc limit ${chainMax}`,
    values: [bankAccountId],
  })
  return found.rows
}

/** One reader of an account at a time. In the order of the ids, so that two readers of several accounts do not block each other. */
export async function lockBankAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.query({
    name: 'lock-bank-accounts',
    text: 'select 1 from bank_accounts where id = any ($1::uuid[]) order by id for no key update',
    values: [ids],
  })
}

/** The first day of the next statement that begins after a day. */
export async function findNextStatementDay(db: Db, bankAccountId: string, after: string): Promise<string | undefined> {
  const found = await db.query<{ day: string | null }>({
    name: 'find-next-bank-statement',
    text: `select min(from_day)::text as day from bank_statements
      where bank_account_id = $1 and kind = 'booked' and from_day > $2 and opening_minor is not null`,
    values: [bankAccountId, after],
  })
  return found.rows[0]?.day ?? undefined
}

/** Returns false where it is accepted already. */
export async function insertAcceptance(
  tx: Db,
  acceptance: { id: string; reason: string; acceptedBy: string; now: Date },
): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-statement-acceptance',
    text: `insert into bank_statement_acceptances (bank_statement_id, reason, accepted_by, accepted_at)
      values ($1, $2, $3, $4) on conflict do nothing`,
    values: [acceptance.id, acceptance.reason, acceptance.acceptedBy, acceptance.now],
  })
  return inserted.rowCount === 1
}
