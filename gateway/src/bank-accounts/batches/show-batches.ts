import type { Db } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import type { Environment } from '../../values/environment.ts'
import { formatAmount } from '../../values/money.ts'
import { Problem } from '../../values/problem.ts'
import { writeCsv } from '../payment-files/write-csv.ts'
import { type BatchState, type ItemState, itemState, shownBatchState } from '../rules/batch-state.ts'
import { type BatchDebitRow, listBatchDebits } from '../store/batch-debits.ts'
import { type BatchItemRow, readFile, readItems } from '../store/payment-batch-items.ts'
import {
  type ListedBatchRow,
  listBatches,
  listPayingAccounts,
  type PayingAccountRow,
} from '../store/payment-batches.ts'
import { fileBatch, templateOf } from './batch-file.ts'
import { masked, maskedDetails } from './mask-beneficiary.ts'
import { approvalFault } from './order-batch.ts'

export type PayingAccount = PayingAccountRow

export interface ShownBatch {
  row: ListedBatchRow
  state: BatchState
  /** Decimal text. */
  total: string
  open: string
}

/** A page of batches, newest first. */
export async function showBatches(
  { database }: Pick<PlatformDeps, 'database'>,
  {
    bankAccountId,
    environment,
    before,
    limit,
  }: {
    bankAccountId?: string | undefined
    environment?: Environment | undefined
    before?: string | undefined
    limit: number
  },
): Promise<{ batches: readonly ShownBatch[]; next: string | null }> {
  refuseNoId(bankAccountId)
  const wanted = { bankAccountId: bankAccountId ?? null, environment, before: before ?? null, limit: limit + 1 }
  const rows = await listBatches(database.engine, wanted)
  const page = rows.slice(0, limit)
  return { batches: page.map(shown), next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

function refuseNoId(id: string | undefined): void {
  if (id === undefined || isUuid(id)) return
  throw new Problem('not_found', { message: 'There is no such bank account.' })
}

function shown(row: ListedBatchRow): ShownBatch {
  return {
    row,
    state: shownBatchState(row.state, { count: row.item_count, open: row.open_count }),
    total: formatAmount(row.total_minor, row.currency),
    open: formatAmount(row.open_minor, row.currency),
  }
}

export interface ShownItem {
  row: BatchItemRow
  state: ItemState
  amount: string
  /** Its end alone until the file is handed over. */
  account: string | null
}

export interface BatchDetail extends ShownBatch {
  items: readonly ShownItem[]
  /**
   * The first lines of the file. Until it is handed over the beneficiaries' accounts are masked, so that nobody can pay by
   * it and cancel it afterwards. Null: the bytes are removed, or it cannot be written.
   */
  preview: string | null
  /** Why a draft could not be approved now. */
  blocked: string | undefined
}

/** Lines of the file that people see before they approve it. */
const previewLinesMax = 30

/** One batch with its payments. Throws `not_found`. */
export async function showBatch(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
): Promise<BatchDetail> {
  const { engine } = database
  const [row] = isUuid(id) ? await listBatches(engine, { bankAccountId: null, before: null, id, limit: 1 }) : []
  if (!row) throw new Problem('not_found', { message: 'There is no such payment file.' })
  const items = await readItems(engine, id)
  return {
    ...shown(row),
    items: items.map((item) => ({
      row: item,
      state: itemState(item.state, item),
      amount: formatAmount(item.amount_minor, row.currency),
      account: accountOf(row, item),
    })),
    preview: await previewOf(engine, row, items),
    blocked: row.state === 'draft' ? await approvalFault(engine, row, clock.now()) : undefined,
  }
}

function accountOf({ state }: ListedBatchRow, { details }: BatchItemRow): string | null {
  const account = details['account'] ?? details['account_inter_bank_code'] ?? details['account_phone'] ?? null
  return account === null || state === 'handed_over' ? account : masked(account)
}

async function previewOf(db: Db, row: ListedBatchRow, items: readonly BatchItemRow[]): Promise<string | null> {
  const isSent = row.state === 'handed_over'
  const content = isSent ? ((await readFile(db, row.id))?.content ?? null) : maskedContent(row, items)
  if (content === null) return null
  return content.toString('utf8').split(/\r?\n/).slice(0, previewLinesMax).join('\n')
}

/** `blocked` says what is wrong with a file that cannot be written. */
function maskedContent(row: ListedBatchRow, items: readonly BatchItemRow[]): Buffer | null {
  const payments = items.slice(0, previewLinesMax).map((item) => ({ ...item, details: maskedDetails(item.details) }))
  const written = writeCsv(templateOf(row.settings), fileBatch(row, payments))
  return written.kind === 'written' ? written.content : null
}

/** Active accounts of an environment, with what waits to be paid. */
export async function showPayingAccounts(
  { database }: Pick<PlatformDeps, 'database'>,
  environment: Environment,
): Promise<readonly PayingAccount[]> {
  return await listPayingAccounts(database.engine, environment)
}

export interface ShownDebit {
  row: BatchDebitRow
  amount: string
  /** It is exactly what is open of the file: a proposal `payment_paid` may name it. */
  pays: boolean
}

/** Unclaimed debits that may pay a whole file; none where no payout of it is open with the bank. Throws `not_found`. */
export async function showBatchDebits(
  { database }: Pick<PlatformDeps, 'database'>,
  id: string,
): Promise<readonly ShownDebit[]> {
  const { engine } = database
  const [row] = isUuid(id) ? await listBatches(engine, { bankAccountId: null, before: null, id, limit: 1 }) : []
  if (!row) throw new Problem('not_found', { message: 'There is no such payment file.' })
  const { handed_over_at: since, open_minor: open } = row
  if (row.state !== 'handed_over' || since === null || open === 0n) return []
  const debits = await listBatchDebits(engine, { bankAccountId: row.bank_account_id, amountMinor: open, since })
  return debits.map((debit) => ({
    row: debit,
    amount: formatAmount(debit.amount_minor, row.currency),
    pays: debit.amount_minor === open,
  }))
}
