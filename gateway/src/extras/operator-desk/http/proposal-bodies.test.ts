import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Problem } from '../../../core/values/problem.ts'
import { proposalBody, proposedOf } from './proposal-bodies.ts'

const transaction_id = '0190a1b2-0000-7000-8000-000000000001'
const point_id = '0190a1b2-0000-7000-8000-000000000002'
const bank_account_id = '0190a1b2-0000-7000-8000-000000000003'
const bank_line_id = '0190a1b2-0000-7000-8000-000000000004'
const ofTransaction = { transaction_id }
const ofPoint = { point_id }

/**
 * The text of what is stored, with the order of its fields: open proposals outlive an upgrade, and a repeated
 * operation is recognised by these bytes.
 */
const stored: readonly (readonly [body: object, json: string])[] = [
  [
    { action: 'confirm', ...ofTransaction, input: { amount: '12.50' } },
    `{"action":"confirm","transactionId":"${transaction_id}","amount":"12.50"}`,
  ],
  [
    {
      action: 'confirm',
      ...ofTransaction,
      input: { sender_document: ' 20-1 ', bank_reference: 'LINE 7', amount: '1' },
    },
    `{"action":"confirm","transactionId":"${transaction_id}","amount":"1","bankReference":"LINE 7","senderDocument":"20-1"}`,
  ],
  [{ action: 'fail', ...ofTransaction }, `{"action":"fail","transactionId":"${transaction_id}"}`],
  [{ action: 'suspense_accept', ...ofTransaction }, `{"action":"suspense_accept","transactionId":"${transaction_id}"}`],
  [
    { action: 'suspense_return', ...ofTransaction, input: { amount: '7' } },
    `{"action":"suspense_return","transactionId":"${transaction_id}"}`,
  ],
  [{ action: 'close_attention', ...ofTransaction }, `{"action":"close_attention","transactionId":"${transaction_id}"}`],
  [
    {
      action: 'refund_account',
      ...ofTransaction,
      input: { account_beneficiary: 'Ana', account: '2850590940090418135201', account_type: 'CBU' },
    },
    `{"action":"refund_account","transactionId":"${transaction_id}","accountType":"CBU","account":"2850590940090418135201","accountBeneficiary":"Ana"}`,
  ],
  [
    {
      action: 'merchant_document',
      input: { merchant_id: point_id, country: 'AR', document_type: 'CUIT', document_number: '1' },
    },
    `{"action":"merchant_document","merchantId":"${point_id}","country":"AR","documentType":"CUIT","documentNumber":"1"}`,
  ],
  [
    { action: 'withdrawal_outside', ...ofPoint, input: { currency: 'EUR', amount: '60', reference: 'w', how: 'x' } },
    `{"action":"withdrawal_outside","pointId":"${point_id}","currency":"EUR","amount":"60","reference":"w","how":"x"}`,
  ],
  [
    { action: 'withdrawal_account', input: { withdrawal_account_id: point_id } },
    `{"action":"withdrawal_account","withdrawalAccountId":"${point_id}"}`,
  ],
  [
    { action: 'fund', ...ofPoint, input: { amount: '-20.50', currency: 'MXN' } },
    `{"action":"fund","pointId":"${point_id}","currency":"MXN","amount":"-20.50"}`,
  ],
  [
    { action: 'correction', ...ofPoint, input: { currency: 'USD', amount: '3' } },
    `{"action":"correction","pointId":"${point_id}","currency":"USD","amount":"3"}`,
  ],
  [
    { action: 'overdraft', ...ofPoint, input: { amount: '0', currency: 'MXN' } },
    `{"action":"overdraft","pointId":"${point_id}","currency":"MXN","amount":"0"}`,
  ],
  [
    {
      action: 'payout_limits',
      ...ofPoint,
      input: { currency: 'BRL', single: '10', daily: null, approval_above: '5.5' },
    },
    `{"action":"payout_limits","pointId":"${point_id}","approvalAbove":"5.5","currency":"BRL","single":"10","daily":null}`,
  ],
  [
    { action: 'terms', ...ofPoint, input: { pay_type: 'payin', service_code: '*', percent: '1.2345' } },
    `{"action":"terms","pointId":"${point_id}","payType":"payin","serviceCode":"*","percent":"1.2345","fixed":"0","releaseDays":null}`,
  ],
  [
    {
      action: 'terms',
      ...ofPoint,
      input: { release_days: 3, fixed: '0.50', percent: '0', service_code: 'SPEI_MX', pay_type: 'payout' },
    },
    `{"action":"terms","pointId":"${point_id}","payType":"payout","serviceCode":"SPEI_MX","percent":"0","fixed":"0.50","releaseDays":3}`,
  ],
  [
    {
      action: 'policies',
      ...ofPoint,
      input: { returned_fee: 'keep', reversal: 'error', payer_mismatch: 'hold', overpaid: 'accept', late: 'hold' },
    },
    `{"action":"policies","pointId":"${point_id}","policies":{"late":"hold","overpaid":"accept","reversal":"error","payerMismatch":"hold","returnedFee":"keep"}}`,
  ],
  [
    { action: 'policies', ...ofPoint, input: { payer_mismatch: 'accept_flagged' } },
    `{"action":"policies","pointId":"${point_id}","policies":{"payerMismatch":"accept_flagged"}}`,
  ],
  [
    {
      action: 'card_limits',
      ...ofPoint,
      input: { kind: 'bin', attempts_hour: 1, declines_hour: null, attempts_day: 2, declines_day: 0 },
    },
    `{"action":"card_limits","pointId":"${point_id}","kind":"bin","limits":{"attemptsHour":1,"declinesHour":null,"attemptsDay":2,"declinesDay":0}}`,
  ],
  [
    { action: 'point_settings', ...ofPoint, input: {} },
    `{"action":"point_settings","pointId":"${point_id}","changes":{}}`,
  ],
  [
    {
      action: 'point_settings',
      ...ofPoint,
      input: {
        failed_payout_reply: 'success',
        rate_limit_per_second: null,
        require_https_redirect: false,
        require_signed_payouts: false,
        identifier_checks: 'lenient',
      },
    },
    `{"action":"point_settings","pointId":"${point_id}","changes":{"identifierChecks":"lenient","requireSignedPayouts":false,"requireHttpsRedirect":false,"rateLimitPerSecond":null,"failedPayoutReply":"success"}}`,
  ],
  [
    { action: 'point_settings', ...ofPoint, input: { rate_limit_per_second: 50 } },
    `{"action":"point_settings","pointId":"${point_id}","changes":{"rateLimitPerSecond":50}}`,
  ],
  [
    { action: 'second_factor_reset', input: { email: ' ana@operator.example ' } },
    '{"action":"second_factor_reset","email":"ana@operator.example"}',
  ],
  [
    { action: 'password_recovery', input: { email: 'ana@shop.example' } },
    '{"action":"password_recovery","email":"ana@shop.example"}',
  ],
  [
    {
      action: 'deposit_account',
      input: { service_code: 'SPEI_MX', beneficiary: 'Pagos SA', number: '2850590940090418135201' },
    },
    '{"action":"deposit_account","serviceCode":"SPEI_MX","beneficiary":"Pagos SA","number":"2850590940090418135201"}',
  ],
  [
    {
      action: 'deposit_account',
      input: {
        phone: '1',
        city: 'C',
        pix_key: 'k',
        doc_id: 'd',
        type: 't',
        bank: 'b',
        number: 'n',
        beneficiary: 'B',
        service_code: 'PIX_BR',
      },
    },
    '{"action":"deposit_account","serviceCode":"PIX_BR","docId":"d","pixKey":"k","beneficiary":"B","number":"n","bank":"b","type":"t","city":"C","phone":"1"}',
  ],
  [
    {
      action: 'deposit_account',
      ...ofTransaction,
      input: { service_code: 'X', beneficiary: 'Y', bankAccountId: 'no', onlyPointId: 'no', unknown: 1 },
    },
    '{"action":"deposit_account","serviceCode":"X","beneficiary":"Y"}',
  ],
  [
    { action: 'deposit_account', ...ofPoint, input: { bank_account_id, service_code: 'X', beneficiary: 'Y' } },
    `{"action":"deposit_account","serviceCode":"X","beneficiary":"Y","bankAccountId":"${bank_account_id}","onlyPointId":"${point_id}"}`,
  ],
  [
    { action: 'bank_account', input: { automatic: true, cutoff: '17:30', time_zone: 'America/Lima', bank_account_id } },
    `{"action":"bank_account","bankAccountId":"${bank_account_id}","timeZone":"America/Lima","cutoff":"17:30","automatic":true}`,
  ],
  [
    { action: 'bank_profile', input: { profile: { partyFields: true }, format: 'mt94x', bank_account_id } },
    `{"action":"bank_profile","bankAccountId":"${bank_account_id}","format":"mt94x","profile":{"partyFields":true}}`,
  ],
  [
    { action: 'bank_opening', input: { amount: '-20.50', day: '2030-06-14', bank_account_id } },
    `{"action":"bank_opening","bankAccountId":"${bank_account_id}","day":"2030-06-14","amount":"-20.50"}`,
  ],
  [
    { action: 'line_rule', input: { class: 'tax', text: 'IVA', sign: 'D', bank_account_id } },
    `{"action":"line_rule","bankAccountId":"${bank_account_id}","sign":"D","text":"IVA","class":"tax"}`,
  ],
  [
    { action: 'match_line', ...ofTransaction, input: { bank_line_id } },
    `{"action":"match_line","bankLineId":"${bank_line_id}","transactionId":"${transaction_id}"}`,
  ],
  [
    { action: 'class_line', ...ofPoint, input: { class: 'funding', bank_line_id } },
    `{"action":"class_line","bankLineId":"${bank_line_id}","class":"funding","pointId":"${point_id}"}`,
  ],
  [
    { action: 'return_line', input: { proven_by: bank_account_id, bank_line_id } },
    `{"action":"return_line","bankLineId":"${bank_line_id}","provenBy":"${bank_account_id}"}`,
  ],
  [
    { action: 'payment_batch', input: { execution_day: '2030-06-14', bank_account_id } },
    `{"action":"payment_batch","bankAccountId":"${bank_account_id}","executionDay":"2030-06-14"}`,
  ],
  [
    { action: 'batch_release', ...ofTransaction, input: { batch_id: bank_line_id } },
    `{"action":"batch_release","batchId":"${bank_line_id}","transactionId":"${transaction_id}"}`,
  ],
  [
    { action: 'statement_file', input: { file_id: bank_account_id, encoding: 'cp850' } },
    `{"action":"statement_file","fileId":"${bank_account_id}","options":{"encoding":"cp850"}}`,
  ],
]

