/**
 * The tables of the specification and of the contract that completes it, written down a second time and on purpose
 * without the code: a wrong table in the code cannot hide behind itself.
 */
export interface Row {
  currency: string
  /** The required fields with a valid value each. */
  fields: Readonly<Record<string, unknown>>
  enums?: Readonly<Record<string, readonly string[]>>
  /** For values of `enums` that need another account or document than `fields` has: what fits them. */
  fitting?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Hours until the pay-in expires by itself. */
  hours?: number
  kind?: string
}

const cuit = { payer_doc_id: '30-50001091-2' }
const name = { payer_name: 'PAGADOR DE PRUEBA' }
const beneficiary = { account_beneficiary: 'BENEFICIARIO DE PRUEBA' }
const cbu = { account_type: 'CBU', account: '1910119655111901676653' }
const cbuOrAlias = { account_type: ['CBU', 'ALIAS'] }
const anAlias = { ALIAS: { account: 'prueba.pago.uno' } }
const bankAccount = { kind: 'deposit_account', hours: 72 }
const chileanTypes = ['CC', 'SVGS', 'VISTA', 'RUT', 'SLRY']
const peruvianEnums = { account_type: ['CC', 'SVGS', 'EFE'], account_doc_type: ['RUC', 'DNI', 'PAS', 'CE'] }
const peruvianFitting = {
  RUC: { account_doc_id: '20100047218' },
  PAS: { account_doc_id: 'P1234567' },
  CE: { account_doc_id: '001234567' },
}
const venezuelanFitting = {
  CI: { account_doc_id: 'V12345678' },
  RIF: { account_doc_id: 'G-20009997-6' },
  PAS: { account_doc_id: 'P1234567' },
}
const ecuadorianFitting = { RUC: { account_doc_id: '1792060346001' }, PAS: { account_doc_id: 'P1234567' } }
const venezuelanEnums = { account_type: ['ACCOUNT_VENEZUELA'], account_doc_type: ['CI', 'RIF', 'PAS'] }
const venezuelanAccount = { account_type: 'ACCOUNT_VENEZUELA', account: '01020479890004762441' }

export const payinTable: Readonly<Record<string, Row>> = {
  BT_AR: { ...bankAccount, currency: 'ARS', fields: cuit },
  DEBIN_AR: { kind: 'pull', hours: 48, currency: 'ARS', fields: cbu, enums: cbuOrAlias, fitting: anAlias },
  BT_CL: { ...bankAccount, currency: 'CLP', fields: { payer_doc_id: '12.531.909-2' } },
  BT_PE: { ...bankAccount, currency: 'PEN', fields: name },
  YP_PE: { kind: 'wallet', hours: 24, currency: 'PEN', fields: { payer_doc_id: '12345678', ...name } },
  BT_PY: { ...bankAccount, currency: 'PYG', fields: name },
  BT_UY: { ...bankAccount, currency: 'UYU', fields: name },
  BT_EC: { ...bankAccount, currency: 'USD', fields: { payer_doc_id: '171430710-3', ...name } },
  BT_CO: { ...bankAccount, currency: 'COP', fields: { payer_doc_id: '1004922993', ...name } },
  BT_VE: { ...bankAccount, currency: 'VES', fields: { payer_doc_id: 'J-00002961-0', ...name } },
  PM_VE: { kind: 'wallet', hours: 24, currency: 'VES', fields: { payer_doc_id: 'V12345678', ...name } },
  SPEI_MX: { kind: 'clabe', hours: 24, currency: 'MXN', fields: {} },
  PIX_BR: { kind: 'qr', hours: 24, currency: 'BRL', fields: { payer_doc_id: '16.727.230/0001-97' } },
}

