import { z } from 'zod'
import { refuseCardNumber } from '../../../core/values/refuse-faults.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { readRefundAccount, setRefundAccount, whyNoRefundAccount } from '../../refunds/refund-account.ts'
import { requireRow } from '../list-for-operator.ts'
import { valuesPreview } from '../preview.ts'
import { type OperatorAction, readerOf, setBy } from './action.ts'

/** What payouts of any service code ask about an account; the code of the pay-in decides which are needed. */
const fields = {
  account_type: plainField(60).optional(),
  account: plainField(100),
  account_bank: plainField(200).optional(),
  account_beneficiary: plainField(200).optional(),
  account_doc_type: plainField(60).optional(),
  account_doc_id: plainField(60).optional(),
  account_inter_bank_code: plainField(60).optional(),
  account_phone: plainField(60).optional(),
  account_state: plainField(60).optional(),
}

/** The others have a form that no card number has. */
const freeTexts: ReadonlySet<string> = new Set(['account_beneficiary', 'account_bank', 'account_state', 'account_type'])

const read = readerOf(z.object({ transaction_id: uuidField, ...fields }))
type Input = ReturnType<typeof read>

/** As a payout names them. */
function fieldsOf({ transactionId: _, ...given }: Input): Record<string, string> {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => snake(name) in fields && value !== undefined)
      .map(([name, value]) => [snake(name), value]),
  )
}

/** Gives the account to which refunds of a pay-in go, where the bank does not name the one that paid. */
export const refundAccount: OperatorAction<Input> = {
  read,
  about: async (deps, { transactionId }) => {
    const row = await requireRow(deps.database.engine, transactionId)
    return { environment: row.environment, pointId: row.point_id, transactionId: row.id }
  },
  beforeStored: (_deps, input) => {
    for (const [name, value] of Object.entries(fieldsOf(input))) if (freeTexts.has(name)) refuseCardNumber(value, name)
    return input
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
}
