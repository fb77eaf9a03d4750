import { say } from '../../texts/messages/say.ts'
import { account, bank } from '../account-fields.ts'
import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const btCl = paymentMethod({
  code: 'BT_CL',
  name: 'Bank transfer, Chile',
  country: 'CL',
  currency: 'CLP',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: { payer_doc_id: payerDocument('CL', say('desc.rut_payer_check'), '76086428-5') },
    optional: { payer_name: payerName },
    example: { service_code: 'BT_CL', amount: 25990, reference: 'order-1004', payer_doc_id: '76086428-5' },
    rejects: [
      {
        because: 'the check character of this RUT should be 2',
        change: { payer_doc_id: '12531909-3' },
        field: 'payer_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'CLP has no decimals',
        change: { amount: 25990.5 },
        field: 'amount',
        code: 'amount_precision',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('CL', '001'),
      account_type: choice(say('desc.kind_target_account'), ['CC', 'SVGS', 'VISTA', 'RUT', 'SLRY']),
      account: account('CL', say('desc.account_number_rut'), '1234567890'),
      account_doc_type: documentType(['RUT', 'RUN', 'PAS', 'CE']),
      account_doc_id: holderDocument('CL', say('desc.document_account_holder'), '76086428-5'),
      account_beneficiary: accountBeneficiary,
    },
    optional: { payer_name: payerName },
    example: {
      service_code: 'BT_CL',
      amount: 25990,
      reference: 'refund-2004',
      account_bank: '001',
      account_type: 'CC',
      account: '1234567890',
      account_doc_type: 'RUT',
      account_doc_id: '76086428-5',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'the check character of this RUT should be 2',
        change: { account_doc_id: '12531909-3' },
        field: 'account_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a Chilean account has digits only',
        change: { account: 'CUENTA' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'Chile knows no DNI',
        change: { account_doc_type: 'DNI' },
        field: 'account_doc_type',
        code: 'not_allowed',
      },
    ],
  },
})
