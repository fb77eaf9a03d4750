import { randomBytes } from 'node:crypto'

/** What the specification says of a service code, with a valid value for each field. Nobody is meant by any of them. */
export interface CodeFacts {
  /** Where the specification shows it; otherwise Pasarela's decision. */
  currency: string
  payin: Readonly<Record<string, string>>
  payout: Readonly<Record<string, string>>
  /** The allowed values of the payout table. */
  accountTypes?: readonly string[]
  documentTypes?: readonly string[]
}

const name = { payer_name: 'PAGADOR DE PRUEBA' }
const beneficiary = { account_beneficiary: 'BENEFICIARIO DE PRUEBA' }
const cbu = { account_type: 'CBU', account: '1910119655111901676653' }
const venezuelanAccount = { account_type: 'ACCOUNT_VENEZUELA', account: '01020479890004762441' }
const peruvianTypes = { accountTypes: ['CC', 'SVGS', 'EFE'], documentTypes: ['RUC', 'DNI', 'PAS', 'CE'] }
const venezuelanTypes = { accountTypes: ['ACCOUNT_VENEZUELA'], documentTypes: ['CI', 'RIF', 'PAS'] }

/** All service codes but the card's. `payin` and `payout` hold the required fields beside service_code, amount, reference. */
export const codes: Readonly<Record<string, CodeFacts>> = {
  BT_AR: { currency: 'ARS', payin: { payer_doc_id: '30500010912' }, payout: cbu, accountTypes: ['CBU', 'ALIAS'] },
  DEBIN_AR: { currency: 'ARS', payin: cbu, payout: { account_type: 'ALIAS', account: 'prueba.pago.uno' } },
  BT_CL: {
    currency: 'CLP',
    payin: { payer_doc_id: '12531909-2' },
    payout: {
      account_bank: '001',
      account_type: 'VISTA',
      account: '1234567890',
      account_doc_type: 'RUN',
      account_doc_id: '12531909-2',
      ...beneficiary,
    },
    accountTypes: ['CC', 'SVGS', 'VISTA', 'RUT', 'SLRY'],
    documentTypes: ['RUT', 'RUN', 'PAS', 'CE'],
  },
  BT_PE: {
    currency: 'PEN',
    payin: name,
    payout: {
      account_bank: 'BBVA',
      account_type: 'SVGS',
      account: '001103660100032542',
      account_doc_type: 'DNI',
      account_doc_id: '12345678',
      account_state: 'Arequipa',
      account_inter_bank_code: '01136600010003254221',
      ...beneficiary,
    },
    ...peruvianTypes,
  },
  YP_PE: {
    currency: 'PEN',
    payin: { payer_doc_id: '12345678', ...name },
    payout: { account_type: 'CC', account: '987654321', account_doc_type: 'DNI', account_doc_id: '12345678' },
    ...peruvianTypes,
  },
  BT_PY: {
    currency: 'PYG',
    payin: name,
    payout: {
      account_bank: 'Sudameris Bank',
      account_type: 'ACCOUNT_PARAGUAY',
      account: '1234567',
      account_doc_type: 'CI',
      account_doc_id: '1234567',
      ...beneficiary,
    },
    accountTypes: ['ACCOUNT_PARAGUAY'],
    documentTypes: ['CI', 'PAS', 'CRP', 'CRC', 'RUC', 'DNI'],
  },
  BT_UY: { currency: 'UYU', payin: name, payout: { account_bank: '001', account: '00123456700001', ...beneficiary } },
  BT_EC: {
    currency: 'USD',
    payin: { payer_doc_id: '1714307103', ...name },
    payout: {
      account_bank: '010',
      account_type: 'ACCOUNT_ECUADOR',
      account: '2201234567',
      account_doc_type: 'CI',
      account_doc_id: '1714307103',
      ...beneficiary,
    },
    accountTypes: ['ACCOUNT_ECUADOR'],
    documentTypes: ['CI', 'CIE', 'PAS'],
  },
  BT_CO: {
    currency: 'COP',
    payin: { payer_doc_id: '1004922993', ...name },
    payout: {
      account_bank: '007',
      account_type: 'ACCOUNT_COLOMBIA',
      account: '12345678901',
      account_doc_type: 'CC',
      account_doc_id: '1004922993',
      ...beneficiary,
    },
    accountTypes: ['ACCOUNT_COLOMBIA'],
    documentTypes: ['CC', 'CE', 'PAS'],
  },
  BT_VE: {
    currency: 'VES',
    payin: { payer_doc_id: 'J000029610', ...name },
    payout: {
      account_bank: '0102',
      ...venezuelanAccount,
      account_doc_type: 'RIF',
      account_doc_id: 'G200099976',
      ...beneficiary,
    },
    ...venezuelanTypes,
  },
  PM_VE: {
    currency: 'VES',
    payin: { payer_doc_id: 'V12345678', ...name },
    payout: { ...venezuelanAccount, account_doc_type: 'CI', account_doc_id: 'V12345678' },
    ...venezuelanTypes,
  },
  SPEI_MX: {
    currency: 'MXN',
    payin: {},
    payout: { account_type: 'CLABE', account: '002115000000000016' },
    accountTypes: ['CLABE'],
  },
  PIX_BR: {
    currency: 'BRL',
    payin: { payer_doc_id: '39053344705' },
    payout: { account: '+5511999998888', account_doc_id: '39053344705' },
  },
}

