import { say } from '../../texts/messages/say.ts'
import {
  account,
  bank,
  bankOwnsAccount,
  venezuelanAccountType,
  venezuelanDocumentType,
  venezuelanHolderDocument,
  venezuelanPayerDocument,
} from '../account-fields.ts'
import { accountBeneficiary, payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const btVe = paymentMethod({
  code: 'BT_VE',
  name: 'Bank transfer, Venezuela',
  country: 'VE',
  currency: 'VES',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: { payer_doc_id: venezuelanPayerDocument, payer_name: payerName },
    optional: {},
    example: {
      service_code: 'BT_VE',
      amount: 860.25,
      reference: 'order-1012',
      payer_doc_id: 'V-12.345.678',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'no Venezuelan document starts with X',
        change: { payer_doc_id: 'X12345678' },
        field: 'payer_doc_id',
        code: 'invalid_format',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('VE', '0105'),
      account_type: venezuelanAccountType,
      account: account('VE', say('desc.account_number_twenty_digits'), '01050080011080271813'),
      account_doc_type: venezuelanDocumentType,
      account_doc_id: venezuelanHolderDocument,
      account_beneficiary: accountBeneficiary,
    },
    optional: {},
    crossChecks: [bankOwnsAccount('VE')],
    example: {
      service_code: 'BT_VE',
      amount: 860.25,
      reference: 'salary-2012',
      account_bank: '0105',
      account_type: 'ACCOUNT_VENEZUELA',
      account: '0105-0080-01-1080271813',
      account_doc_type: 'RIF',
      account_doc_id: 'J-00002961-0',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
    },
    rejects: [
      {
        because: 'the account starts with the code of another bank',
        change: { account_bank: '0102' },
        field: 'account_bank',
        code: 'bank_mismatch',
        strictOnly: true,
      },
      {
        because: 'a Venezuelan account has 20 digits',
        change: { account: '0105008001108027181' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
