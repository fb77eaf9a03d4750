import { say } from '../../texts/messages/say.ts'
import { account, bank } from '../account-fields.ts'
import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const btCo = paymentMethod({
  code: 'BT_CO',
  name: 'Bank transfer, Colombia',
  country: 'CO',
  currency: 'COP',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: {
      payer_doc_id: payerDocument('CO', say('desc.cc_nit_ce'), '1.004.922.993'),
      payer_name: payerName,
    },
    optional: {},
    example: {
      service_code: 'BT_CO',
      amount: 120000,
      reference: 'order-1005',
      payer_doc_id: '1.004.922.993',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'no Colombian document is that short',
        change: { payer_doc_id: '12' },
        field: 'payer_doc_id',
        code: 'invalid_format',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('CO', '007'),
      account_type: choice(say('desc.kind_target_account'), ['ACCOUNT_COLOMBIA']),
      account: account('CO', say('desc.account_number'), '12345678901'),
      // NIT is an extension of the spec's list: companies have no other document.
      account_doc_type: documentType(['CC', 'CE', 'PAS', 'NIT']),
      account_doc_id: holderDocument('CO', say('desc.document_account_holder'), '1.004.922.993'),
      account_beneficiary: accountBeneficiary,
    },
    optional: {},
    example: {
      service_code: 'BT_CO',
      amount: 120000,
      reference: 'salary-2005',
      account_bank: '007',
      account_type: 'ACCOUNT_COLOMBIA',
      account: '12345678901',
      account_doc_type: 'CC',
      account_doc_id: '1.004.922.993',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
    },
    rejects: [
      {
        because: 'a cédula does not start with 0',
        change: { account_doc_id: '0123' },
        field: 'account_doc_id',
        code: 'invalid_format',
      },
      {
        because: 'a Colombian account has at most 20 digits',
        change: { account: '123456789012345678901' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
