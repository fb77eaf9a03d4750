import type { Json } from './bank-process.ts'

/** A bank-transfer pay-in of 10.50 ARS, changed as the test wants. */
export function payin(change: Json = {}): Json {
  return {
    direction: 'in',
    kind: 'deposit_account',
    country: 'AR',
    currency: 'ARS',
    amount_minor: '1050',
    decimals: 2,
    ...change,
  }
}

/** A bank-transfer payout of 10.50 ARS. */
export function payout(change: Json = {}): Json {
  return {
    ...payin(),
    direction: 'out',
    kind: 'transfer',
    beneficiary: { name: 'Test Beneficiary', account: '0000003100010000000001' },
    ...change,
  }
}

/** A card pay-in of 25.00 EUR with a published test number. */
export function cardPayin(number: string, change: Json = {}): Json {
  return {
    ...payin({ kind: 'card', country: 'WW', currency: 'EUR', amount_minor: '2500' }),
    card: { number, security_code: '123', holder: 'Test Holder', exp_month: 12, exp_year: '2040', brand: 'VISA' },
    return_url: 'http://127.0.0.1:9/back?cart=7',
    ...change,
  }
}
