import type { Rule } from './rule.ts'

const section = 'Payouts'
const basics = ['payment-methods/read-basics.ts', 'payment-methods/read-request.ts']
const accounts = ['payment-methods/account-fields.ts']
const specTables = 'gateway/test/conformance/spec-tables.test.ts'

export const payoutRules: readonly Rule[] = [
  {
    id: 'PAYOUT-1',
    section,
    rule: 'A payout is created by POST to payout_hth, and by no other method.',
    from: ['payout:bullet 1', 'payout:bullet 2'],
    checks: ['payout-by-post'],
    code: ['payments/http/payment-routes.ts'],
  },
  {
    id: 'PAYOUT-2',
    section,
    rule: 'service_code is required.',
    from: ['payout:row service_code'],
    checks: ['payout-requires-service-code'],
    code: ['payment-methods/choose-method.ts'],
  },
  {
    id: 'PAYOUT-3',
    section,
    rule: 'A service code that the list does not have is refused.',
    from: ['payout:row service_code'],
    checks: ['payout-unknown-service-code'],
    code: ['payment-methods/choose-method.ts'],
  },
  {
    id: 'PAYOUT-4',
    section,
    rule: 'The card code is refused: cards are for pay-ins only.',
    from: ['transaction:row 2 CC1_IG_TRUST_WW_EUR', 'payout:row service_code'],
    checks: ['payout-not-by-card'],
    tests: [{ file: specTables, name: 'all have a pay-in, and all but the card a payout' }],
    code: ['payment-methods/choose-method.ts'],
  },
  {
    id: 'PAYOUT-5',
    section,
    rule: 'amount is required.',
    from: ['payout:row amount'],
    checks: ['payout-requires-amount'],
    code: basics,
  },
  {
    id: 'PAYOUT-6',
    section,
    rule: 'The amount may have decimals, and comes back as it was sent.',
    from: ['payout:row amount'],
    checks: ['payout-decimals'],
    code: ['values/money.ts'],
  },
  {
    id: 'PAYOUT-7',
    section,
    rule: 'reference is required.',
    from: ['payout:row reference'],
    checks: ['payout-requires-reference'],
    code: basics,
  },
  ...accepted(),
  {
    id: 'PAYOUT-30',
    section,
    rule: 'account_bank, a name or code, is required for BT_CL, BT_PY, BT_PE, BT_EC, BT_CO and BT_VE.',
    from: ['payout:row account_bank'],
    checks: ['payout-requires-account-bank'],
    code: accounts,
  },
  {
    id: 'PAYOUT-31',
    section,
    rule: 'account_phone, the mobile number of the account, is used for YP_PE and PM_VE.',
    decision: 'It is required on live points unless the account is a mobile number itself.',
    from: ['payout:row account_phone'],
    checks: ['payout-uses-account-phone'],
    code: ['payment-methods/pe/yp-pe.ts', 'payment-methods/ve/pm-ve.ts'],
  },
  {
    id: 'PAYOUT-32',
    section,
    rule: 'account_type is required where the table of values lists any.',
    from: ['payout:row account_type'],
    checks: ['payout-requires-account-type'],
    code: accounts,
  },
  {
    id: 'PAYOUT-33',
    section,
    rule: 'account is required for eleven codes.',
    from: ['payout:row account'],
    checks: ['payout-requires-account'],
    code: accounts,
  },
  {
    id: 'PAYOUT-34',
    section,
    rule: 'The account of PIX_BR is a Pix key: tax number of a person or company, or a phone in international form.',
    from: ['payout:row account'],
    checks: ['payout-to-pix-keys'],
    code: ['payment-methods/br/pix-br.ts'],
  },
  {
    id: 'PAYOUT-35',
    section,
    rule: 'account_doc_type is required where the table of values lists any.',
    from: ['payout:row account_doc_type'],
    checks: ['payout-requires-account-doc-type'],
    code: ['payment-methods/document-fields.ts'],
  },
  {
    id: 'PAYOUT-36',
    section,
    rule: 'account_doc_id, the document of the holder, is required for nine codes.',
    from: ['payout:row account_doc_id'],
    checks: ['payout-requires-account-doc-id'],
    code: ['payment-methods/document-fields.ts'],
  },
  {
    id: 'PAYOUT-37',
    section,
    rule: 'account_beneficiary, the name of the holder, is required for BT_CL, BT_PY, BT_PE, BT_EC, BT_CO and BT_VE.',
    from: ['payout:row account_beneficiary'],
    checks: ['payout-requires-account-beneficiary'],
    code: accounts,
  },
  {
    id: 'PAYOUT-38',
    section,
    rule: 'account_state is required for BT_PE.',
    from: ['payout:row account_state'],
    checks: ['payout-requires-account-state'],
    code: ['payment-methods/pe/bt-pe.ts'],
  },
  {
    id: 'PAYOUT-39',
    section,
    rule: 'account_inter_bank_code, in Peru the CCI, is required for BT_PE.',
    from: ['payout:row account_inter_bank_code'],
    checks: ['payout-requires-account-inter-bank-code'],
    code: ['payment-methods/pe/bt-pe.ts'],
  },
  ...allowedValues(),
  {
    id: 'PAYOUT-70',
    section,
    rule: 'Fields that the examples send beside the table are taken: payer_name (BT_PE, BT_CL), inter_bank_code (BT_PE).',
    from: ['payout:bullet 4'],
    checks: ['payout-takes-fields-of-examples'],
    tests: [{ file: specTables, name: 'payer_name on BT_PE and BT_CL payouts is taken without a warning' }],
    code: ['payment-methods/pe/bt-pe.ts', 'payment-methods/cl/bt-cl.ts'],
  },
  {
    id: 'PAYOUT-71',
    section,
    rule: 'What inter_bank_code means is not described.',
    decision: 'It is another name of account_inter_bank_code, and enough alone.',
    from: ['payout:bullet 4'],
    checks: ['inter-bank-code-alone'],
    tests: [{ file: specTables, name: 'inter_bank_code stands for account_inter_bank_code, alone or beside it' }],
    code: ['payment-methods/pe/bt-pe.ts'],
  },
  {
    id: 'PAYOUT-72',
    section,
    rule: 'What a BT_UY payout requires is not described.',
    decision: 'account_bank, account and account_beneficiary.',
    from: ['payout:bullet 6'],
    checks: ['payout-of-BT_UY-requires'],
    code: ['payment-methods/uy/bt-uy.ts'],
  },
  {
    id: 'PAYOUT-73',
    section,
    rule: 'Whether a DEBIN_AR payout requires account_type and account is not described.',
    decision: 'Both; it is carried out as an immediate transfer.',
    from: ['payout:bullet 7'],
    checks: ['payout-of-DEBIN_AR-requires'],
    code: ['payment-methods/ar/debin-ar.ts'],
  },
  {
    id: 'PAYOUT-74',
    section,
    rule: 'Companies of Colombia and Ecuador have a document type that the table lacks.',
    decision: 'NIT for BT_CO and RUC for BT_EC are taken too.',
    from: ['payout:row 2 BT_CO', 'payout:row 2 BT_EC'],
    checks: ['payout-company-documents'],
    tests: [{ file: specTables, name: 'companies are taken with NIT in Colombia and RUC in Ecuador' }],
    code: ['payment-methods/co/bt-co.ts', 'payment-methods/ec/bt-ec.ts'],
  },
  ...responseFields(),
]

