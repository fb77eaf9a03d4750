import { createHmac } from 'node:crypto'
import type { Order } from '../../../src/core/connectors/connector.ts'
import { simulatedBank } from '../../../src/core/connectors/simulated-bank/connector.ts'
import { uuidV7 } from '../../../src/core/platform/ids.ts'
import { ownAccount } from '../../../src/extras/bank-accounts/connector/connector.ts'
import { pixSubject } from './pix-subject.ts'
import type { ProviderScript, Said, UnderTest } from './under-test.ts'

const secret = 'notification-secret-of-the-kit'
let sequence = 36n ** 5n

function anOrder(environment: 'test' | 'live') {
  return (payType: 'payin' | 'payout'): Order => {
    sequence++
    return {
      transactionId: uuidV7(new Date()),
      pointId: uuidV7(new Date()),
      environment,
      payType,
      serviceCode: 'BT_AR',
      kind: payType === 'payin' ? 'deposit_account' : 'transfer',
      country: 'AR',
      currency: 'ARS',
      amountMinor: 123_456n,
      sequence,
      expiresAt: payType === 'payin' ? new Date(Date.now() + 3_600_000) : null,
      executeBefore: null,
      details: {},
      instructions: {},
    }
  }
}

const speaksBank: ProviderScript = {
  answer: (order, key, said) => bankOrder(order, key, said),
  notFound: { status: 404, body: { error: 'not_found' } },
  calledOff: (order, key) => ({
    cancelled: { status: 200, body: { ...bankOrder(order, key, { state: 'pending' }), state: 'cancelled' } },
    tooLate: {
      status: 409,
      body: { error: 'not_cancellable', order: bankOrder(order, key, { state: 'completed' }) },
    },
  }),
  tombstone: (key) => ({ status: 200, body: { key, state: 'cancelled', tombstone: true } }),
  deadlineOf: (body) => {
    const text = /"execute_before":"([^"]+)"/.exec(body)?.[1]
    return text === undefined ? undefined : new Date(text)
  },
  refusedLate: ['key_cancelled', 'deadline_passed'].map((error) => ({ status: 409, body: { error } })),
  batchAnswer: (orders) => ({
    results: orders.map(({ order, key }) => ({ key, status: 200, order: bankOrder(order, key, { state: 'pending' }) })),
  }),
  records: (path, told) => {
    const query = new URL(path, 'http://bank').searchParams
    const after = Number(query.get('after') ?? told.length)
    const records = told.slice(after, after + 2).map(({ key, order, payments, backMinor, at }) => ({
      ...{ key, direction: 'in', currency: order.currency, amount_minor: order.amountMinor.toString() },
      executed: payments.length,
      executed_minor: payments.reduce((sum, each) => sum + each, 0n).toString(),
      ...{ reversed_minor: backMinor.toString(), moved_at: at.toISOString() },
    }))
    return { status: 200, body: { seq: told.length, records, next_after: Math.min(after + 2, told.length) } }
  },
  notification: (order, key, given) => {
    const body = Buffer.from(JSON.stringify({ id: given.eventId, key, order: bankOrder(order, key, given.said) }))
    const timestamp = Math.floor(given.at.getTime() / 1_000).toString()
    const signature = createHmac('sha256', given.secret ?? secret)
      .update(`${timestamp}.`)
      .update(body)
      .digest('hex')
    return { body, headers: { 'x-simbank-timestamp': timestamp, 'x-simbank-signature': `v1=${signature}` } }
  },
}

function bankOrder(order: Order, key: string, said: Said): object {
  const credited = said.creditedMinor ?? order.amountMinor
  const moved = said.state === 'completed' || said.state === 'reversed'
  return {
    key: said.key ?? key,
    state: said.state,
    bank_reference: 'SB1',
    amount_minor: (said.amountMinor ?? order.amountMinor).toString(),
    currency: said.currency ?? order.currency,
    ...(moved ? { credited_minor: credited.toString() } : {}),
    ...(said.state === 'reversed' ? { reversed_minor: (said.reversedMinor ?? credited).toString() } : {}),
    ...(said.reversals && {
      reversals: said.reversals.map(({ id, amountMinor, isDone }) => ({
        id,
        amount_minor: amountMinor.toString(),
        status: isDone ? 'done' : 'failed',
      })),
    }),
    ...(said.state === 'rejected' ? { reason: 'declined' } : {}),
  }
}

export const simulatedBankSubject: UnderTest = {
  name: 'the simulated bank',
  make: (baseUrl) => simulatedBank({ baseUrl }),
  account: {
    id: uuidV7(new Date()),
    connector: 'simulated-bank',
    environment: 'test',
    credentials: JSON.stringify({ token: 'token-of-the-kit-0123456789', notification_secret: secret }),
  },
  order: anOrder('test'),
  provider: speaksBank,
  keyLengthMax: 64,
}

export const ownAccountSubject: UnderTest = {
  name: 'own accounts',
  make: () => ownAccount(),
  account: {
    id: uuidV7(new Date()),
    connector: 'own-account',
    environment: 'live',
    credentials: '{"reference_key":"k"}',
  },
  order: anOrder('live'),
  depositAccount: {
    id: uuidV7(new Date()),
    serviceCode: 'BT_AR',
    bank: 'Banco',
    number: '2850590940090418135201',
    type: 'CBU',
    beneficiary: 'Tienda SA',
    docId: null,
    extra: {},
  },
  keyLengthMax: 64,
}

export const subjects: readonly UnderTest[] = [simulatedBankSubject, ownAccountSubject, pixSubject]