/** Fields that a method only uses, beside the required ones, so that a payout of it can be executed. */
const usedFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  YP_PE: { account_phone: '987654321' },
  PM_VE: { account_phone: '04241234567' },
}

export const cardCode = 'CC1_IG_TRUST_WW_EUR'

export type Body = Readonly<Record<string, unknown>>

/** Whole units, so that every currency can be paid. */
const plainAmount = 1500

export function payinBody(code: string, changes: Body = {}): Body {
  return { service_code: code, amount: plainAmount, reference: newReference(), ...codes[code]?.payin, ...changes }
}

export function payoutBody(code: string, changes: Body = {}): Body {
  const fields = { ...codes[code]?.payout, ...usedFields[code] }
  return { service_code: code, amount: plainAmount, reference: newReference(), ...fields, ...changes }
}

/** As the card table names them: numbers where it says number. */
export function flatCardBody(changes: Body = {}): Body {
  return {
    service_code: cardCode,
    amount: 25.5,
    reference: newReference(),
    payer_name: 'Pagador',
    payer_lastname: 'De Prueba',
    payer_phone: 541155550000,
    payer_email: 'payer@example.com',
    payer_address: 'Calle Ejemplo 100',
    payer_city: 'Buenos Aires',
    payer_state_iso_code: 'AR-C',
    payer_country_iso: 'AR',
    payer_zip_code: 1001,
    payer_ip_address: '203.0.113.7',
    payer_card_number: 4111111111111111,
    payer_card_type: 'VISA',
    payer_card_holder_name: 'PAGADOR DE PRUEBA',
    payer_card_security_code: 737,
    payer_card_exp_month: 12,
    payer_card_exp_year: 2035,
    ...changes,
  }
}

const contactFields = ['email', 'phone', 'address', 'city', 'state_iso_code', 'country_iso', 'zip_code']
const cardFields = ['number', 'type', 'holder_name', 'security_code']

/** Every parameter of a card pay-in, where the nested form has it. */
export const cardPaths: Readonly<Record<string, readonly string[]>> = {
  service_code: [],
  payer_name: ['customerDetails'],
  payer_lastname: ['customerDetails'],
  ...placed(
    contactFields.map((each) => `payer_${each}`),
    ['customerDetails', 'contactDetails'],
  ),
  ...placed(['amount', 'reference', 'payer_ip_address'], ['transactionDetails', 'paymentDetails']),
  ...placed(
    cardFields.map((each) => `payer_card_${each}`),
    ['transactionDetails', 'cardDetails'],
  ),
  ...placed(['payer_card_exp_month', 'payer_card_exp_year'], ['transactionDetails', 'cardDetails', 'expiration']),
}

/** Nested as in the specification's example; `without` leaves one parameter out. */
export function nestedCardBody(changes: Body = {}, without?: string): Body {
  const body: Record<string, unknown> = {}
  for (const [parameter, value] of Object.entries(flatCardBody(changes))) {
    if (parameter === without) continue
    const path = cardPaths[parameter] ?? ['urls']
    objectAt(body, path)[parameter] = value
  }
  return body
}

function objectAt(body: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  return path.reduce((object, step) => {
    object[step] ??= {}
    return object[step] as Record<string, unknown>
  }, body)
}

/** 22 letters and digits, which fit card pay-ins and all others. */
export function newReference(): string {
  return randomBytes(11).toString('hex')
}

function placed(parameters: readonly string[], path: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(parameters.map((parameter) => [parameter, path]))
}
