import { cardPaths, codes } from '../../src/run/bodies.ts'
import { type Fault, hashOf, type Incoming } from './fake-gateway.ts'

/** Faults of a gateway by the id of the one rule that each breaks. */
export type FaultsByCheck = Readonly<Record<string, Fault>>

const allCodes = Object.keys(codes)
const payinData = ['transaction_id', 'amount', 'currency', 'status', 'created_at', 'updated_at', 'expired_at']
const payoutData = ['transaction_id', 'amount', 'reference', 'created_at', 'status']
const cardData = ['transaction_id', 'reference', 'amount', 'status', 'message', 'redirect_url']
const targets = ['bank', 'num', 'type', 'beneficiary', 'reference']
const callbackFields = ['transaction_id', 'api_key', 'security_hash', 'status', 'message']
const payoutFields = [
  'account_bank',
  'account_type',
  'account',
  'account_doc_type',
  'account_doc_id',
  'account_beneficiary',
  'account_state',
  'account_inter_bank_code',
]

/** Requests that a gateway takes though it must not, or refuses though it must not. */
const requestFaults: FaultsByCheck = {
  'json-replies': { replyContentType: 'text/html' },
  'json-requests': { takesText: (text) => text === '[]' },
  'version-in-path': { takesPath: (path) => path === '/payments/payin_hth' },
  'pay-in-by-post': {
    takesPath: (path, method) => method === 'GET' && path.endsWith('payin_hth'),
    problems: acceptsEmpty('payin'),
  },
  'payout-by-post': {
    takesPath: (path, method) => method === 'GET' && path.endsWith('payout_hth'),
    problems: acceptsEmpty('payout'),
  },
  'pay-in-requires-service-code': forgets('service_code required', 'payin'),
  'pay-in-unknown-service-code': forgets('service_code not_allowed', 'payin'),
  'pay-in-requires-amount': forgets('amount required', 'payin', 'PIX_BR'),
  'pay-in-requires-reference': forgets('reference required', 'payin', 'PIX_BR'),
  'pay-in-decimals': refuses('payin', ({ amount }) => amount === 1500.75),
  'pay-in-amount-is-positive': forgets('amount too_small', 'payin'),
  'pay-in-amount-is-no-word': forgets('amount invalid', 'payin'),
  'pay-in-requires-payer-doc-id': forgets('payer_doc_id required', 'payin', 'PM_VE'),
  'pay-in-requires-payer-name': forgets('payer_name required', 'payin', 'PM_VE'),
  'debin-requires-account-type': forgets('account_type required', 'payin', 'DEBIN_AR'),
  'debin-requires-account': forgets('account required', 'payin', 'DEBIN_AR'),
  'debin-account-types': forgets('account_type not_allowed', 'payin', 'DEBIN_AR'),
  'pay-in-takes-expired-at': refuses('payin', ({ expired_at: expiry }) => expiry !== undefined),
  'payout-requires-service-code': forgets('service_code required', 'payout'),
  'payout-unknown-service-code': forgets('service_code not_allowed', 'payout', 'BT_XX'),
  'payout-not-by-card': forgets('service_code not_allowed', 'payout', 'CC1_IG_TRUST_WW_EUR'),
  'payout-requires-amount': forgets('amount required', 'payout', 'PIX_BR'),
  'payout-requires-reference': forgets('reference required', 'payout', 'PIX_BR'),
  'payout-decimals': refuses('payout', ({ amount }) => amount === 1500.75),
  'payout-amount-is-positive': forgets('amount too_small', 'payout'),
  'payout-uses-account-phone': refuses('payout', ({ account_phone: phone }) => phone === '04121234567'),
  'payout-takes-fields-of-examples': refuses('payout', ({ payer_name: name }) => name !== undefined),
  'payout-to-pix-keys': refuses('payout', ({ account }, code) => code === 'PIX_BR' && account === '16727230000197'),
  'card-accepted': refuses('card', (fields) => isPlainCard(fields)),
  'card-numbers-as-text': refuses('card', ({ payer_card_exp_month: month }) => typeof month === 'string'),
  'card-decimals': refuses('card', ({ amount }) => amount === 25.05),
  'card-types': refuses('card', ({ payer_card_type: type }) => type === 'MasterCard'),
  'card-redirect-url': refuses('card', ({ url_handler_redirect: url }) => url !== undefined),
  'card-reference-length': forgets('reference length', 'card'),
  ...byName(Object.keys(cardPaths), (name) => [`card-requires-${dashed(name)}`, forgets(`${name} required`, 'card')]),
  ...byName(payoutFields, (name) => [`payout-requires-${dashed(name)}`, forgets(`${name} required`, 'payout')]),
  ...byName(allCodes, (code) => [`pay-in-accepts-${code}`, refuses('payin', isPlainPayin(code))]),
  ...byName(allCodes, (code) => [`payout-accepts-${code}`, refuses('payout', isPlainPayout(code))]),
  ...byName(codesWith('accountTypes'), (code) => [
    `payout-account-types-${code}`,
    forgets('account_type not_allowed', 'payout', code),
  ]),
  ...byName(codesWith('documentTypes'), (code) => [
    `payout-document-types-${code}`,
    forgets('account_doc_type not_allowed', 'payout', code),
  ]),
}

