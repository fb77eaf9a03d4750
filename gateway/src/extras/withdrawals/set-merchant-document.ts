import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { checkDeclaredDocument } from '../../core/identifiers/documents.ts'
import { requireMerchant } from '../../core/merchants/create-merchant.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { Country } from '../../core/values/country.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import type { MerchantDocument } from './rules/holder.ts'
import { endDocument, insertDocument, readDocuments } from './store/merchant-documents.ts'

export interface DocumentInput {
  merchantId: string
  country: Country
  type: string
  number: string
}

/** The document as it is stored and compared, with the merchant's name. Throws `validation_failed` and `not_found`. */
export async function readDocument(db: Db, input: DocumentInput): Promise<DocumentInput & { merchant: string }> {
  const { name: merchant } = await requireMerchant(db, input.merchantId)
  const checked = checkDeclaredDocument(input.country, input.type, input.number)
  const faults = checked.findings.filter(({ severity }) => severity === 'hard')
  refuseFaults(faults.map(({ message }) => ({ code: 'invalid_format', param: 'document_number', message })))
  return { ...input, merchant, type: checked.type, number: checked.normalised }
}

/** Two operators say by which document a merchant is known. Throws `second_person_required` and what `readDocument` throws. */
export async function setMerchantDocument(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  input: DocumentInput,
  by: SetBy,
): Promise<void> {
  requireSecondOperator('live', by)
  const { merchantId, country, type, number } = await readDocument(database.engine, input)
  const now = clock.now()
  await inTransaction(database.engine, async (tx) => {
    const setBy = typeof by.actor === 'string' ? by.actor : by.actor.name
    const id = uuidV7(now)
    const document = { id, merchantId, country, type, number, setBy, second: by.second ?? null }
    const detail = { country, type, number, known: !(await insertDocument(tx, document)) }
    await audit(tx, 'merchant_document.add', { merchantId, detail, by, now })
  })
}

/**
 * Two operators take a document away. Accounts that were confirmed by it stay; nobody of the merchant confirms another.
 * Throws `second_person_required`, `not_found` and what `readDocument` throws.
 */
export async function endMerchantDocument(
  { database, clock }: Pick<PlatformDeps, 'database' | 'clock'>,
  input: DocumentInput,
  by: SetBy,
): Promise<void> {
  requireSecondOperator('live', by)
  const { merchantId, country, type, number } = await readDocument(database.engine, input)
  await inTransaction(database.engine, async (tx) => {
    if (!(await endDocument(tx, { merchantId, country, type, number }))) throw unknownDocument()
    await audit(tx, 'merchant_document.end', { merchantId, detail: { country, type, number }, by, now: clock.now() })
  })
}

export function unknownDocument(): Problem {
  return new Problem('not_found', { message: say('withdrawal.unknown_document') })
}

interface Entry {
  merchantId: string
  detail: Parameters<typeof detailOf>[1]
  by: SetBy
  now: Date
}

async function audit(tx: Db, action: string, { merchantId, detail, by, now }: Entry): Promise<void> {
  const entry = auditOf(by.actor, action, { objectId: merchantId, merchantId, detail: detailOf(by, detail) })
  await writeAudit(tx, { ...entry, ...commitFacts(by) }, now)
}

/** The documents by which a merchant is known. */
export async function listDocuments(db: Db, merchantId: string): Promise<readonly MerchantDocument[]> {
  return await readDocuments(db, merchantId)
}
