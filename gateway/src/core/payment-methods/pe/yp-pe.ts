import { say } from '../../texts/messages/say.ts'
import {
  bank,
  peruvianAccountType,
  peruvianDocumentType,
  peruvianHolderDocument,
  phoneIsKnown,
  walletAccount,
  walletPhone,
} from '../account-fields.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

export const ypPe = paymentMethod({
  code: 'YP_PE',
  name: 'Yape, Peru',
  country: 'PE',
  currency: 'PEN',
  payin: {
    kind: 'wallet',
    expiresAfterHours: 24,
    required: { payer_doc_id: payerDocument('PE', say('desc.dni_ruc_ce'), '12345678'), payer_name: payerName },
    optional: {},
    example: {
      service_code: 'YP_PE',
      amount: 35,
      reference: 'order-1009',
      payer_doc_id: '12345678',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'the check digit of this RUC should be 7',
        change: { payer_doc_id: '20512333798' },
        field: 'payer_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_type: peruvianAccountType,
      account: walletAccount('PE', say('desc.mobile_number_yape'), '987654321'),
      account_doc_type: peruvianDocumentType,
      account_doc_id: peruvianHolderDocument,
    },
    optional: {
      account_phone: walletPhone('PE', '987654321'),
      account_bank: bank('PE', '002'),
      account_beneficiary: accountBeneficiary,
    },
    crossChecks: [phoneIsKnown('PE')],
    example: {
      service_code: 'YP_PE',
      amount: 35,
      reference: 'prize-2009',
      account_phone: '987654321',
      account_type: 'SVGS',
      account: '987654321',
      account_doc_type: 'DNI',
      account_doc_id: '12345678',
    },
    rejects: [
      {
        because: 'a Peruvian mobile number starts with 9',
        change: { account_phone: '112345678' },
        field: 'account_phone',
        code: 'invalid_format',
      },
      {
        because: 'a bank account alone does not name the wallet',
        change: { account_phone: undefined, account: '19312345678012' },
        field: 'account_phone',
        code: 'required',
        strictOnly: true,
      },
    ],
  },
})
