import { say } from '../../texts/messages/say.ts'
import { account, bank } from '../account-fields.ts'
import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const btEc = paymentMethod({
  code: 'BT_EC',
  name: 'Bank transfer, Ecuador',
  country: 'EC',
  currency: 'USD',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: {
      payer_doc_id: payerDocument('EC', say('desc.cedula_ruc_passport'), '1714307103'),
      payer_name: payerName,
    },
    optional: {},
    example: {
      service_code: 'BT_EC',
      amount: 45.2,
      reference: 'order-1006',
      payer_doc_id: '1714307103',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'the check digit of this cédula should be 3',
        change: { payer_doc_id: '1714307104' },
        field: 'payer_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('EC', '010'),
      account_type: choice(say('desc.kind_target_account'), ['ACCOUNT_ECUADOR']),
      account: account('EC', say('desc.account_number'), '2201234567'),
      // RUC is an extension of the spec's list: companies have no other document.
      account_doc_type: documentType(['CI', 'CIE', 'PAS', 'RUC']),
      account_doc_id: holderDocument('EC', say('desc.document_account_holder'), '1714307103'),
      account_beneficiary: accountBeneficiary,
    },
    optional: {},
    example: {
      service_code: 'BT_EC',
      amount: 45.2,
      reference: 'refund-2006',
      account_bank: '010',
      account_type: 'ACCOUNT_ECUADOR',
      account: '2201234567',
      account_doc_type: 'CI',
      account_doc_id: '1714307103',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
    },
    rejects: [
      {
        because: 'no province has the number 88',
        change: { account_doc_id: '8814307107' },
        field: 'account_doc_id',
        code: 'invalid_format',
      },
      {
        because: 'an Ecuadorian account has at least 5 digits',
        change: { account: '123' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
