import type { Doubt } from '@pasarela/bank-statements'
import type { Db } from '../../../core/platform/database/database.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'

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
  /** Where it should begin by the statement before and the lines between. Null: no statement stands before it. */
  expected_opening_minor: string | null
  /**
   * What the lines of its days in all files give beyond closing less opening balance. Null: a balance is missing, the
   * statement is one of several pages, or a newer one ends on the same day.
   */
  surplus_minor: string | null
  file_name: string
  received_at: Date
}

export async function insertStatement(tx: Db, statement: NewStatement): Promise<void> {
  await tx.query({
    name: 'insert-bank-statement',
    text: `insert into bank_statements (id, bank_file_id, position, bank_account_id, bank_id, number, page, from_day, to_day,
        opening_minor, closing_minor, credit_minor, debit_minor, expected_entries, booked_entries, adds_up, doubts)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
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
    ],
  })
}

/** The newest statements first, by their last day. `statementIds`: only these. */
export async function listStatements(
  db: Db,
  {
    bankAccountId,
    statementIds,
    limit,
  }: { bankAccountId: string | null; statementIds?: readonly string[]; limit: number },
): Promise<readonly StatementRow[]> {
  const found = await db.query<StatementRow>({
    name: 'list-bank-statements',
    // Where the statement should begin: the last closing balance of an earlier day, or of an earlier page of these days,
    // with the lines of the days between.
    text: `select s.id, s.bank_account_id, b.environment, b.currency, s.from_day::text, s.to_day::text,
        s.opening_minor::text, s.closing_minor::text, s.booked_entries, s.adds_up, s.doubts,
        (before.closing_minor + (select coalesce(sum(case l.sign when 'C' then l.amount_minor else -l.amount_minor end), 0)
          from bank_lines l where l.bank_account_id = s.bank_account_id
            and l.booking_day > before.to_day and l.booking_day < s.from_day))::text as expected_opening_minor,
        case when not exists (select 1 from bank_statements o
            where o.bank_account_id = s.bank_account_id and o.to_day = s.to_day and o.id <> s.id and (o.id > s.id
              or o.from_day = s.from_day and o.page <> s.page
                and (o.opening_minor, o.closing_minor) is distinct from (s.opening_minor, s.closing_minor)))
          then (select coalesce(sum(case l.sign when 'C' then l.amount_minor else -l.amount_minor end), 0)
              - s.closing_minor + s.opening_minor
            from bank_lines l where l.bank_account_id = s.bank_account_id and l.booking_day between s.from_day and s.to_day)
          end::text as surplus_minor,
        f.name as file_name, f.received_at
      from bank_statements s join bank_accounts b on b.id = s.bank_account_id join bank_files f on f.id = s.bank_file_id
      left join lateral (
        select p.closing_minor, p.to_day from bank_statements p
        where p.bank_account_id = s.bank_account_id and p.closing_minor is not null and (p.to_day < s.from_day
          or (p.from_day, p.to_day) = (s.from_day, s.to_day) and (length(p.page), p.page) < (length(s.page), s.page))
        order by p.to_day desc, length(p.page) desc nulls last, p.page desc nulls last, p.id desc limit 1
      ) before on true
      where ($1::uuid is null or s.bank_account_id = $1) and ($3::uuid[] is null or s.id = any ($3))
      order by s.to_day desc, s.from_day desc, s.id desc limit $2`,
    values: [bankAccountId, limit, statementIds ?? null],
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
