import { checkClabe } from '../../identifiers/mx/clabe.ts'
import { say } from '../../texts/messages/say.ts'
import { accountField, bank, bankOwnsAccount } from '../account-fields.ts'
import { payerDocument } from '../document-fields.ts'
import { accountBeneficiary, choice, payerName, softly } from '../fields.ts'
import { paymentMethod } from '../payment-method.ts'

const rfcOrCurp = (whose: 'payer' | 'holder') =>
  softly(payerDocument('MX', say(`desc.rfc_curp_${whose}`), 'GODE561231GR8'))

export const speiMx = paymentMethod({
  code: 'SPEI_MX',
  name: 'SPEI, Mexico',
  country: 'MX',
  currency: 'MXN',
  payin: {
    kind: 'clabe',
    expiresAfterHours: 24,
    required: {},
    optional: { payer_doc_id: rfcOrCurp('payer'), payer_name: payerName },
    example: { service_code: 'SPEI_MX', amount: 350.75, reference: 'order-1007' },
    rejects: [
      {
        because: 'a reference has at most 255 characters',
        change: { reference: 'r'.repeat(256) },
        field: 'reference',
        code: 'too_long',
      },
    ],
  },
  payout: {
    kind: 'transfer',
    required: {
      account_type: choice(say('desc.kind_target_account'), ['CLABE']),
      account: accountField(say('desc.clabe_digits'), '002010077777777771', checkClabe),
    },
    optional: {
      account_bank: bank('MX', '002'),
      account_doc_id: rfcOrCurp('holder'),
      account_beneficiary: accountBeneficiary,
    },
    crossChecks: [bankOwnsAccount('MX')],
    example: {
      service_code: 'SPEI_MX',
      amount: 350.75,
      reference: 'salary-2007',
      account_type: 'CLABE',
      account: '002010077777777771',
    },
    rejects: [
      {
        because: 'the last digit of this CLABE is wrong',
        change: { account: '032180000118359711' },
        field: 'account',
        code: 'invalid_check_digit',
        strictOnly: true,
      },
      {
        because: 'a CLABE has 18 digits: a card number is not one',
        change: { account: '4111111111111111' },
        field: 'account',
        code: 'invalid_format',
      },
    ],
  },
})
