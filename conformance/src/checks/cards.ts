import { type Body, cardPaths, flatCardBody, nestedCardBody } from '../run/bodies.ts'
import { type Check, type Checks, demandAccepted, demandRefused, demandSentAccepted } from '../run/check.ts'
import { demand, demandEqual, demandMatch, demandText } from '../run/expect.ts'
import { cardOf, payinPath, plainCard, type Subject } from '../run/subject.ts'

const responseFields = ['transaction_id', 'reference', 'amount', 'status', 'message', 'redirect_url']
const letters = 'abcdefghijklmnopqrstuvwxyz'

export const cardChecks: Checks = {
  'card-accepted': {
    run: async (subject) => {
      const because = 'it has every parameter of the table, nested as in the example'
      demandSentAccepted(await plainCard(subject), because)
    },
  },
  ...Object.fromEntries(
    Object.keys(cardPaths).map((parameter) => [`card-requires-${parameter.replaceAll('_', '-')}`, requires(parameter)]),
  ),
  'card-numbers-as-text': accepted('the example sends these as strings', {
    payer_card_security_code: '737',
    payer_card_exp_month: '12',
    payer_card_exp_year: '2035',
  }),
  'card-number-as-text': {
    ...accepted('fields that are shown as text are taken as text', {
      payer_card_number: '4111111111111111',
      payer_phone: '541155550000',
      payer_zip_code: '1001',
    }),
    needs: ['decisions'],
  },
  'card-decimals': {
    run: async (subject) => {
      const body = nestedCardBody({ amount: 25.05 })
      const exchange = await demandAccepted(subject, { path: payinPath, body, because: 'an amount may have decimals' })
      demandEqual(exchange.json.data.amount, 25.05, { expected: 'data.amount', evidence: exchange })
    },
  },
  'card-types': {
    run: async (subject) => {
      for (const [number, type] of [
        [4242424242424242, 'VISA'],
        [5555555555554444, 'MASTERCARD'],
        [5555555555554444, 'MasterCard'],
      ] as const) {
        const body = nestedCardBody({ payer_card_number: number, payer_card_type: type })
        await demandAccepted(subject, { path: payinPath, body, because: `${type} is a card type` })
      }
      const body = nestedCardBody({ payer_card_type: 'SOMETHING_ELSE' })
      await demandRefused(subject, { path: payinPath, body, because: 'there is no card type SOMETHING_ELSE' })
    },
  },
  'card-redirect-url': accepted('the example sends an address of the merchant', {
    url_handler_redirect: 'https://shop.example.com/back',
  }),
  'card-redirect-url-is-optional': {
    needs: ['decisions'],
    run: async (subject) => demandSentAccepted(await plainCard(subject), 'urls.url_handler_redirect is optional'),
  },
  'card-flat-form': {
    needs: ['decisions'],
    run: async (subject) => {
      const urls = { url_handler_redirect: 'https://shop.example.com/back' }
      for (const body of [flatCardBody(), flatCardBody(urls), flatCardBody({ urls })]) {
        await demandAccepted(subject, { path: payinPath, body, because: 'the flat form of the table is taken too' })
      }
    },
  },
  'card-forms-not-mixed': {
    needs: ['decisions'],
    run: async (subject) => {
      const body = { ...nestedCardBody({}, 'payer_name'), payer_name: 'Pagador' }
      await demandRefused(subject, { path: payinPath, body, because: 'the two forms are not mixed' })
    },
  },
  ...Object.fromEntries(
    responseFields.map((name) => [`card-has-${name.replaceAll('_', '-')}`, { run: async (s) => await has(s, name) }]),
  ),
  'card-reply-amount': {
    run: async (subject) => {
      const { body, data, exchange } = await cardOf(subject)
      const wanted = (body as { transactionDetails: { paymentDetails: Body } }).transactionDetails.paymentDetails
      if (data.amount === undefined) return
      demandEqual(data.amount, wanted['amount'], { expected: 'the number data.amount', evidence: exchange })
    },
  },
  'card-reply-reference': {
    needs: ['decisions'],
    run: async (subject) => {
      const { body, data, exchange } = await cardOf(subject)
      const wanted = (body as { transactionDetails: { paymentDetails: Body } }).transactionDetails.paymentDetails
      demandEqual(data.reference, wanted['reference'], { expected: 'data.reference', evidence: exchange })
    },
  },
  'card-reply-pending': {
    run: async (subject) => {
      const { data, exchange } = await cardOf(subject)
      if (data.status === undefined) return
      demandEqual(data.status, 'PENDING', { expected: 'data.status', evidence: exchange })
    },
  },
  'card-reply-message': {
    run: async (subject) => {
      const { data, exchange } = await cardOf(subject)
      if (data.message === undefined) return
      demandText(data.message, { expected: 'data.message to be a text', evidence: exchange })
    },
  },
  'card-reply-redirect-url': {
    run: async (subject) => {
      const { data, exchange } = await cardOf(subject)
      if (data.redirect_url === undefined) return
      const expected = 'data.redirect_url to be an address'
      demandMatch(data.redirect_url, /^https?:\/\/[^\s]+$/, { expected, evidence: exchange })
    },
  },
  'card-reference-length': {
    run: async (subject) => {
      for (const reference of [letters.slice(0, 21), letters.slice(0, 23), `${letters.slice(0, 21)}-`]) {
        const because = `"${reference}" has not exactly 22 letters and digits`
        await demandRefused(subject, { path: payinPath, body: nestedCardBody({ reference }), because })
      }
    },
  },
  'card-currency': {
    needs: ['decisions'],
    run: async (subject) => {
      const { data } = await cardOf(subject)
      const exchange = await subject.send(`/api/v1/payments/${data.transaction_id}`, undefined)
      demandEqual(exchange.json?.data?.currency, 'EUR', { expected: 'data.currency', evidence: exchange })
    },
  },
  'card-field-lengths': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [field, length] of [
        ['payer_name', 100],
        ['payer_lastname', 100],
        ['payer_address', 200],
        ['payer_city', 100],
        ['payer_zip_code', 16],
      ] as const) {
        const because = `${field} has at most ${length} characters`
        const fits = nestedCardBody({ [field]: 'a'.repeat(length) })
        await demandAccepted(subject, { path: payinPath, body: fits, because })
        const tooLong = nestedCardBody({ [field]: 'a'.repeat(length + 1) })
        await demandRefused(subject, { path: payinPath, body: tooLong, because })
      }
    },
  },
  'card-is-checked': {
    needs: ['decisions'],
    run: async (subject) => {
      for (const [because, changes] of [
        ['the number fails the Luhn check', { payer_card_number: 4111111111111112 }],
        ['the number is no MasterCard', { payer_card_type: 'MASTERCARD' }],
        ['there is no month 13', { payer_card_exp_month: 13 }],
        ['the card has expired', { payer_card_exp_year: 2020 }],
        ['a security code has three digits', { payer_card_security_code: '73' }],
      ] as const) {
        await demandRefused(subject, { path: payinPath, body: nestedCardBody(changes), because })
      }
    },
  },
  'card-data-is-not-repeated': {
    needs: ['decisions'],
    run: async (subject) => {
      const { exchange } = await cardOf(subject)
      const refused = await subject.send(payinPath, nestedCardBody({ payer_card_type: 'MASTERCARD' }))
      for (const reply of [exchange, refused]) {
        const expected = 'no card number in the reply'
        demand(!reply.text.includes('4111111111111111'), 'the card number', { expected, evidence: reply })
      }
    },
  },
}

function requires(parameter: string): Check {
  return {
    run: async (subject) => {
      const body = nestedCardBody({}, parameter)
      await demandRefused(subject, { path: payinPath, body, because: `${parameter} is required` })
    },
  }
}

function accepted(because: string, changes: Body): Check {
  return {
    run: async (subject) => {
      await demandAccepted(subject, { path: payinPath, body: nestedCardBody(changes), because })
    },
  }
}

async function has(subject: Subject, name: string): Promise<void> {
  const { data, exchange } = await cardOf(subject)
  demand(data[name] !== undefined && data[name] !== null, data[name], { expected: `data.${name}`, evidence: exchange })
}
