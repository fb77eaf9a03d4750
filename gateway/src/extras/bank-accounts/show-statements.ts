import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { listStatements, type StatementRow } from './store/bank-statements.ts'

export interface ShownStatement {
  id: string
  bankAccountId: string
  currency: CurrencyCode
  /** `2030-06-14` */
  fromDay: string
  toDay: string
  /** Decimal text. Null: the bank says none. */
  opening: string | null
  closing: string | null
  lines: number
  /** Opening balance and lines give the closing balance. Null: a balance is missing. */
  addsUp: boolean | null
  /** It begins where the statements before it end. Null: none stands before it, or it says no opening balance. */
  joins: boolean | null
  /** What its opening balance differs by, decimal text. Null: `joins` is not false. */
  gap: string | null
  /**
   * What the lines of its days in all files give beyond its balances, decimal text: a line was read twice under two names,
   * or one is missing. Null: they agree, or cannot be compared.
   */
  surplus: string | null
  fileName: string
  receivedAt: Date
}

const listedMax = 200

/** The newest statements of all own bank accounts or of one. Throws `not_found` for an id that is none. */
export async function showStatements(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId?: string,
  limit = listedMax,
): Promise<readonly ShownStatement[]> {
  if (bankAccountId !== undefined && !isUuid(bankAccountId)) {
    throw new Problem('not_found', { message: say('account.unknown') })
  }
  const rows = await listStatements(deps.database.engine, { bankAccountId: bankAccountId ?? null, limit })
  return rows.map(shownStatement)
}

export function shownStatement(row: StatementRow): ShownStatement {
  const { currency, opening_minor: opening, expected_opening_minor: expected } = row
  const difference = opening === null || expected === null ? null : BigInt(opening) - BigInt(expected)
  const text = (minor: string | null) => (minor === null ? null : formatAmount(BigInt(minor), currency))
  return {
    id: row.id,
    bankAccountId: row.bank_account_id,
    currency,
    fromDay: row.from_day,
    toDay: row.to_day,
    opening: text(opening),
    closing: text(row.closing_minor),
    lines: row.booked_entries,
    addsUp: row.adds_up,
    joins: difference === null ? null : difference === 0n,
    gap: difference === null || difference === 0n ? null : formatAmount(difference, currency),
    surplus: row.surplus_minor === null || BigInt(row.surplus_minor) === 0n ? null : text(row.surplus_minor),
    fileName: row.file_name,
    receivedAt: row.received_at,
  }
}
