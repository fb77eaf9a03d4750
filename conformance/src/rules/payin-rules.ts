import type { Rule } from './rule.ts'

const section = 'Pay-ins'
const basics = ['core/payment-methods/read-basics.ts', 'core/payment-methods/read-request.ts']
const reply = ['core/processing/rules/transaction-data.ts', 'core/payments/http/replies.ts']
const specTables = 'gateway/test/conformance/spec-tables.test.ts'

export const payinRules: readonly Rule[] = [
  {
    id: 'PAYIN-1',
    section,
    rule: 'A pay-in is created by POST to payin_hth, and by no other method.',
    from: ['payin:bullet 1', 'payin:bullet 2'],
    checks: ['pay-in-by-post'],
    code: ['core/payments/http/payment-routes.ts'],
  },
  {
    id: 'PAYIN-2',
    section,
    rule: 'service_code is required.',
    from: ['payin:row service_code'],
    checks: ['pay-in-requires-service-code'],
    code: ['core/payment-methods/registry.ts'],
  },
  {
    id: 'PAYIN-3',
    section,
    rule: 'A service code that the list does not have is refused.',
    from: ['payin:row service_code'],
    checks: ['pay-in-unknown-service-code'],
    tests: [{ file: specTables, name: 'are the 14 of the spec, with whatever came since' }],
    code: ['core/payment-methods/registry.ts'],
  },
  {
    id: 'PAYIN-4',
    section,
    rule: 'amount is required.',
    from: ['payin:row amount'],
    checks: ['pay-in-requires-amount'],
    code: basics,
  },
  {
    id: 'PAYIN-5',
    section,
    rule: 'The amount may have decimals, and comes back as it was sent.',
    from: ['payin:row amount'],
    checks: ['pay-in-decimals'],
    code: ['core/values/money.ts'],
  },
  {
    id: 'PAYIN-6',
    section,
    rule: 'amount is an amount: a word, a truth value, an object or null is refused.',
    from: ['payin:row amount'],
    checks: ['pay-in-amount-is-no-word'],
    code: ['core/values/money.ts', ...basics],
  },
  {
    id: 'PAYIN-7',
    section,
    rule: 'How many decimals an amount may have is not described.',
    decision: 'As many as its currency; more are refused and never rounded.',
    from: ['payin:row amount'],
    checks: ['pay-in-amount-precision'],
    code: ['core/values/money.ts', 'core/values/currency.ts'],
  },
  {
    id: 'PAYIN-8',
    section,
    rule: 'reference is required.',
    from: ['payin:row reference'],
    checks: ['pay-in-requires-reference'],
    code: basics,
  },
  {
    id: 'PAYIN-9',
    section,
    rule: 'How a number with more digits than a decimal amount has is read is not described.',
    decision:
      'Of more than 15 significant digits the first 15 count: a binary double printed in full is the amount that was meant.',
    from: ['payin:row amount'],
    checks: ['pay-in-amount-without-noise'],
    code: ['core/values/money.ts'],
  },
  ...accepted(),
  {
    id: 'PAYIN-23',
    section,
    rule: 'Whether the amount may be a text is not described.',
    decision: 'It may: decimal text, read exactly.',
    from: ['payin:row amount'],
    checks: ['pay-in-amount-as-text'],
    code: ['core/values/money.ts'],
  },
  {
    id: 'PAYIN-24',
    section,
    rule: 'Whether the case of service codes and listed values counts is not described.',
    decision: 'It does not.',
    from: ['payin:row service_code', 'payin:row account_type'],
    checks: ['values-in-any-case'],
    code: ['core/payment-methods/registry.ts', 'core/payment-methods/ar/fields.ts'],
  },
  {
    id: 'PAYIN-30',
    section,
    rule: 'payer_doc_id, the tax number of the payer, is required for eight codes.',
    from: ['payin:row payer_doc_id'],
    checks: ['pay-in-requires-payer-doc-id'],
    tests: [{ file: specTables, name: 'needs the fields of the table and nothing else' }],
    code: ['core/payment-methods/document-fields.ts'],
  },
  {
    id: 'PAYIN-31',
    section,
    rule: 'payer_name, the whole name of the payer, is required for eight codes.',
    from: ['payin:row payer_name'],
    checks: ['pay-in-requires-payer-name'],
    tests: [{ file: specTables, name: 'needs the fields of the table and nothing else' }],
    code: ['core/payment-methods/fields.ts'],
  },
  {
    id: 'PAYIN-32',
    section,
    rule: 'account_type is required for DEBIN_AR.',
    from: ['payin:row account_type'],
    checks: ['debin-requires-account-type'],
    code: ['core/payment-methods/ar/debin-ar.ts'],
  },
  {
    id: 'PAYIN-33',
    section,
    rule: 'The account type of DEBIN_AR is CBU or ALIAS.',
    from: ['payin:row account_type', 'payin:row account'],
    checks: ['debin-account-types'],
    code: ['core/payment-methods/ar/fields.ts'],
  },
  {
    id: 'PAYIN-34',
    section,
    rule: 'account, from which the money is pulled, is required for DEBIN_AR.',
    from: ['payin:row account'],
    checks: ['debin-requires-account'],
    code: ['core/payment-methods/ar/debin-ar.ts'],
  },
  {
    id: 'PAYIN-35',
    section,
    rule: 'Whether PM_VE and YP_PE need more than the table says is not described.',
    decision: 'They do not.',
    from: ['payin:bullet 5'],
    checks: ['pay-in-needs-nothing-else'],
    code: ['core/payment-methods/ve/pm-ve.ts', 'core/payment-methods/pe/yp-pe.ts'],
  },
  {
    id: 'PAYIN-36',
    section,
    rule: 'expired_at is optional; where it is given, it is the time at which the pay-in expires.',
    from: ['payin:row expired_at'],
    checks: ['pay-in-takes-expired-at'],
    tests: [{ file: specTables, name: 'expired_at is taken by every pay-in' }],
    code: basics,
  },
  {
    id: 'PAYIN-37',
    section,
    rule: 'What an expired_at without a zone means is not described.',
    decision: 'UTC.',
    from: ['payin:row expired_at'],
    checks: ['expired-at-without-suffix-is-utc'],
    code: ['core/payment-methods/read-basics.ts', 'core/values/timestamps.ts'],
  },
  {
    id: 'PAYIN-38',
    section,
    rule: 'When a pay-in without expired_at expires is not described.',
    decision: 'Pix, wallets and SPEI after 24 hours, DEBIN after 48, bank transfers after 72.',
    from: ['payin:bullet 6'],
    checks: ['default-expiry'],
    tests: [{ file: specTables, name: 'the pay-in lives by default' }],
    code: ['core/payment-methods/payment-method.ts', 'core/payment-methods/read-basics.ts'],
  },
  {
    id: 'PAYIN-39',
    section,
    rule: 'What becomes of a field with an unknown name is not described.',
    decision: 'It is ignored, and a warning names it.',
    from: ['payin:row service_code'],
    checks: ['unknown-field-is-ignored'],
    code: ['core/payment-methods/json-object.ts'],
  },
  ...responseFields(),
]

