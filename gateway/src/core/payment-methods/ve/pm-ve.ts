import { say } from '../../texts/messages/say.ts'
import {
  bank,
  bankOwnsAccount,
  phoneIsKnown,
  requiredUnless,
  venezuelanAccountType,
  venezuelanDocumentType,
  venezuelanHolderDocument,
  venezuelanPayerDocument,
  walletAccount,
  walletPhone,
} from '../account-fields.ts'
import { accountBeneficiary, hard, payerName } from '../fields.ts'
import { type CrossCheck, paymentMethod } from '../payment-method.ts'

/** An account of 20 digits begins with its bank. */
const accountHasBank = say('field.account_bank_account')

/** Pago Móvil identifies the beneficiary by phone, bank and document. */
export const pmVe = paymentMethod({
  code: 'PM_VE',
  name: 'PagoMovil, Venezuela',
  country: 'VE',
  currency: 'VES',
  payin: {
    kind: 'wallet',
    expiresAfterHours: 24,
    required: { payer_doc_id: venezuelanPayerDocument, payer_name: payerName },
    optional: {},
    example: {
      service_code: 'PM_VE',
      amount: 420,
      reference: 'order-1013',
      payer_doc_id: 'V-12.345.678',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'a document has digits after its letter',
        change: { payer_doc_id: 'V-ABC' },
        field: 'payer_doc_id',
        code: 'invalid_format',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_type: venezuelanAccountType,
      account: walletAccount('VE', say('desc.mobile_number_wallet_account'), '0414-1234567'),
      account_doc_type: venezuelanDocumentType,
      account_doc_id: venezuelanHolderDocument,
    },
    optional: {
      account_phone: walletPhone('VE', '0414-1234567'),
      account_bank: requiredUnless(accountHasBank, bank('VE', '0105')),
      account_beneficiary: accountBeneficiary,
    },
    crossChecks: [phoneIsKnown('VE'), bankIsKnown, bankOwnsAccount('VE')],
    example: {
      service_code: 'PM_VE',
      amount: 420,
      reference: 'prize-2013',
      account_bank: '0105',
      account_phone: '0414-1234567',
      account_type: 'ACCOUNT_VENEZUELA',
      account: '01050080011080271813',
      account_doc_type: 'CI',
      account_doc_id: 'V-12.345.678',
    },
    rejects: [
      {
        because: 'a landline has no wallet',
        change: { account_phone: '0212-1234567' },
        field: 'account_phone',
        code: 'invalid_format',
      },
      {
        because: 'an account alone does not name the phone',
        change: { account_phone: undefined },
        field: 'account_phone',
        code: 'required',
        strictOnly: true,
      },
      {
        because: 'a phone alone does not name the bank',
        change: { account_bank: undefined, account: '0414-1234567' },
        field: 'account_bank',
        code: 'required',
        strictOnly: true,
      },
      {
        because: 'the account starts with the code of another bank',
        change: { account_bank: '0102' },
        field: 'account_bank',
        code: 'bank_mismatch',
        strictOnly: true,
      },
    ],
  },
})

/** The bank is `account_bank`, or the first four digits of an account of 20 digits. */
function bankIsKnown(all: Parameters<CrossCheck>[0]): ReturnType<CrossCheck> {
  const { account, account_bank: bankText } = all
  if (bankText !== undefined || account === undefined || /^\d{20}$/.test(account)) return []
  return [{ ...hard('required', say('field.needed_unless', { condition: accountHasBank })), field: 'account_bank' }]
}
