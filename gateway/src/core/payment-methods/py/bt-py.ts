import { say } from '../../texts/messages/say.ts'
import { account, bank } from '../account-fields.ts'
import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName, softly } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const btPy = paymentMethod({
  code: 'BT_PY',
  name: 'Bank transfer, Paraguay',
  country: 'PY',
  currency: 'PYG',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: { payer_name: payerName },
    optional: { payer_doc_id: softly(payerDocument('PY', say('desc.ci_ruc_payer'), '80028061-0')) },
    example: { service_code: 'BT_PY', amount: 250000, reference: 'order-1010', payer_name: 'PAGADOR DE PRUEBA' },
    rejects: [
      {
        because: 'PYG has no decimals',
        change: { amount: '250000.50' },
        field: 'amount',
        code: 'amount_precision',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('PY', 'Sudameris Bank'),
      account_type: choice(say('desc.kind_target_account'), ['ACCOUNT_PARAGUAY']),
      account: account('PY', say('desc.account_number'), '1234567'),
      account_doc_type: documentType(['CI', 'PAS', 'CRP', 'CRC', 'RUC', 'DNI']),
      account_doc_id: holderDocument('PY', say('desc.document_account_holder'), '80028061-0'),
      account_beneficiary: accountBeneficiary,
    },
    optional: {},
    example: {
      service_code: 'BT_PY',
      amount: 250000,
      reference: 'salary-2010',
      account_bank: 'Sudameris Bank',
      account_type: 'ACCOUNT_PARAGUAY',
      account: '1234567',
      account_doc_type: 'RUC',
      account_doc_id: '80028061-0',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
    },
    rejects: [
      {
        because: 'a RUC has at most 9 digits',
        change: { account_doc_id: '80123456785' },
        field: 'account_doc_id',
        code: 'invalid_format',
      },
      {
        because: 'a Paraguayan account has digits only',
        change: { account: 'CUENTA' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
