import { randomBytes, randomInt } from 'node:crypto'

/** A reference as card pay-ins demand it: 22 letters and digits. */
export function cardReference(): string {
  return randomBytes(11).toString('hex')
}

/** A card pay-in in the flat form. The holder is nobody. */
export function flatCard(number: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    service_code: 'CC1_IG_TRUST_WW_EUR',
    amount: 25.5,
    reference: cardReference(),
    payer_name: 'Ana',
    payer_lastname: 'Prueba',
    payer_phone: 541155550000,
    payer_email: 'ana@example.com',
    payer_address: 'Calle 1',
    payer_city: 'Buenos Aires',
    payer_state_iso_code: 'AR-C',
    payer_country_iso: 'AR',
    payer_zip_code: 1001,
    payer_ip_address: '203.0.113.7',
    payer_card_number: number,
    payer_card_type: number.startsWith('4') ? 'VISA' : 'MASTERCARD',
    payer_card_holder_name: 'ANA PRUEBA',
    payer_card_security_code: '737',
    payer_card_exp_month: '12',
    payer_card_exp_year: '2030',
    ...changes,
  }
}

/** The same in the nested form of the specification's example. */
export function nestedCard(number: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const flat = flatCard(number, changes)
  const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, flat[name]]))
  const contact = ['email', 'phone', 'address', 'city', 'state_iso_code', 'country_iso', 'zip_code'].map(
    (name) => `payer_${name}`,
  )
  return {
    service_code: flat['service_code'],
    customerDetails: { ...pick('payer_name', 'payer_lastname'), contactDetails: pick(...contact) },
    transactionDetails: {
      paymentDetails: pick('amount', 'reference', 'payer_ip_address'),
      cardDetails: {
        ...pick('payer_card_number', 'payer_card_type', 'payer_card_holder_name', 'payer_card_security_code'),
        expiration: pick('payer_card_exp_month', 'payer_card_exp_year'),
      },
    },
    urls: { url_handler_redirect: 'https://shop.example.com/back' },
  }
}

/** A random number of 16 digits that passes the Luhn check and belongs to nobody's test set. */
export function canaryNumber(): string {
  const body = `4${Array.from({ length: 14 }, () => randomInt(10)).join('')}`
  const sum = [...body].reverse().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}
