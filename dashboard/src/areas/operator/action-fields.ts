import type { ActionName } from '../../../../gateway/src/http/console/contract/operator.ts'
import type { operatorWords } from '../../texts/en/operator-words.ts'

/** A field of an action's form. What is left empty is left out, or null where that means "no limit". */
export interface ActionField {
  name: string
  kind: 'text' | 'choice' | 'count' | 'service' | 'currency'
  options?: readonly string[]
  isNeeded?: boolean
  nullWhenEmpty?: boolean
  help?: keyof typeof operatorWords.help
}

const limit = (name: string): ActionField => ({ name, kind: 'text', nullWhenEmpty: true, help: 'empty_no_limit' })
const count = (name: string): ActionField => ({ name, kind: 'count', nullWhenEmpty: true, help: 'empty_no_limit' })
const policy = (name: string, options: readonly string[]): ActionField => ({
  name,
  kind: 'choice',
  options,
  help: 'empty_stays',
})
const currency: ActionField = { name: 'currency', kind: 'currency', isNeeded: true }
const signed: ActionField = { name: 'amount', kind: 'text', isNeeded: true, help: 'signed_amount' }

/** What each action asks for besides what it is about. */
export const actionFields: Readonly<Record<ActionName, readonly ActionField[]>> = {
  confirm: [
    { name: 'amount', kind: 'text', isNeeded: true, help: 'total' },
    { name: 'bank_reference', kind: 'text', help: 'own_bank_line' },
    { name: 'sender_document', kind: 'text' },
  ],
  fail: [],
  suspense_accept: [],
  suspense_return: [],
  close_attention: [],
  fund: [currency, signed],
  correction: [currency, signed],
  overdraft: [currency, { name: 'amount', kind: 'text', isNeeded: true, help: 'amount' }],
  payout_limits: [currency, limit('single'), limit('daily'), limit('approval_above')],
  terms: [
    { name: 'service_code', kind: 'service', isNeeded: true, help: 'every_service' },
    { name: 'pay_type', kind: 'choice', options: ['payin', 'payout'], isNeeded: true },
    { name: 'percent', kind: 'text', isNeeded: true },
    { name: 'fixed', kind: 'text' },
    { name: 'release_days', kind: 'count', nullWhenEmpty: true, help: 'empty_default' },
  ],
  policies: [
    policy('late', ['accept_late', 'hold']),
    policy('overpaid', ['accept', 'hold']),
    policy('payer_mismatch', ['accept_flagged', 'hold']),
    policy('reversal', ['keep_completed', 'error']),
    policy('returned_fee', ['keep', 'give_back']),
  ],
  card_limits: [
    { name: 'kind', kind: 'choice', options: ['bin', 'fingerprint', 'address', 'email'], isNeeded: true },
    count('attempts_hour'),
    count('declines_hour'),
    count('attempts_day'),
    count('declines_day'),
  ],
  deposit_account: [
    { name: 'service_code', kind: 'service', isNeeded: true },
    { name: 'beneficiary', kind: 'text', isNeeded: true },
    ...['number', 'bank', 'type', 'doc_id', 'pix_key', 'city', 'phone'].map(
      (name): ActionField => ({ name, kind: 'text' }),
    ),
  ],
}

export const currencies = ['ARS', 'BRL', 'CLP', 'COP', 'EUR', 'MXN', 'PEN', 'PYG', 'USD', 'UYU', 'VES'] as const

/** The fields as the API takes them. */
export function inputOf(fields: readonly ActionField[], values: Readonly<Record<string, string>>) {
  const entries = fields.flatMap(({ name, kind, nullWhenEmpty }): (readonly [string, string | number | null])[] => {
    const text = (values[name] ?? '').trim()
    if (text === '') return nullWhenEmpty ? [[name, null]] : []
    return [[name, kind === 'count' && /^\d{1,9}$/.test(text) ? Number(text) : text]]
  })
  return Object.fromEntries(entries)
}

/** Whether everything that is needed is filled in. */
export function isFilledIn(fields: readonly ActionField[], values: Readonly<Record<string, string>>): boolean {
  return fields.every(({ name, isNeeded }) => !isNeeded || (values[name] ?? '').trim() !== '')
}
