import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { checkDeclaredDocument } from '../../core/identifiers/documents.ts'
import { requireMerchant } from '../../core/merchants/create-merchant.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { Country } from '../../core/values/country.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import type { MerchantDocument } from './rules/holder.ts'
import { insertDocument, readDocuments } from './store/merchant-documents.ts'

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
    const detail = detailOf(by, { country, type, number, known: !(await insertDocument(tx, document)) })
    const entry = auditOf(by.actor, 'merchant_document.add', { objectId: merchantId, merchantId, detail })
    await writeAudit(tx, { ...entry, ...commitFacts(by) }, now)
  })
}

/** The documents by which a merchant is known. */
export async function listDocuments(db: Db, merchantId: string): Promise<readonly MerchantDocument[]> {
  return await readDocuments(db, merchantId)
}
