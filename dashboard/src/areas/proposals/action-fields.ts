import { countries, countryCodes } from '../../../../gateway/src/core/values/country.ts'
import { currencyDecimals } from '../../../../gateway/src/core/values/currency.ts'
import { isTimeZone } from '../../../../gateway/src/core/values/days.ts'
import { readTypedAmount, readTypedCount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type { ActionName, ServiceChoice } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { operatorWords } from '../../texts/en/operator-words.ts'

/** A field of an action's form. What is left empty is left out, or null where that means "no limit". */
export interface ActionField {
  name: string
  kind:
    | 'text'
    | 'amount'
    | 'signed_amount'
    | 'percent'
    | 'choice'
    | 'count'
    | 'service'
    | 'currency'
    | 'flag'
    | 'time_zone'
    | 'country'
    | 'test_point'
    | 'point'
  options?: readonly string[]
  isNeeded?: boolean
  nullWhenEmpty?: boolean
  help?: keyof typeof operatorWords.help
}

const documentFields: readonly ActionField[] = [
  { name: 'country', kind: 'choice', options: countryCodes, isNeeded: true },
  { name: 'document_type', kind: 'text', isNeeded: true, help: 'document_type' },
  { name: 'document_number', kind: 'text', isNeeded: true },
]

const limit = (name: string): ActionField => ({ name, kind: 'amount', nullWhenEmpty: true, help: 'empty_no_limit' })
const count = (name: string): ActionField => ({ name, kind: 'count', nullWhenEmpty: true, help: 'empty_no_limit' })
const policy = (name: string, options: readonly string[]): ActionField => ({
  name,
  kind: 'choice',
  options,
  help: 'empty_stays',
})
const currency: ActionField = { name: 'currency', kind: 'currency', isNeeded: true }
const email: ActionField = { name: 'email', kind: 'text', isNeeded: true }
const signed: ActionField = { name: 'amount', kind: 'signed_amount', isNeeded: true, help: 'signed_amount' }

/** What each action asks for besides what it is about. */
export const actionFields: Readonly<Record<ActionName, readonly ActionField[]>> = {
  confirm: [
    { name: 'amount', kind: 'amount', isNeeded: true, help: 'total' },
    { name: 'bank_reference', kind: 'text', help: 'own_bank_line' },
    { name: 'sender_document', kind: 'text' },
  ],
  fail: [],
  suspense_accept: [],
  suspense_return: [],
  close_attention: [],
  refund_account: [
    { name: 'account_type', kind: 'text', help: 'as_in_payouts' },
    { name: 'account', kind: 'text', isNeeded: true },
    ...[
      'account_bank',
      'account_beneficiary',
      'account_doc_type',
      'account_doc_id',
      'account_inter_bank_code',
      'account_phone',
      'account_state',
    ].map((name): ActionField => ({ name, kind: 'text' })),
  ],
  fund: [currency, signed],
  correction: [currency, signed],
  overdraft: [currency, { name: 'amount', kind: 'amount', isNeeded: true, help: 'amount' }],
  payout_limits: [currency, limit('single'), limit('daily'), limit('approval_above')],
  terms: [
    { name: 'service_code', kind: 'service', isNeeded: true, help: 'every_service' },
    { name: 'pay_type', kind: 'choice', options: ['payin', 'payout'], isNeeded: true },
    { name: 'percent', kind: 'percent', isNeeded: true },
    { name: 'fixed', kind: 'amount' },
    { name: 'release_days', kind: 'count', nullWhenEmpty: true, help: 'empty_default' },
  ],
  policies: [
    policy('late', ['accept_late', 'hold']),
    policy('overpaid', ['accept', 'hold']),
    policy('payer_mismatch', ['accept_flagged', 'hold']),
    policy('reversal', ['keep_completed', 'error']),
    policy('returned_fee', ['keep', 'give_back']),
    policy('refund_fee', ['keep', 'give_back']),
  ],
  password_recovery: [email],
  second_factor_reset: [email],
  // Proposed from the point's settings, and by the command line.
  point_settings: [],
  audit_blank: [],
  bank_account: [
    { name: 'number', kind: 'text', help: 'one_more_number' },
    { name: 'time_zone', kind: 'time_zone', help: 'empty_stays' },
    { name: 'cutoff', kind: 'text', help: 'cutoff' },
    { name: 'active', kind: 'flag', help: 'active' },
    { name: 'automatic', kind: 'flag', help: 'automatic' },
  ],
  bank_profile: [],
  bank_opening: [{ name: 'day', kind: 'text', isNeeded: true }, signed],
  bank_channel: [],
  bank_channel_token: [],
  batch_template: [],
  payment_batch: [{ name: 'execution_day', kind: 'text', help: 'execution_day' }],
  batch_cancel: [],
  batch_release: [],
  provider_account: [],
  route: [
    { name: 'service_code', kind: 'service', isNeeded: true },
    { name: 'pay_type', kind: 'choice', options: ['payin', 'payout'], isNeeded: true },
    { name: 'priority', kind: 'count' },
    { name: 'point_id', kind: 'point' },
  ],
  route_end: [],
  merchant_suspend: [{ name: 'suspended', kind: 'flag', isNeeded: true }],
  merchant_document: documentFields,
  merchant_document_end: documentFields,
  withdrawal_account: [],
  withdrawal_outside: [
    currency,
    { name: 'amount', kind: 'amount', isNeeded: true, help: 'amount' },
    { name: 'reference', kind: 'text', isNeeded: true },
    { name: 'how', kind: 'text', isNeeded: true, help: 'how' },
  ],
  statement_file: [],
  // Proposed from the page of a line.
  match_line: [],
  class_line: [],
  return_line: [],
  line_rule: [
    { name: 'sign', kind: 'choice', options: ['C', 'D'], isNeeded: true },
    { name: 'bank_code', kind: 'text', help: 'bank_code' },
    { name: 'text', kind: 'text', help: 'rule_text' },
    { name: 'class', kind: 'choice', options: ['fee', 'tax', 'interest', 'own_transfer'], isNeeded: true },
  ],
  card_limits: [
    { name: 'kind', kind: 'choice', options: ['bin', 'fingerprint', 'address', 'email'], isNeeded: true },
    count('attempts_hour'),
    count('declines_hour'),
    count('attempts_day'),
    count('declines_day'),
  ],
  deposit_account: [
    { name: 'country', kind: 'country', isNeeded: true },
    { name: 'service_code', kind: 'service', isNeeded: true },
  ],
}

const helpOfDeposits: readonly (keyof typeof operatorWords.help)[] = ['beneficiary', 'type', 'city']
const numberHelp: Readonly<Record<string, keyof typeof operatorWords.help>> = {
  ...{ AR: 'number_ar', BR: 'number_br', MX: 'number_mx', PE: 'number_pe', VE: 'number_ve' },
}

/** The fields of an action's form now: those of a deposit account follow from its service code. */
export function fieldsOf(action: ActionName, service: ServiceChoice | undefined): readonly ActionField[] {
  if (action !== 'deposit_account' || !service) return actionFields[action]
  const named = service.deposit_fields.map(({ name, required }): ActionField => {
    const help = name === 'number' ? numberHelp[service.country] : helpOfDeposits.find((each) => each === name)
    return { name, kind: 'text', isNeeded: required, ...(help && { help }) }
  })
  return [...actionFields[action], ...named, { name: 'point_id', kind: 'test_point', help: 'test_point' }]
}

/** Names of time zones that browsers still list, though they were replaced (IANA's file `backward`). */
const zonesNow: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Those that the browser knows, the zones of our countries first. The gateway has the last word. */
export function timeZones(): string[] {
  const ours = Object.values(countries).map(({ timeZone }) => timeZone)
  return [...new Set([...ours, 'UTC', ...Intl.supportedValuesOf('timeZone').map((name) => zonesNow[name] ?? name)])]
}

export const currencies = Object.keys(currencyDecimals) as CurrencyCode[]

/** What stands in the form, by field. */
export type ActionValues = Readonly<Record<string, string>>

/** The fields as the API takes them: amounts as exact decimal text. What cannot be read is left out. */
export function inputOf(fields: readonly ActionField[], values: ActionValues, currency: CurrencyCode | undefined) {
  const entries = fields.flatMap((field): (readonly [string, string | number | boolean | null])[] => {
    const { name, nullWhenEmpty, kind } = field
    if (kind === 'country' || kind === 'test_point' || kind === 'point') return []
    const text = (values[name] ?? '').trim()
    if (text === '') return nullWhenEmpty ? [[name, null]] : []
    const read = readField(field, text, currency)
    return read === undefined ? [] : [[name, read]]
  })
  return Object.fromEntries(entries)
}

/** Whether everything that is needed is filled in, and everything that is filled in can be read. */
export function isFilledIn(
  fields: readonly ActionField[],
  values: ActionValues,
  currency: CurrencyCode | undefined,
): boolean {
  const textOf = ({ name }: ActionField) => (values[name] ?? '').trim()
  const isComplete = fields.every((field) => {
    const text = textOf(field)
    return text === '' ? !field.isNeeded : readField(field, text, currency) !== undefined
  })
  return isComplete && (fields.length === 0 || fields.some((field) => textOf(field) !== ''))
}

/** The field as the API takes it; undefined where it cannot be read. `text` is not empty. */
export function readField({ kind }: ActionField, text: string, currency: CurrencyCode | undefined) {
  if (kind === 'flag') return text === 'true'
  if (kind === 'count') return readTypedCount(text)
  if (kind === 'percent') return /^\d{1,3}(?:[.,]\d{1,4})?$/.test(text) ? text.replace(',', '.') : undefined
  if (kind === 'time_zone') return isTimeZone(text) ? text : undefined
  if (kind !== 'amount' && kind !== 'signed_amount') return text
  const reading = readTypedAmount(text, { currency, signed: kind === 'signed_amount' })
  return reading.ok ? reading.decimal : undefined
}

/** A UUID of version 4. `crypto.randomUUID` is not there where the page came over plain HTTP. */
export function newOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