/** A body whose fields are wrong, and what is refused: code, field and message, in this order. */
const refused: readonly (readonly [body: object, faults: readonly string[]])[] = [
  [
    { action: 'confirm' },
    ['required transaction_id: transaction_id is required: text', 'required amount: amount is required: text'],
  ],
  [{ action: 'fail' }, ['required transaction_id: transaction_id is required: text']],
  [
    { action: 'refund_account' },
    ['required transaction_id: transaction_id is required: text', 'required account: account is required: text'],
  ],
  [
    { action: 'confirm', ...ofTransaction, input: { amount: '1,5', bank_reference: '', sender_document: '\u0007' } },
    [
      'invalid_format amount: amount must be a plain decimal number such as 1250.50',
      'too_short bank_reference: bank_reference has at least 1 character',
      'invalid_format sender_document: sender_document has characters or a form that are not allowed',
    ],
  ],
  [
    { action: 'fund' },
    [
      'required point_id: point_id is required: text',
      'not_allowed currency: currency must be one of ARS, BRL, CLP, COP, EUR, MXN, PEN, PYG, USD, UYU, VES',
      'required amount: amount is required: text',
    ],
  ],
  [
    { action: 'payout_limits' },
    [
      'required point_id: point_id is required: text',
      'not_allowed currency: currency must be one of ARS, BRL, CLP, COP, EUR, MXN, PEN, PYG, USD, UYU, VES',
      'required single: single is required: text',
      'required daily: daily is required: text',
      'required approval_above: approval_above is required: text',
    ],
  ],
  [
    { action: 'terms' },
    [
      'required point_id: point_id is required: text',
      'not_allowed pay_type: pay_type must be one of payin, payout',
      'required service_code: service_code is required: text',
      'required percent: percent is required: text',
    ],
  ],
  [
    {
      action: 'bank_profile',
      input: { bank_account_id, format: 'mt94x', profile: { wraps: 'folded', supplements: 1, escapes: true } },
    },
    [
      'invalid_format profile: is wrong: wraps: Invalid option: expected one of "full_lines"|"words"|"trimmed"|"none"; supplements: Invalid input: expected boolean, received number; profile: Unrecognized key: "escapes"',
    ],
  ],
  [
    { action: 'bank_profile', input: { bank_account_id, format: 'mt94x', profile: {} } },
    ['invalid_format profile: is wrong: profile: says nothing'],
  ],
  [
    { action: 'batch_template', input: { bank_account_id, template: { columns: [], delimiter: '"' } } },
    [
      'invalid_format template: is wrong: columns: Too small: expected array to have >=1 items; delimiter: Invalid option: expected one of ","|";"|"\t"|"|"; quote: Invalid option: expected one of "always"|"needed"|"never"; decimal: Invalid option: expected one of "."|","|"none"; encoding: Invalid option: expected one of "utf-8"|"utf-8-bom"|"windows-1252"; lineEnd: Invalid option: expected one of "crlf"|"lf"; header: Invalid input: expected boolean, received undefined; date: Invalid option: expected one of "YYYY-MM-DD"|"DD/MM/YYYY"|"DD-MM-YYYY"|"YYYYMMDD"|"DDMMYYYY"',
    ],
  ],
  [
    { action: 'bank_opening', input: { bank_account_id, day: '2030-02-30', amount: '1,5' } },
    [
      'invalid_format day: day must be a day such as 2030-01-31',
      'invalid_format amount: amount must be a decimal number such as 20.50 or -20.50',
    ],
  ],
  [
    { action: 'class_line', input: { bank_line_id: 'x', class: 'gift' } },
    [
      'invalid_format bank_line_id: bank_line_id must be a UUID',
      'not_allowed class: class must be one of fee, tax, interest, own_transfer, funding, owner_out',
    ],
  ],
  [{ action: 'policies' }, ['required point_id: point_id is required: text']],
  [
    { action: 'card_limits' },
    [
      'required point_id: point_id is required: text',
      'not_allowed kind: kind must be one of bin, fingerprint, address, email',
      'required attempts_hour: attempts_hour is required: a number',
      'required declines_hour: declines_hour is required: a number',
      'required attempts_day: attempts_day is required: a number',
      'required declines_day: declines_day is required: a number',
    ],
  ],
  [{ action: 'point_settings' }, ['required point_id: point_id is required: text']],
  [{ action: 'second_factor_reset' }, ['required email: email is required: text']],
  [
    { action: 'deposit_account' },
    ['required service_code: service_code is required: text', 'required beneficiary: beneficiary is required: text'],
  ],
  [
    { action: 'fund', ...ofPoint, input: { currency: 'ZZZ', amount: '+1' } },
    [
      'not_allowed currency: currency must be one of ARS, BRL, CLP, COP, EUR, MXN, PEN, PYG, USD, UYU, VES',
      'invalid_format amount: amount must be a decimal number such as 20.50 or -20.50',
    ],
  ],
  [
    { action: 'overdraft', ...ofPoint, input: { currency: 'MXN', amount: '-1' } },
    ['invalid_format amount: amount must be a plain decimal number such as 1250.50'],
  ],
  [
    { action: 'payout_limits', ...ofPoint, input: { currency: 'MXN', single: 'x', daily: 1, approval_above: '1.234' } },
    [
      'invalid_format single: single must be a plain decimal number such as 1250.50',
      'invalid_type daily: daily must be text',
      'invalid_format approval_above: approval_above must be a plain decimal number such as 1250.50',
    ],
  ],
  [
    {
      action: 'terms',
      ...ofPoint,
      input: { pay_type: 'x', service_code: '', percent: '1.23456', fixed: 'x', release_days: 366 },
    },
    [
      'not_allowed pay_type: pay_type must be one of payin, payout',
      'too_short service_code: service_code has at least 1 character',
      'invalid_format percent: percent must be a number such as 1.25, up to 4 decimals',
      'invalid_format fixed: fixed must be a plain decimal number such as 1250.50',
      'not_allowed release_days: release_days is at most 365',
    ],
  ],
  [{ action: 'policies', ...ofPoint, input: {} }, ['required late: name at least one policy']],
  [
    {
      action: 'policies',
      ...ofPoint,
      input: { late: 'x', overpaid: 'x', payer_mismatch: 'x', reversal: 'x', returned_fee: 'x' },
    },
    [
      'not_allowed late: late must be one of accept_late, hold',
      'not_allowed overpaid: overpaid must be one of accept, hold',
      'not_allowed payer_mismatch: payer_mismatch must be one of accept_flagged, hold',
      'not_allowed reversal: reversal must be one of keep_completed, error',
      'not_allowed returned_fee: returned_fee must be one of keep, give_back',
    ],
  ],
  [
    {
      action: 'card_limits',
      ...ofPoint,
      input: { kind: 'x', attempts_hour: -1, declines_hour: 1.5, attempts_day: 1000000, declines_day: '1' },
    },
    [
      'not_allowed kind: kind must be one of bin, fingerprint, address, email',
      'not_allowed attempts_hour: attempts_hour is at least 0',
      'invalid_type declines_hour: declines_hour must be a whole number',
      'not_allowed attempts_day: attempts_day is at most 999999',
      'invalid_type declines_day: declines_day must be a number',
    ],
  ],
  [
    {
      action: 'point_settings',
      ...ofPoint,
      input: {
        identifier_checks: 'strict',
        require_signed_payouts: true,
        require_https_redirect: true,
        rate_limit_per_second: 0,
        failed_payout_reply: 'error',
      },
    },
    [
      'not_allowed identifier_checks: identifier_checks must be lenient',
      'not_allowed require_signed_payouts: require_signed_payouts must be false',
      'not_allowed require_https_redirect: require_https_redirect must be false',
      'not_allowed rate_limit_per_second: rate_limit_per_second is at least 1',
      'not_allowed failed_payout_reply: failed_payout_reply must be success',
    ],
  ],
  [
    { action: 'bank_account', input: { bank_account_id: 'x', time_zone: 'Nowhere/At', active: 'yes' } },
    [
      'invalid_format bank_account_id: bank_account_id must be a UUID',
      'invalid_format time_zone: time_zone must be the name of a time zone such as America/Bogota',
      'invalid_type active: active must be true or false',
    ],
  ],
  [
    { action: 'statement_file', input: { file_id: '/etc/passwd', bank_account_id: 'x', encoding: 'klingon' } },
    [
      'invalid_format file_id: file_id must be a UUID',
      'invalid_format bank_account_id: bank_account_id must be a UUID',
      'invalid_format encoding: encoding has characters or a form that are not allowed',
    ],
  ],
  [
    {
      action: 'bank_profile',
      input: { bank_account_id, format: 'csv', profile: { name: '4111 1111 1111 1111', date: 'x' } },
    },
    [
      'invalid_format profile: is wrong: delimiter: Invalid input: expected string, received undefined; currency: Invalid input: expected string, received undefined; header: Invalid input: expected record, received undefined; date: Too small: expected string to have >=3 characters; decimal: Invalid option: expected one of "."|","; amount: Invalid option: expected one of "signed"|"debit_credit"|"sign_column"; order: Invalid option: expected one of "asc"|"desc"; account: is needed, or accountPattern, and not both; holds a card number',
    ],
  ],
  [
    { action: 'bank_profile', input: { bank_account_id, format: 'ofx', profile: { escapes: 'yes' } } },
    ['invalid_format profile: is wrong: escapes: Invalid input: expected boolean, received string'],
  ],
  [
    { action: 'bank_channel', input: { folder: '/in' } },
    [
      'not_allowed action: Folders and tokens are made at the machine of the gateway: propose them there, with pasarela bank channel add or bank channel token.',
    ],
  ],
  [{ action: 'second_factor_reset', input: { email: '' } }, ['too_short email: email has at least 1 character']],
  [
    {
      action: 'deposit_account',
      input: {
        service_code: 'x'.repeat(61),
        beneficiary: '',
        number: '',
        bank: '',
        type: '',
        doc_id: '',
        pix_key: '',
        city: 'x'.repeat(61),
        phone: '',
      },
    },
    [
      'too_long service_code: service_code has at most 60 characters',
      'too_short beneficiary: beneficiary has at least 1 character',
      'too_short number: number has at least 1 character',
      'too_short bank: bank has at least 1 character',
      'too_short type: type has at least 1 character',
      'too_short doc_id: doc_id has at least 1 character',
      'too_short pix_key: pix_key has at least 1 character',
      'too_long city: city has at most 60 characters',
      'too_short phone: phone has at least 1 character',
    ],
  ],
]

