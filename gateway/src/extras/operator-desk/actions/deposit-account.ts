import { z } from 'zod'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { methodFor } from '../../../core/payment-methods/index.ts'
import { refuseFaults } from '../../../core/values/refuse-faults.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { addDepositAccount } from '../../bank-accounts/add-deposit-account.ts'
import { checkDeposit, type DepositInput } from '../../bank-accounts/check-deposit-account.ts'
import { valuesPreview } from '../preview.ts'
import { type OperatorAction, readFields, serviceCodeField, setBy } from './action.ts'

const fieldsOfAccount = z.object({
  service_code: serviceCodeField,
  beneficiary: plainField(200),
  number: plainField(100).optional(),
  bank: plainField(200).optional(),
  type: plainField(60).optional(),
  doc_id: plainField(60).optional(),
  pix_key: plainField(100).optional(),
  city: plainField(15).optional(),
  phone: plainField(30).optional(),
})

/** Adds an own account to which payers of live points deposit. */
export const depositAccount: OperatorAction<DepositInput> = {
  read: (fields) => {
    const { serviceCode, docId, pixKey, ...rest } = readFields(fieldsOfAccount, fields)
    return { serviceCode, docId, pixKey, ...rest }
  },
  preview: async (_deps, account) => {
    refuseFaults(checkDeposit(methodFor(account.serviceCode), account).faults)
    return valuesPreview(account)
  },
  execute: async (deps, account, by) => await addDepositAccount(deps, { ...account, ...setBy(by) }),
  isOfTestMoney: hasOnlyTestMoney,
}