/** Replies that lack something or have another form. */
const replyFaults: FaultsByCheck = {
  'transaction-id': sets('payin', 'BT_UY', { transaction_id: 7 }),
  'transaction-id-unique': {
    data: (data, { code, kind }) =>
      kind === 'payin' && /_(EC|CO)$/.test(code) ? { ...data, transaction_id: 'same' } : data,
  },
  'pay-in-reference': sets('payin', 'BT_EC', { reference: 'another' }),
  'payout-reference': sets('payout', 'BT_EC', { reference: 'another' }),
  'pay-in-amount': sets('payin', 'BT_EC', { amount: '1500' }),
  'payout-amount': sets('payout', 'BT_EC', { amount: '1500.00' }),
  'pay-in-created-at': sets('payin', 'BT_CO', { created_at: '2026-01-31 10:00:00' }),
  'pay-in-updated-at': sets('payin', 'BT_CO', { updated_at: '2026-01-31T10:00:00Z' }),
  'pay-in-expired-at': sets('payin', 'BT_CO', { expired_at: 'tomorrow' }),
  'payout-created-at': sets('payout', 'BT_CO', { created_at: '2026-01-31T10:00:00.000000Z' }),
  'expires-after-creation': sets('payin', 'BT_VE', { expired_at: '2020-01-31T10:00:00.000000Z' }),
  'target-account-doc-id': sets('payin', 'BT_UY', { target_account_doc_id: 12345678 }),
  'debin-reply': drops('payin', 'DEBIN_AR', 'created_at'),
  'pix-code': sets('payin', 'PIX_BR', { pix_br_code: 'pix' }),
  'pix-code-only-for-pix': sets('payin', 'BT_CL', { pix_br_code: '00020126360014br.gov.bcb.pix6304A1B2' }),
  clabe: sets('payin', 'SPEI_MX', { clabe: '00211500000000001' }),
  'pay-in-begins-pending': sets('payin', 'BT_EC', { status: 'COMPLETED' }),
  'payout-is-completed': sets('payout', 'BT_EC', { status: 'DONE' }),
  'card-reply-amount': sets('card', undefined, { amount: '25.5' }),
  'card-reply-pending': sets('card', undefined, { status: 'COMPLETED' }),
  'card-reply-message': sets('card', undefined, { message: '' }),
  'card-reply-redirect-url': sets('card', undefined, { redirect_url: 'here' }),
  'pay-in-success-word': word('payin', 'success', 'ok'),
  'pay-in-fail-word': word('payin', 'fail', 'error'),
  'payout-success-word': word('payout', 'success', 'ok'),
  'payout-error-word': word('payout', 'error', 'fail'),
  ...byName(payinData, (name) => [`pay-in-has-${dashed(name)}`, drops('payin', 'YP_PE', name)]),
  ...byName(payoutData, (name) => [`payout-has-${dashed(name)}`, drops('payout', 'YP_PE', name)]),
  ...byName(cardData, (name) => [`card-has-${dashed(name)}`, drops('card', undefined, name)]),
  ...byName(targets, (name) => [`target-account-${name}`, drops('payin', 'BT_PY', `target_account_${name}`)]),
  ...byName(['BT_AR', 'BT_CL', 'BT_PE', 'SPEI_MX'], (code) => [
    `currency-${code}`,
    sets('payin', code, { currency: 'ZZZ' }),
  ]),
}