export const payoutTable: Readonly<Record<string, Row>> = {
  BT_AR: { currency: 'ARS', fields: cbu, enums: cbuOrAlias, fitting: anAlias },
  DEBIN_AR: { currency: 'ARS', fields: cbu, enums: cbuOrAlias, fitting: anAlias },
  BT_CL: {
    currency: 'CLP',
    fields: {
      account_bank: '001',
      account_type: 'VISTA',
      account: '1234567890',
      account_doc_type: 'RUN',
      account_doc_id: '12.531.909-2',
      ...beneficiary,
    },
    enums: { account_type: chileanTypes, account_doc_type: ['RUT', 'RUN', 'PAS', 'CE'] },
  },
  BT_PE: {
    currency: 'PEN',
    fields: {
      account_bank: 'BBVA',
      account_type: 'SVGS',
      account: '001103660100032542',
      account_doc_type: 'DNI',
      account_doc_id: '12345678',
      account_state: 'Arequipa',
      account_inter_bank_code: '011-366-000100032542-21',
      ...beneficiary,
    },
    enums: peruvianEnums,
    fitting: peruvianFitting,
  },
  YP_PE: {
    currency: 'PEN',
    fields: { account_type: 'CC', account: '987654321', account_doc_type: 'DNI', account_doc_id: '12345678' },
    enums: peruvianEnums,
    fitting: peruvianFitting,
  },
  BT_PY: {
    currency: 'PYG',
    fields: {
      account_bank: 'Sudameris Bank',
      account_type: 'ACCOUNT_PARAGUAY',
      account: '1234567',
      account_doc_type: 'CI',
      account_doc_id: '1.234.567',
      ...beneficiary,
    },
    enums: { account_type: ['ACCOUNT_PARAGUAY'], account_doc_type: ['CI', 'PAS', 'CRP', 'CRC', 'RUC', 'DNI'] },
  },
  BT_UY: { currency: 'UYU', fields: { account_bank: '001', account: '00123456700001', ...beneficiary } },
  BT_EC: {
    currency: 'USD',
    fields: {
      account_bank: '010',
      account_type: 'ACCOUNT_ECUADOR',
      account: '2201234567',
      account_doc_type: 'CI',
      account_doc_id: '1714307103',
      ...beneficiary,
    },
    enums: { account_type: ['ACCOUNT_ECUADOR'], account_doc_type: ['CI', 'CIE', 'PAS', 'RUC'] },
    fitting: ecuadorianFitting,
  },
  BT_CO: {
    currency: 'COP',
    fields: {
      account_bank: '007',
      account_type: 'ACCOUNT_COLOMBIA',
      account: '12345678901',
      account_doc_type: 'CC',
      account_doc_id: '1004922993',
      ...beneficiary,
    },
    enums: { account_type: ['ACCOUNT_COLOMBIA'], account_doc_type: ['CC', 'CE', 'PAS', 'NIT'] },
  },
  BT_VE: {
    currency: 'VES',
    fields: {
      account_bank: '0102',
      ...venezuelanAccount,
      account_doc_type: 'RIF',
      account_doc_id: 'G-20009997-6',
      ...beneficiary,
    },
    enums: venezuelanEnums,
    fitting: venezuelanFitting,
  },
  PM_VE: {
    currency: 'VES',
    fields: {
      account_phone: '0424-1234567',
      ...venezuelanAccount,
      account_doc_type: 'CI',
      account_doc_id: 'V12345678',
    },
    enums: venezuelanEnums,
    fitting: venezuelanFitting,
  },
  SPEI_MX: {
    currency: 'MXN',
    fields: { account_type: 'CLABE', account: '002115000000000016' },
    enums: { account_type: ['CLABE'] },
  },
  PIX_BR: { currency: 'BRL', fields: { account: '+5511999998888', account_doc_id: '390.533.447-05' } },
}

const contactDetails = {
  payer_email: 'payer@example.com',
  payer_phone: '+51987654321',
  payer_address: 'Calle Ejemplo 100',
  payer_city: 'Lima',
  payer_state_iso_code: 'LIM',
  payer_country_iso: 'PER',
  payer_zip_code: '15001',
}

const paymentDetails = { amount: 49.9, reference: 'abcDEF7890123456789012', payer_ip_address: '2001:db8::7' }

const expiration = { payer_card_exp_month: '01', payer_card_exp_year: '31' }

const cardDetails = {
  payer_card_number: '5555555555554444',
  payer_card_type: 'MasterCard',
  payer_card_holder_name: 'PAGADOR DE PRUEBA',
  payer_card_security_code: '007',
}

const customer = { payer_name: 'PAGADOR', payer_lastname: 'DE PRUEBA' }

export const card = {
  code: 'CC1_IG_TRUST_WW_EUR',
  currency: 'EUR',
  kind: 'card',
  hours: 1,
  fields: { ...customer, ...contactDetails, ...paymentDetails, ...cardDetails, ...expiration },
} satisfies Row & { code: string }

/** The structure of the spec's card example. */
export const cardNested = {
  service_code: card.code,
  customerDetails: { ...customer, contactDetails },
  transactionDetails: { paymentDetails, cardDetails: { ...cardDetails, expiration } },
}

export const cardFieldPaths: Readonly<Record<string, string>> = {
  ...pathsOf(customer, 'customerDetails'),
  ...pathsOf(contactDetails, 'customerDetails.contactDetails'),
  ...pathsOf(paymentDetails, 'transactionDetails.paymentDetails'),
  ...pathsOf(cardDetails, 'transactionDetails.cardDetails'),
  ...pathsOf(expiration, 'transactionDetails.cardDetails.expiration'),
}

function pathsOf(fields: object, object: string): Record<string, string> {
  return Object.fromEntries(Object.keys(fields).map((field) => [field, `${object}.${field}`]))
}
