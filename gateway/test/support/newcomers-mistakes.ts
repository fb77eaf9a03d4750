import type { CallOptions } from './world.ts'

const payin = '/api/v1/payments/payin_hth'
const payout = '/api/v1/payments/payout_hth'
const json = { 'content-type': 'application/json' }
export const order = { service_code: 'BT_AR', amount: 1500.5, reference: 'order-1', payer_doc_id: '20-26756539-3' }

export interface Mistake {
  method?: string
  path?: string
  send: CallOptions
  status: number
  /** What the reply says: what is wrong, and what to do instead. Nothing else is needed to mend it. */
  says: RegExp
  /** Checked in a warning instead of the message, where the request is accepted. */
  warns?: true
}

/** What somebody does wrong on the first day, with curl and the quickstart at hand. */
export const mistakes: Readonly<Record<string, Mistake>> = {
  'no key': {
    send: { body: order, headers: { authorization: '' } },
    status: 401,
    says: /Authorization: Bearer pas_test_….* Basic auth_point_id:auth_api_token/,
  },
  'something else as the key': {
    send: { body: order, headers: { authorization: 'Bearer whsec_c2VjcmV0' } },
    status: 401,
    says: /no API key: API keys begin with pas_test_ or pas_live_.* Basic auth_point_id:auth_api_token/,
  },
  'a key that was copied in part': {
    send: { body: order, headers: { authorization: 'Bearer pas_test_AbCdEf' } },
    status: 401,
    says: /incomplete or misspelt: copy it once more, whole/,
  },
  'the key of another endpoint group': {
    method: 'PUT',
    path: '/api/v1/webhook',
    send: { body: { url: 'https://shop.example/hook' } },
    status: 403,
    says: /needs the scope webhook; .*settings_key of demo\.json in its data folder.*\/dashboard\/p\/.*\/credentials/,
  },
  'broken JSON': {
    send: { raw: '{"service_code":"BT_AR",}', headers: json },
    status: 400,
    says: /not valid JSON: unexpected character at line 1, column 25/,
  },
  'the form that curl -d sends': {
    send: { raw: 'service_code=BT_AR&amount=10', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    status: 415,
    says: /Send Content-Type: application\/json/,
  },
  'no body': { send: { raw: '', headers: json }, status: 400, says: /body is empty: send a JSON object/ },
  'a list as the body': { send: { body: [order] }, status: 400, says: /must be a JSON object, not an array/ },
  'a misspelt name of a field': {
    send: { body: { ...order, payer_doc_id: undefined, payer_document_id: '20-26756539-3' } },
    status: 422,
    says: /payer_doc_id is required for BT_AR: CUIT.*\(payer_document_id was sent, which is not a known field\)/,
  },
  'a field of the wrong type': {
    send: { body: { ...order, reference: 1001 } },
    status: 422,
    says: /reference must be a string, not a number/,
  },
  'an amount with separators': {
    send: { body: { ...order, amount: '1.500,50' } },
    status: 422,
    says: /amount must be a plain decimal number such as 1250\.50, without separators of thousands/,
  },
  'an amount in cents of a currency without cents': {
    send: { body: { ...order, service_code: 'BT_CL', amount: 1500.5, payer_doc_id: '12.345.678-5' } },
    status: 422,
    says: /amount has more decimals than CLP allows: CLP has no decimals/,
  },
  'a service code that does not exist': {
    send: { body: { ...order, service_code: 'BT_BR' } },
    status: 422,
    says: /no service code BT_BR for a pay-in: did you mean PIX_BR\?/,
  },
  'half a service code': {
    send: { body: { ...order, service_code: 'pix' } },
    status: 422,
    says: /no service code pix for a pay-in: did you mean PIX_BR\?/,
  },
  'the name of the code in another spelling': {
    send: { body: { ...order, service_code: undefined, serviceCode: 'BT_AR' } },
    status: 422,
    says: /service_code is required: .* \(serviceCode was sent, which is not a known field\)/,
  },
  'a method of another operation': {
    path: payout,
    send: { body: { ...order, service_code: 'CC1_IG_TRUST_WW_EUR' } },
    status: 422,
    says: /CC1_IG_TRUST_WW_EUR has no payout: known are .*BT_AR/,
  },
  'a document with a wrong check digit': {
    send: { body: { ...order, reference: 'order-2', payer_doc_id: '20-26756539-4' } },
    status: 200,
    says: /payer_doc_id: check digit should be 3 \(a live point refuses this\)/,
    warns: true,
  },
  'an account of the wrong length': {
    path: payout,
    send: { body: { ...order, account_type: 'CBU', account: '28505909400904181352' } },
    status: 422,
    says: /account: a CBU has 22 digits, not 20/,
  },
  'a time in the past': {
    send: { body: { ...order, reference: 'order-3', expired_at: '2020-01-01T00:00:00Z' } },
    status: 422,
    says: /expired_at must be in the future/,
  },
  'the same reference for another order': {
    send: { body: { ...order, amount: 2000 } },
    status: 409,
    says: /reference was used before with other content: field amount differs \(sent before: 1500\.50 ARS\)\. Use a new reference/,
  },
  'a misspelt filter': {
    method: 'GET',
    path: '/api/v1/payments?state=PENDING',
    send: {},
    status: 422,
    says: /state is no query parameter of this address: did you mean status\?/,
  },
  'half a code as a filter': {
    method: 'GET',
    path: '/api/v1/payments?service_code=PIX',
    send: {},
    status: 422,
    says: /service_code is no service code: did you mean PIX_BR\?/,
  },
  'a reference in place of an id': {
    method: 'GET',
    path: '/api/v1/payments/order-1/callbacks',
    send: {},
    status: 404,
    says: /order-1 is no transaction_id\. By your reference: GET \/api\/v1\/payments\?reference=order-1$/,
  },
  'a path without its beginning': {
    path: '/payments/payin_hth',
    send: { body: order },
    status: 404,
    says: /There is no such address\. All addresses: http.*\/docs$/,
  },
  'a misspelt path': {
    path: '/api/v1/payments/pay-in',
    send: { body: order },
    status: 405,
    says: /answers GET, HEAD only, not POST\. What it takes: http.*\/docs$/,
  },
  'a pay-in sent to the list of payments': {
    path: '/api/v1/payments',
    send: { body: order },
    status: 405,
    says: /answers GET, HEAD only, not POST\. What it takes: http.*\/docs$/,
  },
  'a wrong method': {
    method: 'GET',
    path: payin,
    send: {},
    status: 405,
    says: /answers POST only, not GET\. What it takes: http.*\/docs$/,
  },
}