/** Callbacks that do not come, or not as they must. */
const callbackFaults: FaultsByCheck = {
  'callback-comes': { sends: ({ kind, code }) => kind !== 'payin' || code !== 'BT_AR' },
  'card-callback-comes': { sends: ({ kind }) => kind !== 'card' },
  'callback-by-post': { callbackMethod: 'PUT' },
  'callback-content-type': { contentType: 'text/plain' },
  'callback-is-an-object': { before: (_, { code }) => (code === 'PIX_BR' ? ['"COMPLETED"'] : []) },
  'callback-status': {
    before: (text, { code }) => (code === 'PIX_BR' ? [text.replace('COMPLETED', 'PROCESSING')] : []),
  },
  'callback-transaction-id': changes({ transaction_id: 'another' }),
  'callback-message': changes({ message: '' }),
  'callback-reference': changes({ reference: 'another' }),
  'callback-updated-at': {
    callback: (callback, { kind }) => (kind === 'card' ? callback : { ...callback, updated_at: '31/01/2026' }),
  },
  'callback-pay-type': {
    callback: (callback, { kind }) => (kind === 'payout' ? { ...callback, pay_type: 'payin' } : callback),
  },
  'callback-only-known-fields': changes({ something: 'new' }),
  'callback-amount-BT_AR': amountText('BT_AR', (amount) => String(Number(amount))),
  'callback-amount-PIX_BR': amountText('PIX_BR', (amount) => `"${amount}"`),
  'card-callback-fields': {
    callback: (callback, { kind }) => (kind === 'card' ? { ...callback, reference: undefined } : callback),
  },
  'card-callback-updated-at': {
    callback: (callback, { kind }) =>
      kind === 'card' ? { ...callback, updated_at: `${callback.updated_at}Z` } : callback,
  },
  'api-key-range': { apiKey: () => 10_000_000_000 + Math.floor(Math.random() * 1_000_000) },
  'api-key-is-an-integer': { callbackText: (text) => text.replace(/"api_key":(\d+)/, '"api_key":"0$1"') },
  'api-key-is-random': { apiKey: () => 4711 },
  'security-hash-form': { hash: (apiKey) => Buffer.from(hashOf(apiKey), 'hex').toString('base64') },
  'security-hash': { hash: (apiKey) => hashOf(apiKey, 'another token') },
  'retry-after-a-server-error': { retries: (answer) => answer !== 500 },
  'retry-after-a-refusal': { retries: (answer) => answer !== 401 },
  'retry-after-another-success-code': { retries: (answer) => answer !== 204 },
  'retry-after-a-redirect': { retries: (answer) => answer !== 302 },
  'retry-without-an-answer': { retries: (answer) => answer !== 'cut' },
  ...byName(callbackFields, (name) => [`callback-has-${dashed(name)}`, changes({ [name]: undefined })]),
}

export const faultsByCheck: FaultsByCheck = { ...requestFaults, ...replyFaults, ...callbackFaults }

