// @ts-check
// A merchant's client that knows the specification and nothing else; only `authorization` was added, which it does not
// show. Numbers where its tables say number, texts where its examples send texts.

const PAYIN_PATH = '/api/v1/payments/payin_hth'
const PAYOUT_PATH = '/api/v1/payments/payout_hth'

/**
 * @typedef {object} Client
 * @property {string} baseUrl
 * @property {string} authorization the value of the header
 */

/**
 * @param {Client} client
 * @param {object} payment of the table of parameters
 */
export async function createPayin(client, payment) {
  return await post(client, PAYIN_PATH, payment)
}

/**
 * @param {Client} client
 * @param {object} payment of the table of parameters
 */
export async function createPayout(client, payment) {
  return await post(client, PAYOUT_PATH, payment)
}

/**
 * @param {Client} client
 * @param {object} payment nested as in the example
 */
export async function createCardPayin(client, payment) {
  return await post(client, PAYIN_PATH, payment)
}

/**
 * The `data` of the reply. Throws where the outer status is not success.
 * @param {Client} client
 * @param {string} path
 * @param {object} body
 */
async function post({ baseUrl, authorization }, path, body) {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify(body),
  })
  const reply = await response.json()
  if (reply.status !== 'success') throw new Error(`refused (${reply.status}): ${JSON.stringify(reply)}`)
  return reply.data
}

/** The parameters of card pay-ins, with texts where the example sends texts. */
export function exampleCardPayin(/** @type {string} */ reference) {
  return {
    service_code: 'CC1_IG_TRUST_WW_EUR',
    customerDetails: {
      payer_name: 'Pagador',
      payer_lastname: 'De Prueba',
      contactDetails: {
        payer_email: 'payer@example.com',
        payer_phone: 51987654321,
        payer_address: 'Calle Ejemplo 100',
        payer_city: 'Lima',
        payer_state_iso_code: 'LIM',
        payer_country_iso: 'PE',
        payer_zip_code: 15001,
      },
    },
    transactionDetails: {
      paymentDetails: { amount: 49.9, reference, payer_ip_address: '203.0.113.7' },
      cardDetails: {
        payer_card_number: 5555555555554444,
        payer_card_type: 'MASTERCARD',
        payer_card_holder_name: 'PAGADOR DE PRUEBA',
        payer_card_security_code: '007',
        expiration: { payer_card_exp_month: '01', payer_card_exp_year: '2035' },
      },
    },
    urls: { url_handler_redirect: 'https://shop.example.com/back' },
  }
}
