import type { Rule } from './rule.ts'

const section = 'Card pay-ins'
const fields = ['core/payment-methods/card/card-fields.ts', 'core/payment-methods/card/payer-fields.ts']
const reading = ['core/payment-methods/card/card-fields.ts', 'core/payment-methods/card/nested-form.ts']
const reply = ['core/payments/create-card-payin.ts', 'core/payments/http/replies.ts']

export const cardRules: readonly Rule[] = [
  {
    id: 'CARD-1',
    section,
    rule: 'A card pay-in is a POST to payin_hth with the card code, nested as in the example, numbers where the table says number.',
    from: [
      'service:row Card pay-in',
      'service:rule 1',
      'card:bullet 1',
      'card:bullet 2',
      'card:bullet 5',
      'card:bullet 6',
      'card:bullet 7',
      'transaction:row 2 CC1_IG_TRUST_WW_EUR',
    ],
    checks: ['card-accepted'],
    code: [...reading, 'core/payment-methods/card/cc1-ig-trust-ww-eur.ts'],
  },
  ...required(),
  {
    id: 'CARD-21',
    section,
    rule: 'The amount may have decimals.',
    from: ['card:row amount'],
    checks: ['card-decimals'],
    code: ['core/values/money.ts'],
  },
  {
    id: 'CARD-22',
    section,
    rule: 'The reference has exactly 22 letters and digits.',
    from: ['card:row reference', 'limits:row reference length'],
    checks: ['card-reference-length'],
    code: ['core/payment-methods/card/card-fields.ts'],
  },
  {
    id: 'CARD-23',
    section,
    rule: 'The card type is VISA or MasterCard; the example writes it in upper case.',
    decision: 'Any case, and it must agree with the number.',
    from: ['card:row payer_card_type'],
    checks: ['card-types'],
    code: fields,
  },
  {
    id: 'CARD-24',
    section,
    rule: 'Month, year and security code are also taken as texts, as the example sends them.',
    from: [
      'card:bullet 9',
      'card:row payer_card_security_code',
      'card:row payer_card_exp_month',
      'card:row payer_card_exp_year',
    ],
    checks: ['card-numbers-as-text'],
    code: fields,
  },
  {
    id: 'CARD-25',
    section,
    rule: 'Card number, phone and zip code are numbers; whether texts are taken is not described.',
    decision: 'Both are taken, because a number loses leading zeros and, above 2^53, digits.',
    from: ['card:row payer_card_number', 'card:row payer_phone', 'card:row payer_zip_code'],
    checks: ['card-number-as-text'],
    code: fields,
  },
  {
    id: 'CARD-26',
    section,
    rule: 'urls.url_handler_redirect is an address of the merchant.',
    from: ['card:bullet 8'],
    checks: ['card-redirect-url'],
    code: reading,
  },
  {
    id: 'CARD-27',
    section,
    rule: 'Whether urls.url_handler_redirect is required is not described.',
    decision: 'It is optional.',
    from: ['card:bullet 11'],
    checks: ['card-redirect-url-is-optional'],
    code: reading,
  },
  {
    id: 'CARD-28',
    section,
    rule: 'Whether the flat form of the table is taken is not described.',
    decision: 'It is, with url_handler_redirect by itself or in urls.',
    from: ['card:bullet 11'],
    checks: ['card-flat-form'],
    tests: [
      {
        file: 'gateway/test/conformance/spec-tables.test.ts',
        name: 'takes the structure of the example and the flat form of the table alike',
      },
    ],
    code: reading,
  },
  {
    id: 'CARD-29',
    section,
    rule: 'Whether both forms may be mixed is not described.',
    decision: 'They may not.',
    from: ['card:bullet 11'],
    checks: ['card-forms-not-mixed'],
    code: reading,
  },
  ...responseFields(),
  {
    id: 'CARD-36',
    section,
    rule: 'amount in the reply is a JSON number: the amount of the request.',
    from: ['card:bullet 10.1', 'transaction:row amount'],
    checks: ['card-reply-amount'],
    code: reply,
  },
  {
    id: 'CARD-37',
    section,
    rule: 'In the example the reference comes back in another form than it was sent in.',
    decision: 'It comes back as it was sent.',
    from: ['card:bullet 10.2'],
    checks: ['card-reply-reference'],
    code: reply,
  },
  {
    id: 'CARD-38',
    section,
    rule: 'message says in words that the transaction is under way.',
    from: ['states:row (none) 2', 'transaction:row message', 'card:bullet 10.1'],
    checks: ['card-reply-message'],
    code: reply,
  },
  {
    id: 'CARD-39',
    section,
    rule: 'redirect_url is the address to which the merchant sends the payer.',
    from: ['states:row (none) 2', 'transaction:row redirect_url', 'card:bullet 10.1', 'service:rule 1'],
    checks: ['card-reply-redirect-url'],
    code: reply,
  },
  {
    id: 'CARD-40',
    section,
    rule: 'Formats and lengths of name, address, phone and zip code are not described.',
    decision: 'Names and city 100 characters, address 200, zip code 16.',
    from: ['transaction:text 6'],
    checks: ['card-field-lengths'],
    code: fields,
  },
  {
    id: 'CARD-41',
    section,
    rule: 'Which cards are refused before they are tried is not described.',
    decision:
      'A number that fails the Luhn check or another type than the number; a past expiry; a security code of other than three digits.',
    from: [
      'card:row payer_card_number',
      'card:row payer_card_exp_month',
      'card:row payer_card_exp_year',
      'card:row payer_card_security_code',
    ],
    checks: ['card-is-checked'],
    code: ['core/payment-methods/card/card-fields.ts', 'core/values/card-numbers.ts'],
  },
  {
    id: 'CARD-42',
    section,
    rule: 'Whether a reply may repeat the card number is not described.',
    decision: 'None does, a refusal neither.',
    from: ['card:row payer_card_number'],
    checks: ['card-data-is-not-repeated'],
    code: ['core/values/card-numbers.ts', 'core/web/reply-problem.ts'],
  },
]