/** PAYIN-10 to PAYIN-22. */
function accepted(): Rule[] {
  const rows = [
    ['PAYIN-10', 'BT_AR', 'bank transfer in Argentina', 'ar/bt-ar'],
    ['PAYIN-11', 'DEBIN_AR', 'DEBIN in Argentina', 'ar/debin-ar'],
    ['PAYIN-12', 'BT_CL', 'bank transfer in Chile', 'cl/bt-cl'],
    ['PAYIN-13', 'BT_PE', 'bank transfer in Peru', 'pe/bt-pe'],
    ['PAYIN-14', 'YP_PE', 'Yape in Peru', 'pe/yp-pe'],
    ['PAYIN-15', 'BT_PY', 'bank transfer in Paraguay', 'py/bt-py'],
    ['PAYIN-16', 'BT_UY', 'bank transfer in Uruguay', 'uy/bt-uy'],
    ['PAYIN-17', 'BT_EC', 'bank transfer in Ecuador', 'ec/bt-ec'],
    ['PAYIN-18', 'BT_CO', 'bank transfer in Colombia', 'co/bt-co'],
    ['PAYIN-19', 'BT_VE', 'bank transfer in Venezuela', 've/bt-ve'],
    ['PAYIN-20', 'PM_VE', 'PagoMovil in Venezuela', 've/pm-ve'],
    ['PAYIN-21', 'SPEI_MX', 'SPEI in Mexico', 'mx/spei-mx'],
    ['PAYIN-22', 'PIX_BR', 'PIX in Brazil', 'br/pix-br'],
  ] as const
  return rows.map(([id, code, method, file]) => ({
    id,
    section,
    rule: `${code} is a pay-in by ${method}: the fields that the table requires are enough.`,
    from: ['service:row Pay-in (payin_hth)', `transaction:row 2 ${code}`, 'payin:row service_code', 'service:rule 2'],
    checks: [`pay-in-accepts-${code}`],
    code: [`core/payment-methods/${file}.ts`],
  }))
}

/** PAYIN-40 to PAYIN-46. */
function responseFields(): Rule[] {
  const names = ['transaction_id', 'amount', 'currency', 'status', 'created_at', 'updated_at', 'expired_at']
  return names.map((name, index) => ({
    id: `PAYIN-${index + 40}`,
    section,
    rule: `data of the reply has ${name} for every service code (the example of DEBIN_AR may lack it).`,
    from: ['payin:bullet 4.1', ...(name === 'expired_at' ? ['states:row (none)'] : [])],
    checks: [`pay-in-has-${name.replaceAll('_', '-')}`],
    code: reply,
  }))
}
