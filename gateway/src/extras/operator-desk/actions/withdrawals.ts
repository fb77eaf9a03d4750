import { z } from 'zod'
import { say } from '../../../core/texts/messages/say.ts'
import { countryCodes } from '../../../core/values/country.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { confirmAccountByOperator, isProposed, requireAccount } from '../../withdrawals/accounts.ts'
import { type DocumentInput, readDocument, setMerchantDocument } from '../../withdrawals/set-merchant-document.ts'
import { valuesPreview } from '../preview.ts'
import { aboutNoPoint, named, type OperatorAction, reading, setBy } from './action.ts'

const documentFields = z.object({
  merchant_id: named(uuidField, 'UUID', 'the merchant'),
  country: named(z.enum(countryCodes), 'AA', 'the country of the document'),
  document_type: named(plainField(60), 'TEXT', 'its type, as a payout names it, for example CUIT'),
  document_number: named(plainField(60), 'NUMBER', 'its number'),
})
const ofDocument = reading(documentFields)
type OfDocument = ReturnType<typeof ofDocument.read>

function documentOf({ documentType: type, documentNumber: number, ...of }: OfDocument): DocumentInput {
  return { ...of, type, number }
}

/** Says by which document a merchant is known: an account of that holder is its own. It counts for live money later. */
const merchantDocument = {
  ...ofDocument,
  preview: async (deps, input) => {
    const { merchant, country, type, number } = await readDocument(deps.database.engine, documentOf(input))
    return valuesPreview({ merchant, country, documentType: type, documentNumber: number })
  },
  execute: async (deps, input, by) => await setMerchantDocument(deps, documentOf(input), setBy(by)),
} satisfies OperatorAction<OfDocument>

interface OfAccount {
  withdrawalAccountId: string
}

/** Confirms the account for withdrawals of a merchant that has no second person, or whose holder is not known. */
const withdrawalAccount = {
  ...reading(z.object({ withdrawal_account_id: named(uuidField, 'UUID', 'the account that was proposed') })),
  about: async (deps, { withdrawalAccountId: id }) =>
    aboutNoPoint((await requireAccount(deps.database.engine, id)).environment),
  preview: async (deps, { withdrawalAccountId: id }) => {
    const account = await requireAccount(deps.database.engine, id)
    const { merchant_id: merchantId, service_code: serviceCode, details } = account
    return {
      ...valuesPreview({ merchantId, serviceCode, ...details }),
      blocked: isProposed(account) ? undefined : say('withdrawal.not_proposed'),
      warnings: account.isOwn ? [] : [say('withdrawal.holder_unknown')],
    }
  },
  execute: async (deps, { withdrawalAccountId }, by) =>
    await confirmAccountByOperator(deps, withdrawalAccountId, setBy(by)),
} satisfies OperatorAction<OfAccount>

export const withdrawalActions = { merchant_document: merchantDocument, withdrawal_account: withdrawalAccount }
