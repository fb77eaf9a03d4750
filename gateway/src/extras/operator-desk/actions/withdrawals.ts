import { z } from 'zod'
import { fundedBalance } from '../../../core/ledger/fund-point.ts'
import { methods } from '../../../core/payment-methods/index.ts'
import { countryCodes } from '../../../core/values/country.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { requirePoint } from '../../point-settings/set-point-money.ts'
import { confirmAccountByOperator, isProposed, requireAccount } from '../../withdrawals/accounts.ts'
import { bookOutside } from '../../withdrawals/book-outside.ts'
import { withdrawalReferenceLengthMax } from '../../withdrawals/rules/withdrawal-reference.ts'
import {
  type DocumentInput,
  endMerchantDocument,
  listDocuments,
  readDocument,
  setMerchantDocument,
} from '../../withdrawals/set-merchant-document.ts'
import { say } from '../messages/en.ts'
import { emptyPreview, valuesPreview } from '../preview.ts'
import {
  aboutNoPoint,
  amountField,
  currencyField,
  minorOf,
  named,
  type OperatorAction,
  proseField,
  reading,
  setBy,
} from './action.ts'
import { ofPoint, pointAction } from './point.ts'

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

/** Takes away what was typed wrong, or names a former owner. */
const merchantDocumentEnd = {
  ...ofDocument,
  preview: async (deps, input) => {
    const { engine } = deps.database
    const { merchant, merchantId, country, type, number } = await readDocument(engine, documentOf(input))
    const documents = await listDocuments(engine, merchantId)
    const isKnown = documents.some((own) => own.country === country && own.type === type && own.number === number)
    return {
      ...valuesPreview({ merchant, country, documentType: type, documentNumber: number }),
      blocked: isKnown ? undefined : say('withdrawal.unknown_document'),
    }
  },
  execute: async (deps, input, by) => await endMerchantDocument(deps, documentOf(input), setBy(by)),
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

const ofOutside = reading(
  ofPoint.extend({
    currency: named(currencyField, 'CODE', 'for example EUR'),
    amount: named(amountField, 'AMOUNT', 'what was paid'),
    reference: named(
      proseField(withdrawalReferenceLengthMax),
      'TEXT',
      'its reference, unique among those of the point',
    ),
    how: named(proseField(200), 'TEXT', 'how it was paid, as the merchant reads it'),
  }),
)

/** Books what operators paid to a merchant outside the gateway, in a currency that no service code pays out. */
const withdrawalOutside = pointAction({
  ...ofOutside,
  preview: async (deps, { pointId, currency, amount }, { environment }) => {
    const amountMinor = minorOf(amount, currency, { param: 'amount' })
    const { availableMinor } = await fundedBalance(deps, { pointId, environment, currency })
    const hasCode = methods.some((method) => 'payout' in method && method.currency === currency)
    return {
      ...emptyPreview,
      currency,
      blocked: availableMinor < amountMinor ? say('withdrawal.not_covered', { currency }) : undefined,
      movements: [{ kind: 'withdrawal', from: 'available', to: 'funding', amountMinor }],
      balances: [{ account: 'available', beforeMinor: availableMinor, afterMinor: availableMinor - amountMinor }],
      warnings: hasCode ? [say('withdrawal.has_code', { currency })] : [],
    }
  },
  execute: async (deps, { amount, ...input }, by) => {
    const { environment } = await requirePoint(deps.database.engine, input.pointId)
    const amountMinor = minorOf(amount, input.currency, { param: 'amount' })
    await bookOutside(deps, { ...input, environment, amountMinor }, setBy(by))
  },
})

export const withdrawalActions = {
  merchant_document: merchantDocument,
  merchant_document_end: merchantDocumentEnd,
  withdrawal_account: withdrawalAccount,
  withdrawal_outside: withdrawalOutside,
}
