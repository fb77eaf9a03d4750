import { say } from '../../texts/messages/say.ts'
import { account, bank } from '../account-fields.ts'
import { documentType, holderDocument, payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName, softly } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

/** The spec does not list the payout's required fields; contract section 2 defines them. */
export const btUy = paymentMethod({
  code: 'BT_UY',
  name: 'Bank transfer, Uruguay',
  country: 'UY',
  currency: 'UYU',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: { payer_name: payerName },
    optional: { payer_doc_id: softly(payerDocument('UY', say('desc.ci_rut_payer'), '1.234.567-2')) },
    example: { service_code: 'BT_UY', amount: 1450.3, reference: 'order-1011', payer_name: 'PAGADOR DE PRUEBA' },
    rejects: [
      {
        because: 'amounts are greater than 0',
        change: { amount: 0 },
        field: 'amount',
        code: 'amount_too_small',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('UY', '001'),
      account: account('UY', say('desc.account_number'), '00123456700001'),
      account_beneficiary: accountBeneficiary,
    },
    optional: {
      account_type: choice(say('desc.kind_target_account'), ['CC', 'SVGS']),
      account_doc_type: documentType(['CI', 'RUT', 'PAS']),
      account_doc_id: holderDocument('UY', say('desc.document_account_holder'), '1.234.567-2'),
    },
    example: {
      service_code: 'BT_UY',
      amount: 1450.3,
      reference: 'refund-2011',
      account_bank: '001',
      account: '00123456700001',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
      account_type: 'SVGS',
      account_doc_type: 'CI',
      account_doc_id: '1.234.567-2',
    },
    rejects: [
      {
        because: 'the check digit of this CI should be 2',
        change: { account_doc_id: '12345673' },
        field: 'account_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a Uruguayan account has at least 2 digits',
        change: { account: '1' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
