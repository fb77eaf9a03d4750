import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/ids.ts'
import { Problem } from '../../values/problem.ts'
import { type BankAccountRow, findBankAccount } from '../store/bank-accounts.ts'

/** Throws `not_found`. */
export async function requireBankAccount(db: Db, id: string): Promise<BankAccountRow> {
  const account = isUuid(id) ? await findBankAccount(db, id) : undefined
  if (account) return account
  throw new Problem('not_found', { message: 'There is no such bank account.' })
}
