import type { Db } from '../../../core/platform/database/database.ts'
import type { Country } from '../../../core/values/country.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import type { Environment } from '../../../core/values/environment.ts'

export interface NewBankAccount {
  id: string
  connectorAccountId: string
  environment: Environment
  country: Country
  currency: CurrencyCode
  bankName: string | null
  holder: string
  holderDocument: string | null
  timeZone: string
}

export interface BankAccountRow {
  id: string
  /** `provider`: money that came to a connector account of a provider for no order. */
  kind: 'bank' | 'provider'
  connector_account_id: string
  environment: Environment
  country: Country
  currency: CurrencyCode
  bank_name: string | null
  holder: string
  holder_document: string | null
  time_zone: string
  /** `HH:MM:SS` in the account's time zone. */
  cutoff: string | null
  active: boolean
  /** Lines that name an order for sure complete it without a person: see `isAutomatic`. */
  automatic: boolean
  /** Every form in which statements write the number, sorted. */
  numbers: string[]
}

/**
 * Of a bank account `b`. Two people allow it, and once more when the first point goes live: what was allowed before did not
 * concern real money.
 */
export const isAutomatic = `(b.automatic and (b.environment = 'test'
  or coalesce(b.automatic_since >= (select min(p.created_at) from points p where p.environment = 'live'), false)))`

const columns = `b.id, b.kind, b.connector_account_id, b.environment, b.country, b.currency, b.bank_name, b.holder,
  b.holder_document, b.time_zone, b.cutoff::text, b.active, ${isAutomatic} as automatic,
  array(select n.number from bank_account_numbers n where n.bank_account_id = b.id order by 1) as numbers`

/** More accounts than an operator has. */
const listedMax = 1_000

export async function insertBankAccount(tx: Db, account: NewBankAccount): Promise<void> {
  await tx.query({
    name: 'insert-bank-account',
    text: `insert into bank_accounts (id, connector_account_id, environment, country, currency, bank_name, holder,
        holder_document, time_zone)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    values: [
      account.id,
      account.connectorAccountId,
      account.environment,
      account.country,
      account.currency,
      account.bankName,
      account.holder,
      account.holderDocument,
      account.timeZone,
    ],
  })
}

/** Adds forms of an account's number. Returns those that another account has, which are not added. */
export async function addNumbers(
  tx: Db,
  account: { id: string; environment: Environment; currency: CurrencyCode },
  numbers: readonly string[],
): Promise<readonly string[]> {
  await tx.query({
    name: 'add-bank-account-numbers',
    text: `insert into bank_account_numbers (environment, currency, number, bank_account_id)
      select $1, $2, number, $3 from unnest($4::text[]) as number order by number on conflict do nothing`,
    values: [account.environment, account.currency, account.id, numbers],
  })
  const taken = await tx.query<{ number: string }>({
    name: 'find-taken-bank-account-numbers',
    text: `select number from bank_account_numbers
      where environment = $1 and currency = $2 and number = any ($4::text[]) and bank_account_id <> $3 order by 1`,
    values: [account.environment, account.currency, account.id, numbers],
  })
  return taken.rows.map(({ number }) => number)
}

/** The accounts that have one of the numbers. */
export async function findByNumbers(
  db: Db,
  wanted: { environment: Environment; currency: CurrencyCode; numbers: readonly string[] },
): Promise<readonly BankAccountRow[]> {
  const found = await db.query<BankAccountRow>({
    name: 'find-bank-accounts-by-number',
    text: `select ${columns} from bank_accounts b where b.id in (select bank_account_id from bank_account_numbers
      where environment = $1 and currency = $2 and number = any ($3::text[])) order by b.created_at, b.id`,
    values: [wanted.environment, wanted.currency, wanted.numbers],
  })
  return found.rows
}

export async function findBankAccount(db: Db, id: string): Promise<BankAccountRow | undefined> {
  const found = await db.query<BankAccountRow>({
    name: 'find-bank-account',
    text: `select ${columns} from bank_accounts b where b.id = $1`,
    values: [id],
  })
  return found.rows[0]
}

export async function listBankAccounts(db: Db): Promise<readonly BankAccountRow[]> {
  const found = await db.query<BankAccountRow>({
    name: 'list-bank-accounts',
    text: `select ${columns} from bank_accounts b order by b.environment, b.created_at, b.id limit ${listedMax}`,
  })
  return found.rows
}

/** Null leaves a setting as it is. */
export async function updateBankAccount(
  tx: Db,
  id: string,
  changes: { timeZone: string | null; cutoff: string | null; active: boolean | null; automatic: boolean | null },
): Promise<void> {
  await tx.query({
    name: 'update-bank-account',
    text: `update bank_accounts set time_zone = coalesce($2, time_zone), cutoff = coalesce($3::time, cutoff),
      active = coalesce($4, active), automatic = coalesce($5, automatic),
      automatic_since = case when $5 then gateway_now() else automatic_since end where id = $1`,
    values: [id, changes.timeZone, changes.cutoff, changes.active, changes.automatic],
  })
}
