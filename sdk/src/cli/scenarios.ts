import { randomBytes } from 'node:crypto'
import type { PasarelaClient } from '../client/operations.ts'
import type { TransactionReason, TransactionStatus } from '../client/values.ts'

/** A test payment that ends in a certain way. */
export interface Scenario {
  /** Creates it; the transaction_id. */
  create(client: PasarelaClient): Promise<string>
  /** Makes it meet its fate where that does not come by itself. */
  act?(client: PasarelaClient, id: string): Promise<unknown>
  ends: { status: TransactionStatus; reason?: TransactionReason }
}

/** Stays PENDING until a person acts (docs/test-data.md). */
const untouched = 777.01
/** A payout that is accepted, then rejected after 5 seconds. */
const rejectedLater = 777.04

/** What `pasarela trigger` can bring about, by the name of the event. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'payin.completed': {
    create: payin,
    act: async (client, id) => await client.simulate(id, { event: 'paid' }),
    ends: { status: 'COMPLETED' },
  },
  'payin.expired': {
    create: payin,
    act: async (client, id) => await client.simulate(id, { event: 'expire' }),
    ends: { status: 'EXPIRED' },
  },
  'payin.error': {
    create: payin,
    act: async (client, id) => await client.simulate(id, { event: 'declined' }),
    ends: { status: 'ERROR' },
  },
  // A part of the money changes no status; the callback comes when the time for the rest is over.
  'payin.underpaid': {
    create: payin,
    act: async (client, id) => {
      await client.simulate(id, { event: 'paid_partly', amount: '100.50' })
      await client.simulate(id, { event: 'expire' })
    },
    ends: { status: 'EXPIRED', reason: 'underpaid' },
  },
  'payout.completed': { create: async (client) => await payout(client, 1500.5), ends: { status: 'COMPLETED' } },
  'payout.error': { create: async (client) => await payout(client, rejectedLater), ends: { status: 'ERROR' } },
  'payout.returned': {
    create: async (client) => await payout(client, 1500.5),
    act: async (client, id) => await client.simulate(id, { event: 'return' }),
    ends: { status: 'ERROR', reason: 'returned' },
  },
  'card.completed': { create: async (client) => await card(client, '4111111111111111'), ends: { status: 'COMPLETED' } },
  'card.error': { create: async (client) => await card(client, '4000000000000002'), ends: { status: 'ERROR' } },
}

/** 22 letters and digits, as card pay-ins demand. */
function newReference(): string {
  return randomBytes(11).toString('hex')
}

async function payin(client: PasarelaClient): Promise<string> {
  const { data } = await client.createPayin({
    service_code: 'BT_AR',
    amount: untouched,
    reference: newReference(),
    payer_doc_id: '20-26756539-3',
  })
  return data.transaction_id
}

async function payout(client: PasarelaClient, amount: number): Promise<string> {
  const { data } = await client.createPayout({
    service_code: 'BT_AR',
    amount,
    reference: newReference(),
    account_type: 'CBU',
    account: '2850590940090418135201',
  })
  return data.transaction_id
}

/** A card of the test table; its holder does not exist. */
async function card(client: PasarelaClient, number: string): Promise<string> {
  const { data } = await client.createPayin({
    service_code: 'CC1_IG_TRUST_WW_EUR',
    amount: 25.5,
    reference: newReference(),
    payer_name: 'Ana',
    payer_lastname: 'Prueba',
    payer_phone: '541155550000',
    payer_email: 'ana@example.com',
    payer_address: 'Calle 1',
    payer_city: 'Buenos Aires',
    payer_state_iso_code: 'AR-C',
    payer_country_iso: 'AR',
    payer_zip_code: '1001',
    payer_ip_address: '203.0.113.7',
    payer_card_number: number,
    payer_card_type: 'VISA',
    payer_card_holder_name: 'ANA PRUEBA',
    payer_card_security_code: '737',
    payer_card_exp_month: '12',
    payer_card_exp_year: '2030',
  })
  return data.transaction_id
}