/** By check, of the rules that are beyond the specification: each of these gateways breaks exactly that rule. */
export const refundFaults: Readonly<Record<string, readonly Fault[]>> = {
  'refund-of-a-completed-pay-in-only': [forgets('payment is_payout', 'refund'), forgets('payment unpaid', 'refund')],
  'refund-of-a-part': [
    ...[{ payment_id: undefined }, { amount: 301 }, { status: 'DONE' }].map(changesRefund),
    { code: (code, { kind }) => (kind === 'refund' && code === 201 ? 200 : code) },
    { word: (word, { kind, fields }) => (kind === 'refund' && fields['amount'] === 300 ? 'fail' : word) },
  ],
  'refund-is-read': [changesRead('refund_id', { amount: 1 }), changesRead('items', { items: [] })],
  'refund-within-what-is-left': [
    ...['amount too_small', 'amount too_large'].map((problem) => forgets(problem, 'refund')),
    { problems: (problems, { kind, fields }) => (kind === 'refund' && fields['amount'] === 1 ? [] : problems) },
  ],
  'refund-reference-counts-once': [
    { forgetsReferences: true },
    {
      data: (data, { kind }) =>
        kind === 'read' && 'items' in data ? { items: [data.items, data.items].flat() } : data,
    },
  ],
  'refund-of-the-rest': [
    {
      data: (data, { kind, fields }) => (kind === 'refund' && !('amount' in fields) ? { ...data, amount: 1500 } : data),
    },
    refuses('refund', (fields) => !('amount' in fields)),
  ],
  'refund-is-not-told': [{ tellsRefunds: true }, changesRead('transaction_id', { status: 'ERROR' })],
}

/** The same of payment links. */
export const linkFaults: Readonly<Record<string, readonly Fault[]>> = {
  'link-is-made-and-read': [
    ...[{ url: undefined }, { status: 'paused' }].map((values) => changesLink('create', values)),
    changesLink('read', { url: 'https://pay.example.com/another' }),
    { code: (code, { kind }) => (kind === 'link' && code === 201 ? 200 : code) },
    refuses('link', () => true),
  ],
  'link-reference-counts-once': [{ forgetsReferences: true }, forgets('reference conflict', 'link')],
  'link-title-names-no-address': [forgets('title address', 'link')],
  'link-is-paused-and-resumed': [
    changesLink('pause', { status: 'active' }),
    changesLink('resume', { status: 'paused' }),
    changesLink('resume', { url: 'https://pay.example.com/another' }),
  ],
}

/** Faults that hide none of the others stand in one gateway, so that all of them take seconds. */
export const groupsOfFaults: readonly (readonly string[])[] = [
  ['callback-comes'],
  ['card-callback-comes'],
  ['json-replies'],
  ['card-accepted'],
  [
    'callback-by-post',
    'callback-content-type',
    'callback-is-an-object',
    'callback-status',
    'callback-message',
    'callback-reference',
    'callback-pay-type',
    'callback-only-known-fields',
    'callback-amount-BT_AR',
    'callback-amount-PIX_BR',
    'card-callback-updated-at',
    'api-key-is-random',
    'security-hash',
    'retry-after-a-server-error',
    'retry-after-another-success-code',
  ],
  [
    'callback-transaction-id',
    'callback-updated-at',
    'callback-has-message',
    'api-key-is-an-integer',
    'security-hash-form',
    'retry-after-a-refusal',
  ],
  ['callback-has-transaction-id', 'callback-has-security-hash', 'api-key-range', 'retry-after-a-redirect'],
  ['callback-has-api-key', 'callback-has-status', 'card-callback-fields', 'retry-without-an-answer'],
  Object.keys(replyFaults).filter((name) => name.includes('-has-')),
  Object.keys(replyFaults).filter((name) => !name.includes('-has-')),
  Object.keys(requestFaults).filter((name) => name.includes('-accepts-')),
  Object.keys(requestFaults).filter((name) => name.includes('-requires-')),
  Object.keys(requestFaults).filter(
    (name) => !/-accepts-|-requires-/.test(name) && !['json-replies', 'card-accepted'].includes(name),
  ),
]

function byName(names: readonly string[], make: (name: string) => [string, Fault]): FaultsByCheck {
  return Object.fromEntries(names.map(make))
}

