import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import { say } from '../../core/texts/messages/say.ts'
import { formatAmount } from '../../core/values/money.ts'
import { Problem } from '../../core/values/problem.ts'
import { isOfBank } from './line-and-orders.ts'
import { type Proposal, proposeOrders } from './propose-orders.ts'
import { type LineRow, listWaitingLines } from './store/line-states.ts'

export interface ShownLine {
  id: string
  bankAccountId: string
  /** `2030-06-14` */
  day: string
  sign: 'C' | 'D'
  /** Decimal text. */
  amount: string
  currency: string
  bankRef: string | undefined
  text: string
  /** As the bank names the other party, or `the text says …`. */
  party: string | undefined
  /** Its entry can be read in two ways. */
  isInDoubt: boolean
  /** Transactions that it may belong to, the best first. */
  candidates: readonly Proposal[]
}

const listedMax = 200

/**
 * Lines of own bank accounts that nobody has claimed, the oldest first, of all accounts or of one. Throws `not_found` for
 * an id that is none.
 */
export async function showWaitingLines(
  deps: Pick<PlatformDeps, 'database'>,
  bankAccountId?: string,
): Promise<readonly ShownLine[]> {
  if (bankAccountId !== undefined && !isUuid(bankAccountId)) {
    throw new Problem('not_found', { message: say('account.unknown') })
  }
  const { engine } = deps.database
  const rows = await listWaitingLines(engine, { bankAccountId: bankAccountId ?? null, limit: listedMax })
  const shown: ShownLine[] = []
  for (const row of rows) shown.push({ ...shownLine(row), candidates: await proposeOrders(engine, row) })
  return shown
}

function shownLine(row: LineRow): Omit<ShownLine, 'candidates'> {
  return {
    id: row.id,
    bankAccountId: row.bank_account_id,
    day: row.booking_day,
    sign: row.sign,
    amount: formatAmount(row.amount_minor, row.currency),
    currency: row.currency,
    bankRef: row.refs.bankRef,
    text: row.text,
    party: row.party_name && !isOfBank(row, 'name') ? `the text says ${row.party_name}` : (row.party_name ?? undefined),
    isInDoubt: row.in_doubt,
  }
}