function read(body: object) {
  return proposedOf(proposalBody.parse(body))
}

function faultsOf(body: object): readonly string[] {
  try {
    read(body)
  } catch (error) {
    if (error instanceof Problem)
      return (error.fields ?? []).map(({ code, param, message }) => `${code} ${param}: ${message}`)
    throw error
  }
  return []
}

describe('the body of a proposal', () => {
  for (const [body, json] of stored) {
    it(`is stored as ever: ${json.slice(0, 100)}`, () => assert.equal(JSON.stringify(read(body)), json))
  }

  for (const [body, faults] of refused) {
    it(`is refused as ever: ${JSON.stringify(body).slice(0, 100)}`, () => assert.deepEqual(faultsOf(body), faults))
  }

  it('names one of the actions that a page can propose', () => {
    const { error } = proposalBody.safeParse({ action: 'dance' })
    assert.deepEqual(
      error?.issues.map(({ message }) => message),
      [
        'Invalid option: expected one of "confirm"|"fail"|"suspense_accept"|"suspense_return"|"close_attention"|"refund_account"|"fund"|"correction"|"overdraft"|"payout_limits"|"terms"|"policies"|"card_limits"|"point_settings"|"second_factor_reset"|"password_recovery"|"deposit_account"|"bank_account"|"bank_profile"|"bank_opening"|"bank_channel"|"bank_channel_token"|"statement_file"|"line_rule"|"match_line"|"class_line"|"return_line"|"batch_template"|"payment_batch"|"batch_cancel"|"batch_release"|"merchant_document"|"merchant_document_end"|"withdrawal_account"|"withdrawal_outside"|"merchant_suspend"|"provider_account"|"route"|"route_end"|"audit_blank"',
      ],
    )
  })
})