function dashed(name: string): string {
  return name.replaceAll('_', '-')
}

/** The gateway does not mind this problem. */
function forgets(problem: string, kind: Incoming['kind'], code?: string): Fault {
  return {
    problems: (problems, incoming) =>
      incoming.kind === kind && (code === undefined || incoming.code === code)
        ? problems.filter((each) => each !== problem)
        : problems,
  }
}

/** Of the part that the checks refund. */
function changesRefund(values: object): Fault {
  return {
    data: (data, { kind, fields }) => (kind === 'refund' && fields['amount'] === 300 ? { ...data, ...values } : data),
  }
}

/** `word`: what is asked of the link. */
function changesLink(word: string, values: object): Fault {
  return { data: (data, { kind, code }) => (kind === 'link' && code === word ? { ...data, ...values } : data) }
}

/** Of what has this field. */
function changesRead(field: string, values: object): Fault {
  return { data: (data, { kind }) => (kind === 'read' && field in data ? { ...data, ...values } : data) }
}

function acceptsEmpty(kind: Incoming['kind']): NonNullable<Fault['problems']> {
  return (problems, incoming) => (incoming.kind === kind && Object.keys(incoming.fields).length === 0 ? [] : problems)
}

function refuses(kind: Incoming['kind'], isMeant: (fields: Incoming['fields'], code: string) => boolean): Fault {
  return {
    problems: (problems, incoming) =>
      incoming.kind === kind && isMeant(incoming.fields, incoming.code) ? [...problems, 'refused'] : problems,
  }
}

function sets(kind: Incoming['kind'], code: string | undefined, values: object): Fault {
  return { data: (data, incoming) => (isOf(incoming, kind, code) ? { ...data, ...values } : data) }
}

function drops(kind: Incoming['kind'], code: string | undefined, name: string): Fault {
  return sets(kind, code, { [name]: undefined })
}

function isOf(incoming: Incoming, kind: Incoming['kind'], code: string | undefined): boolean {
  // The checks of decimals have another amount.
  const isPlain = [1500, 25.5].includes(incoming.fields['amount'])
  return isPlain && incoming.kind === kind && (code === undefined || incoming.code === code)
}

function word(kind: Incoming['kind'], from: string, to: string): Fault {
  return { word: (before, incoming) => (incoming.kind === kind && before === from ? to : before) }
}

function changes(values: object): Fault {
  return { callback: (callback) => ({ ...callback, ...values }) }
}

function amountText(code: string, write: (amount: string) => string): Fault {
  return {
    callbackText: (text, incoming) =>
      incoming.code === code ? text.replace(/"amount":([\d.]+)/, (_, amount) => `"amount":${write(amount)}`) : text,
  }
}

function isPlainCard({
  amount,
  url_handler_redirect: url,
  payer_card_exp_month: month,
  payer_card_number: number,
}: Incoming['fields']): boolean {
  return amount === 25.5 && url === undefined && typeof month === 'number' && number === 4111111111111111
}

function isPlainPayin(wanted: string) {
  return (fields: Incoming['fields'], code: string): boolean =>
    code === wanted && fields['amount'] === 1500 && !('expired_at' in fields) && hasAll(fields, codes[wanted]?.payin)
}

/** What the checks of allowed values, phones, Pix keys and examples send is another request. */
function isPlainPayout(wanted: string) {
  return (fields: Incoming['fields'], code: string): boolean => {
    const phone = fields['account_phone']
    const isOther =
      ['payer_name', 'inter_bank_code'].some((name) => name in fields) || /^(912345678|04121234567)$/.test(phone)
    return code === wanted && hasAll(fields, codes[wanted]?.payout) && !isOther && fields['amount'] === 1500
  }
}

function hasAll(fields: Incoming['fields'], wanted: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(wanted).every(([name, value]) => fields[name] === value)
}

function codesWith(name: 'accountTypes' | 'documentTypes'): string[] {
  return allCodes.filter((code) => codes[code]?.[name] !== undefined)
}
