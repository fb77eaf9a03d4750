import { bankOwnsAccount } from '../account-fields.ts'
import { payerName, softly } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'
import { cbuOrAlias, cbuOrAliasType, payerCuit, transferExtras } from './fields.ts'

/** A DEBIN debits the payer's account. The payout is an immediate transfer (contract section 2). */
export const debinAr = paymentMethod({
  code: 'DEBIN_AR',
  name: 'DEBIN, Argentina',
  country: 'AR',
  currency: 'ARS',
  payin: {
    kind: 'pull',
    expiresAfterHours: 48,
    required: { account_type: cbuOrAliasType, account: cbuOrAlias },
    optional: { payer_doc_id: softly(payerCuit), payer_name: payerName },
    example: {
      service_code: 'DEBIN_AR',
      amount: 8200,
      reference: 'order-1002',
      account_type: 'ALIAS',
      account: 'cuarto.centro.naipe',
    },
    rejects: [
      {
        because: 'an alias has at least 6 characters',
        change: { account: 'abcde' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'an alias is not a CBU',
        change: { account_type: 'CBU' },
        field: 'account',
        code: 'invalid_format',
      },
      {
        because: 'the account is text: a JSON number of 22 digits is not exact',
        change: { account_type: 'CBU', account: 2850590940090418 },
        field: 'account',
        code: 'invalid_type',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: { account_type: cbuOrAliasType, account: cbuOrAlias },
    optional: transferExtras,
    crossChecks: [bankOwnsAccount('AR')],
    example: {
      service_code: 'DEBIN_AR',
      amount: 8200,
      reference: 'refund-2002',
      account_type: 'ALIAS',
      account: 'cuarto.centro.naipe',
    },
    rejects: [
      {
        because: 'an alias has no spaces',
        change: { account: 'alias con espacio' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
