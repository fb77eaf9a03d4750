import { paymentMethod } from '../payment-method.ts'
import { cardFields, cardReferenceExample, cardReferenceWords } from './card-fields.ts'
import { payerFields, redirectField } from './payer-fields.ts'

/** Card processing, worldwide; pay-in only. The example is the nested form, which the spec shows. */
export const cc1IgTrustWwEur = paymentMethod({
  code: 'CC1_IG_TRUST_WW_EUR',
  name: 'Card processing, worldwide',
  country: 'WW',
  currency: 'EUR',
  payin: {
    kind: 'card',
    expiresAfterHours: 1,
    required: { ...payerFields, ...cardFields },
    optional: { url_handler_redirect: redirectField },
    example: {
      service_code: 'CC1_IG_TRUST_WW_EUR',
      customerDetails: {
        payer_name: 'PAGADOR',
        payer_lastname: 'DE PRUEBA',
        contactDetails: {
          payer_email: 'payer@example.com',
          payer_phone: '+51987654321',
          payer_address: 'Calle Ejemplo 100',
          payer_city: 'Lima',
          payer_state_iso_code: 'PE-LIM',
          payer_country_iso: 'PE',
          payer_zip_code: '15001',
        },
      },
      transactionDetails: {
        paymentDetails: { amount: 49.9, reference: cardReferenceExample, payer_ip_address: '203.0.113.10' },
        cardDetails: {
          payer_card_number: '4111111111111111',
          payer_card_type: 'VISA',
          payer_card_holder_name: 'PAGADOR DE PRUEBA',
          payer_card_security_code: '012',
          expiration: { payer_card_exp_month: '12', payer_card_exp_year: '2034' },
        },
      },
      urls: { url_handler_redirect: 'https://shop.example/return' },
    },
    rejects: [
      {
        because: 'the last digit of a card number checks the others',
        change: { 'transactionDetails.cardDetails.payer_card_number': '4111111111111112' },
        field: 'transactionDetails.cardDetails.payer_card_number',
        code: 'invalid_check_digit',
      },
      {
        because: 'the number is of another brand',
        change: { 'transactionDetails.cardDetails.payer_card_type': 'MasterCard' },
        field: 'transactionDetails.cardDetails.payer_card_type',
        code: 'card_type_mismatch',
      },
      {
        because: 'only VISA and MasterCard are taken',
        change: { 'transactionDetails.cardDetails.payer_card_type': 'AMEX' },
        field: 'transactionDetails.cardDetails.payer_card_type',
        code: 'not_allowed',
      },
      {
        because: 'the card has expired',
        change: { 'transactionDetails.cardDetails.expiration.payer_card_exp_year': '2020' },
        field: 'transactionDetails.cardDetails.expiration.payer_card_exp_year',
        code: 'card_expired',
      },
      {
        because: 'there is no month 13',
        change: { 'transactionDetails.cardDetails.expiration.payer_card_exp_month': 13 },
        field: 'transactionDetails.cardDetails.expiration.payer_card_exp_month',
        code: 'invalid_format',
      },
      {
        because: `a card reference has ${cardReferenceWords}`,
        change: { 'transactionDetails.paymentDetails.reference': 'order-1' },
        field: 'transactionDetails.paymentDetails.reference',
        code: 'invalid_format',
      },
      {
        because: 'a redirect address is http or https',
        change: { 'urls.url_handler_redirect': 'javascript:alert(1)' },
        field: 'urls.url_handler_redirect',
        code: 'invalid_format',
      },
      {
        because: 'this is not a country',
        change: { 'customerDetails.contactDetails.payer_country_iso': 'ZZ' },
        field: 'customerDetails.contactDetails.payer_country_iso',
        code: 'invalid_format',
      },
    ],
  },
})
