import { createHash } from 'node:crypto'
import { bankOf } from '../../../core/payment-methods/account-fields.ts'
import { countryOfService } from '../../../core/payment-methods/index.ts'
import type { Db } from '../../../core/platform/database/database.ts'
import type { Message } from '../../../core/texts/messages/say.ts'
import { assert } from '../../../core/values/assert.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { say } from '../messages/en.ts'
import { usualTemplate } from '../rules/batch-template.ts'
import { nextExecution } from '../rules/execution-day.ts'
import { type Payee, payeeOf } from '../rules/payee.ts'
import { readBatch } from '../rules/read-batch.ts'
import { type BatchFault, type BatchItem, batchBytes, batchCells } from '../rules/write-batch.ts'
import { requireOwnAccount } from '../set-bank-account.ts'
import type { BankAccountRow } from '../store/bank-accounts.ts'
import { batchItemsMax, readTemplate, readWaiting, type WaitingRow } from '../store/batches.ts'

export { batchItemsMax }

/** What is to become a file. */
export interface BatchWish {
  bankAccountId: string
  /** `2030-06-14`. Default: the next day on which the bank executes. */
  executionDay?: string
}

/** What two people agree to: exactly this file, of what waited at `upTo`. */
export interface AgreedBatch extends Required<BatchWish> {
  /** ISO 8601. */
  upTo: string
  items: number
  /** Decimal text with the currency. */
  total: string
  /** Of its bytes, in hex. */
  sha256: string
}

export interface PlannedItem {
  row: WaitingRow
  payee: Payee
}

export interface PlannedBatch {
  account: BankAccountRow
  items: readonly PlannedItem[]
  /** Why others that wait are left out: the file cannot hold what is known of them. */
  leftOut: readonly Message[]
  /** Undefined where it is blocked by its content. */
  bytes: Buffer | undefined
  agreed: AgreedBatch
  /** There may be more than one file holds. */
  isFull: boolean
  blocked: Message | undefined
}

/** The file as it would be written now. Throws `not_found`. */
export async function planBatch(db: Db, wish: BatchWish | AgreedBatch, now: Date): Promise<PlannedBatch> {
  const { bankAccountId } = wish
  const account = await requireOwnAccount(db, bankAccountId)
  const before = 'sha256' in wish ? wish : undefined
  const upTo = before ? new Date(before.upTo) : now
  const earliest = nextExecution(now, { timeZone: account.time_zone, cutoff: account.cutoff })
  const executionDay = wish.executionDay ?? earliest
  const rows = await readWaiting(db, { connectorAccountId: account.connector_account_id, upTo })
  const waiting = rows.map((row) => ({ row, payee: payeeOf({ ...row, ...noSource }) }))
  const { bytes, items, leftOut, fault } = await writeFile(db, { account, waiting, executionDay })
  const totalMinor = items.reduce((sum, { row }) => sum + row.amount_minor, 0n)
  const total = `${formatAmount(totalMinor, account.currency)} ${account.currency}`
  const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : ''
  const agreed = { bankAccountId, executionDay, upTo: upTo.toISOString(), items: items.length, total, sha256 }
  const changed = before && before.sha256 !== sha256 ? say('batch.changed') : undefined
  const late = executionDay < earliest ? say('batch.too_late', { day: earliest }) : undefined
  const none = items.length === 0 ? (leftOut[0] ?? say('batch.nothing')) : undefined
  const blocked = changed ?? fault ?? none ?? late
  return { account, items, leftOut, bytes, agreed, isFull: rows.length === batchItemsMax, blocked }
}

/** Of a thousand payments, each with more text than banks take. */
const fileBytesMax = 2_000_000

/** Where the account of a refund comes from stands in its own page. */
const noSource = { line_id: null, line_day: null, set_by: null, second: null }

type Written = Pick<PlannedBatch, 'items' | 'leftOut'> & { bytes?: Buffer; fault?: Message }

async function writeFile(
  db: Db,
  { account, waiting, executionDay }: Pick<PlannedBatch, 'account'> & { waiting: PlannedItem[]; executionDay: string },
): Promise<Written> {
  const template = (await readTemplate(db, account.id))?.template ?? usualTemplate
  const { faults } = batchCells(template, waiting.map(orderOf), executionDay)
  const [headerFault] = faults.filter(({ position }) => position === 0)
  if (headerFault) return { items: [], leftOut: [], fault: messageOf(headerFault, waiting) }
  const first = new Map(faults.toReversed().map((fault) => [fault.position, fault]))
  const leftOut = [...first.values()].toReversed().map((fault) => messageOf(fault, waiting))
  const items = waiting.filter((_item, at) => !first.has(at + 1))
  const orders = items.map(orderOf)
  const { rows } = batchCells(template, orders, executionDay)
  const bytes = batchBytes(template, rows)
  if (bytes.length > fileBytesMax) return { items, leftOut, fault: say('batch.too_large', { max: fileBytesMax }) }
  const read = readBatch(template, bytes, account.currency)
  const totalMinor = orders.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const isSame = JSON.stringify(read.rows) === JSON.stringify(template.header ? rows.slice(1) : rows)
  assert(isSame && read.totalMinor === totalMinor, 'a payment file reads as it was written')
  return { bytes, items, leftOut }
}

function orderOf({ row, payee }: PlannedItem): BatchItem {
  const { details } = row
  const values = {
    holder: payee.holder,
    document_type: details['account_doc_type'],
    document: payee.document,
    account: payee.account ?? details['account_phone'],
    account_type: payee.account_type,
    bank: payee.bank,
    bank_code: bankOf(countryOfService(row.service_code), details)?.code,
    reference: payee.write,
  }
  const given = Object.entries(values).filter(([, value]) => value != null)
  return { amountMinor: row.amount_minor, currency: row.currency, values: Object.fromEntries(given) }
}

function messageOf({ position, field, why }: BatchFault, items: readonly PlannedItem[]): Message {
  const item = items[position - 1]?.row.id ?? ''
  return say(`batch.cell_${why}`, { position, item, field })
}
