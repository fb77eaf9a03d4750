import { bankOwnsAccount } from '../account-fields.ts'
import { payerName } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'
import { cbuOrAlias, cbuOrAliasType, payerCuit, transferExtras } from './fields.ts'

export const btAr = paymentMethod({
  code: 'BT_AR',
  name: 'Bank transfer, Argentina',
  country: 'AR',
  currency: 'ARS',
  payin: {
    kind: 'deposit_account',
    expiresAfterHours: 72,
    callbackAmount: true,
    required: { payer_doc_id: payerCuit },
    optional: { payer_name: payerName },
    example: { service_code: 'BT_AR', amount: 15000.5, reference: 'order-1001', payer_doc_id: '20-26756539-3' },
    rejects: [
      {
        because: 'the check digit of this CUIT should be 3',
        change: { payer_doc_id: '20267565392' },
        field: 'payer_doc_id',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a CUIT has 11 digits and a DNI 7 or 8',
        change: { payer_doc_id: '2012345699' },
        field: 'payer_doc_id',
        code: 'invalid_format',
      },
      {
        because: 'ARS has two decimals',
        change: { amount: 10.505 },
        field: 'amount',
        code: 'amount_precision',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: { account_type: cbuOrAliasType, account: cbuOrAlias },
    optional: transferExtras,
    crossChecks: [bankOwnsAccount('AR')],
    example: {
      service_code: 'BT_AR',
      amount: 15000.5,
      reference: 'salary-2001',
      account_type: 'CBU',
      account: '2850590940090418135201',
    },
    rejects: [
      {
        because: 'a CBU carries two check digits',
        change: { account: '2810590940090418135201' },
        field: 'account',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: '22 digits are a CBU, not an alias',
        change: { account_type: 'ALIAS' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'an alias has no underscore',
        change: { account_type: 'ALIAS', account: 'alias_guion_bajo' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'the account type is CBU or ALIAS',
        change: { account_type: 'CVU' },
        field: 'account_type',
        code: 'not_allowed',
      },
    ],
  },
})
