import { inTransaction } from '../../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { checkDays, takeTransfers } from '../store/bank-days.ts'

/**
 * One round: the ledger's newest transfers are added to the days of the own accounts, and the last days are judged. One
 * process at a time. Returns 1 while more transfers wait.
 */
export async function checkBankDays({ database }: Pick<PlatformDeps, 'database'>): Promise<number> {
  return await inTransaction(database.engine, async (tx) => {
    const more = await takeTransfers(tx)
    if (more === false) await checkDays(tx)
    return more ? 1 : 0
  })
}