/** PAYOUT-10 to PAYOUT-22. */
function accepted(): Rule[] {
  const rows = [
    ['PAYOUT-10', 'BT_AR', 'ar/bt-ar'],
    ['PAYOUT-11', 'DEBIN_AR', 'ar/debin-ar'],
    ['PAYOUT-12', 'BT_CL', 'cl/bt-cl'],
    ['PAYOUT-13', 'BT_PE', 'pe/bt-pe'],
    ['PAYOUT-14', 'YP_PE', 'pe/yp-pe'],
    ['PAYOUT-15', 'BT_PY', 'py/bt-py'],
    ['PAYOUT-16', 'BT_UY', 'uy/bt-uy'],
    ['PAYOUT-17', 'BT_EC', 'ec/bt-ec'],
    ['PAYOUT-18', 'BT_CO', 'co/bt-co'],
    ['PAYOUT-19', 'BT_VE', 've/bt-ve'],
    ['PAYOUT-20', 'PM_VE', 've/pm-ve'],
    ['PAYOUT-21', 'SPEI_MX', 'mx/spei-mx'],
    ['PAYOUT-22', 'PIX_BR', 'br/pix-br'],
  ] as const
  return rows.map(([id, code, file]) => ({
    id,
    section,
    rule: `A payout by ${code} is accepted with the fields that the tables require.`,
    from: ['service:row Payout (payout_hth)', `transaction:row 2 ${code}`, 'payout:row service_code', 'service:rule 3'],
    checks: [`payout-accepts-${code}`],
    code: [`payment-methods/${file}.ts`],
  }))
}

