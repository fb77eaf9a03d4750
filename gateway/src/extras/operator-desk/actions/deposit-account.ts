import { z } from 'zod'
import { methodFor } from '../../../core/payment-methods/index.ts'
import { refuseFaults } from '../../../core/values/refuse-faults.ts'
import { plainField, uuidField } from '../../../core/web/operator-query.ts'
import { addDepositAccount } from '../../bank-accounts/add-deposit-account.ts'
import { checkDeposit, type DepositInput } from '../../bank-accounts/check-deposit-account.ts'
import { requirePoint } from '../../point-settings/set-point-money.ts'
import { valuesPreview } from '../preview.ts'
import { aboutDeployment, named, type OperatorAction, proseField, reading, serviceCodeField, setBy } from './action.ts'

const fieldsOfAccount = z.object({
  service_code: named(serviceCodeField, 'CODE', 'the service code, for example BT_AR'),
  beneficiary: named(proseField(200), 'NAME', "the holder's name as payers see it"),
  number: named(plainField(100).optional(), 'NUMBER', 'CBU, CVU or alias, CLABE, CCI or account number'),
  bank: named(proseField(200).optional(), 'NAME', 'default: read from the CBU or CLABE'),
  type: named(proseField(60).optional(), 'TEXT', 'the type of account as payers see it'),
  doc_id: named(plainField(60).optional(), 'NUMBER', "the holder's tax number"),
  pix_key: named(plainField(100).optional(), 'KEY', 'PIX_BR'),
  city: named(proseField(60).optional(), 'CITY', "PIX_BR: the holder's city; the code has its first 15 characters"),
  phone: named(plainField(30).optional(), 'PHONE', 'wallets: the mobile number that receives'),
  bank_account_id: named(uuidField.optional(), 'UUID', 'default: the one with this number, or a new one'),
  point_id: named(uuidField.optional(), 'UUID', 'for this test point alone, for trials; default: every live point'),
})

/** Adds an own account to which payers of live points deposit. */
export const depositAccount = {
  ...reading(
    fieldsOfAccount,
    ({ serviceCode, docId, pixKey, pointId, ...rest }): DepositInput => ({
      ...{ serviceCode, docId, pixKey, ...rest },
      ...(pointId === undefined ? {} : { onlyPointId: pointId }),
    }),
  ),
  about: async (deps, { onlyPointId: pointId }) => {
    if (pointId === undefined) return await aboutDeployment(deps)
    const { environment } = await requirePoint(deps.database.engine, pointId)
    return { environment, pointId, transactionId: null }
  },
  preview: async (_deps, account) => {
    refuseFaults(checkDeposit(methodFor(account.serviceCode), account).faults)
    return valuesPreview(account)
  },
  execute: async (deps, account, by) => await addDepositAccount(deps, { ...account, ...setBy(by) }),
} satisfies OperatorAction<DepositInput>
