import { checkCci } from '../../identifiers/pe/accounts.ts'
import { checkPeruvianRegion } from '../../identifiers/pe/region.ts'
import { say } from '../../texts/messages/say.ts'
import {
  account,
  accountField,
  bank,
  bankOwnsAccount,
  peruvianAccountType,
  peruvianDocumentType,
  peruvianHolderDocument,
} from '../account-fields.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, payerName, softly } from '../fields.ts'
import { type Field, paymentMethod } from '../payment-method.ts'

const region: Field = {
  description: say('desc.region_account_name'),
  example: 'PE-ARE',
  maxLength: 100,
  check: checkPeruvianRegion,
}

const interbankCode: Field = {
  ...accountField(say('desc.cci_interbank_account'), '01136600010003254221', checkCci),
  aliases: ['inter_bank_code'],
}

export const btPe = paymentMethod({
  code: 'BT_PE',
  name: 'Bank transfer, Peru',
  country: 'PE',
  currency: 'PEN',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    required: { payer_name: payerName },
    optional: { payer_doc_id: softly(payerDocument('PE', say('desc.dni_ruc_ce'), '12345678')) },
    example: { service_code: 'BT_PE', amount: 180.4, reference: 'order-1008', payer_name: 'PAGADOR DE PRUEBA' },
    rejects: [
      {
        because: 'a name has at most 100 characters',
        change: { payer_name: 'N'.repeat(101) },
        field: 'payer_name',
        code: 'too_long',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_bank: bank('PE', '011'),
      account_type: peruvianAccountType,
      account: account('PE', say('desc.account_number_digits'), '001103660100032542'),
      account_doc_type: peruvianDocumentType,
      account_doc_id: peruvianHolderDocument,
      account_beneficiary: accountBeneficiary,
      account_state: region,
      account_inter_bank_code: interbankCode,
    },
    optional: { payer_name: payerName },
    crossChecks: [bankOwnsAccount('PE', 'account_inter_bank_code')],
    example: {
      service_code: 'BT_PE',
      amount: 180.4,
      reference: 'refund-2008',
      account_bank: '011',
      account_type: 'CC',
      account: '001103660100032542',
      account_doc_type: 'RUC',
      account_doc_id: '20512333797',
      account_beneficiary: 'BENEFICIARIO DE PRUEBA',
      account_state: 'PE-ARE',
      account_inter_bank_code: '01136600010003254221',
      payer_name: 'PAGADOR DE PRUEBA',
    },
    rejects: [
      {
        because: 'the check digit of this RUC should be 7',
        change: { account_doc_id: '20512333798' },
        field: 'account_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a CCI has 20 digits',
        change: { account_inter_bank_code: '0113660001' },
        field: 'account_inter_bank_code',
        code: 'invalid_format',
      },
      {
        because: 'the account type is CC, SVGS or EFE',
        change: { account_type: 'CHECKING' },
        field: 'account_type',
        code: 'not_allowed',
      },
    ],
  },
})
