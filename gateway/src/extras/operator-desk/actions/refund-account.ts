import { z } from 'zod'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { readRefundAccount, setRefundAccount, whyNoRefundAccount } from '../../refunds/refund-account.ts'
import { requireRow } from '../list-for-operator.ts'
import { valuesPreview } from '../preview.ts'
import { named, type OperatorAction, proseField, reading, setBy } from './action.ts'

/** What payouts of any service code ask about an account; the code of the pay-in decides which are needed. */
const accountFields = {
  account_type: named(proseField(60).optional(), 'TEXT', 'its type, as a payout names it'),
  account: named(plainField(100), 'NUMBER', 'the account to which refunds go'),
  account_bank: named(proseField(200).optional(), 'NAME', 'its bank'),
  account_beneficiary: named(proseField(200).optional(), 'NAME', 'its holder'),
  account_doc_type: named(plainField(60).optional(), 'TEXT', "the type of the holder's document"),
  account_doc_id: named(plainField(60).optional(), 'NUMBER', "the holder's document"),
  account_inter_bank_code: named(plainField(60).optional(), 'NUMBER', 'CCI or another code between banks'),
  account_phone: named(plainField(60).optional(), 'PHONE', 'the mobile number of a wallet'),
  account_state: named(proseField(60).optional(), 'TEXT', 'its state or province'),
}

const ofAccount = reading(z.object({ transaction_id: named(uuidField, 'UUID', 'the pay-in'), ...accountFields }))
type Input = ReturnType<typeof ofAccount.read>

/** As a payout names them. */
function fieldsOf({ transactionId: _, ...given }: Input): Record<string, string> {
  const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [snakeCase(name), String(value)]))
}

/** Gives the account to which refunds of a pay-in go, where the bank does not name the one that paid. */
export const refundAccount = {
  ...ofAccount,
  about: async (deps, { transactionId }) => {
    const row = await requireRow(deps.database.engine, transactionId)
    return { environment: row.environment, pointId: row.point_id, transactionId: row.id }
  },
  preview: async (deps, input) => {
    const { engine } = deps.database
    const payin = await requireRow(engine, input.transactionId)
    const blocked = await whyNoRefundAccount(engine, payin)
    if (blocked !== undefined) return { ...valuesPreview({}), blocked }
    return valuesPreview(readRefundAccount(payin, fieldsOf(input)))
  },
  execute: async (deps, input, by) => {
    const payin = await requireRow(deps.database.engine, input.transactionId)
    await setRefundAccount(deps, { payin, fields: fieldsOf(input) }, setBy(by))
  },
} satisfies OperatorAction<Input>