/** CARD-2 to CARD-20: one for each row of the parameter table. */
function required(): Rule[] {
  const parameters = [
    ['service_code', 'the card code'],
    ['amount', 'what to charge'],
    ['reference', 'the name that the merchant gives the payment'],
    ['payer_name', 'the first name'],
    ['payer_lastname', 'the family name'],
    ['payer_phone', 'the phone'],
    ['payer_email', 'the e-mail address'],
    ['payer_address', 'street and number'],
    ['payer_city', 'the city'],
    ['payer_state_iso_code', 'the state by its ISO code'],
    ['payer_country_iso', 'the country by its ISO code'],
    ['payer_zip_code', 'the zip code'],
    ['payer_ip_address', 'the IP address'],
    ['payer_card_number', 'the number of the card'],
    ['payer_card_type', 'the brand of the card'],
    ['payer_card_holder_name', 'the name on the card'],
    ['payer_card_security_code', 'the security code'],
    ['payer_card_exp_month', 'the month in which the card ends'],
    ['payer_card_exp_year', 'the year in which the card ends'],
  ]
  return parameters.map(([parameter = '', meaning = ''], index) => ({
    id: `CARD-${index + 2}`,
    section,
    rule: `${parameter} is required: ${meaning}.`,
    from: [`card:row ${parameter}`, 'card:bullet 3'],
    checks: [`card-requires-${parameter.replaceAll('_', '-')}`],
    code: fields,
  }))
}

/** CARD-30 to CARD-35. */
function responseFields(): Rule[] {
  return ['transaction_id', 'reference', 'amount', 'status', 'message', 'redirect_url'].map((name, index) => ({
    id: `CARD-${index + 30}`,
    section,
    rule: `data of the reply has ${name}.`,
    from: ['card:bullet 10.1'],
    checks: [`card-has-${name.replaceAll('_', '-')}`],
    code: reply,
  }))
}