/** PAYOUT-50 to PAYOUT-66: the rows of the table of values. */
function allowedValues(): Rule[] {
  const rows = [
    ['PAYOUT-50', 'BT_AR', 'account', 'CBU, ALIAS', 'BT_AR', 'ar/fields'],
    ['PAYOUT-51', 'BT_CL', 'account', 'CC, SVGS, VISTA, RUT, SLRY', 'BT_CL', 'cl/bt-cl'],
    ['PAYOUT-52', 'BT_CL', 'document', 'RUT, RUN, PAS, CE', 'BT_CL', 'cl/bt-cl'],
    ['PAYOUT-53', 'SPEI_MX', 'account', 'CLABE', 'SPEI_MX', 'mx/spei-mx'],
    ['PAYOUT-54', 'BT_PY', 'account', 'ACCOUNT_PARAGUAY', 'BT_PY', 'py/bt-py'],
    ['PAYOUT-55', 'BT_PY', 'document', 'CI, PAS, CRP, CRC, RUC, DNI', 'BT_PY', 'py/bt-py'],
    ['PAYOUT-56', 'BT_CO', 'account', 'ACCOUNT_COLOMBIA', 'BT_CO', 'co/bt-co'],
    ['PAYOUT-57', 'BT_CO', 'document', 'CC, CE, PAS', 'BT_CO', 'co/bt-co'],
    ['PAYOUT-58', 'BT_VE', 'account', 'ACCOUNT_VENEZUELA', 'BT_VE, PM_VE', 've/fields'],
    ['PAYOUT-59', 'BT_VE', 'document', 'CI, RIF, PAS', 'BT_VE, PM_VE', 've/fields'],
    ['PAYOUT-60', 'PM_VE', 'account', 'ACCOUNT_VENEZUELA', 'BT_VE, PM_VE', 've/fields'],
    ['PAYOUT-61', 'PM_VE', 'document', 'CI, RIF, PAS', 'BT_VE, PM_VE', 've/fields'],
    ['PAYOUT-62', 'BT_EC', 'account', 'ACCOUNT_ECUADOR', 'BT_EC', 'ec/bt-ec'],
    ['PAYOUT-63', 'BT_EC', 'document', 'CI, CIE, PAS', 'BT_EC', 'ec/bt-ec'],
    ['PAYOUT-64', 'BT_PE', 'account', 'CC, SVGS, EFE', 'BT_PE, YP_PE', 'pe/fields'],
    ['PAYOUT-65', 'BT_PE', 'document', 'RUC, DNI, PAS, CE', 'BT_PE, YP_PE', 'pe/fields'],
    ['PAYOUT-66', 'YP_PE', 'account', 'CC, SVGS, EFE', 'BT_PE, YP_PE', 'pe/fields'],
    ['PAYOUT-67', 'YP_PE', 'document', 'RUC, DNI, PAS, CE', 'BT_PE, YP_PE', 'pe/fields'],
  ] as const
  return rows.map(([id, code, kind, values, row, file]) => ({
    id,
    section,
    rule: `${kind === 'account' ? 'account_type' : 'account_doc_type'} of ${code} is one of ${values}.`,
    from: [`payout:row 2 ${row}`],
    checks: [`payout-${kind}-types-${code}`],
    code: [`payment-methods/${file}.ts`],
  }))
}

/** PAYOUT-80 to PAYOUT-84. */
function responseFields(): Rule[] {
  return ['transaction_id', 'amount', 'reference', 'created_at', 'status'].map((name, index) => ({
    id: `PAYOUT-${index + 80}`,
    section,
    rule: `data of the reply has ${name}.`,
    from: ['payout:bullet 5'],
    checks: [`payout-has-${name.replaceAll('_', '-')}`],
    code: ['web/payout-reply.ts', 'processing/rules/transaction-data.ts'],
  }))
}
