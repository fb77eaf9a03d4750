import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallContext, Connector, Order } from '../../src/core/connectors/connector.ts'
import { present } from '../../src/core/values/assert.ts'
import { TestStage } from '../stages/virtual/support/test-stage.ts'
import type { SimulatedConnectorName } from '../stages/virtual/world/points.ts'
import { createProviders, type SimulatedProviders } from './provider.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const names: readonly SimulatedConnectorName[] = ['sim_tombstone', 'sim_deadline', 'sim_plain']

const context: CallContext = {
  account: { id: '00000000-0000-7000-8000-0000000000aa', connector: 'sim', environment: 'test', credentials: '{}' },
  timeoutMs: 8 * secondMs,
  notifyUrl: 'http://127.0.0.1/provider-notifications/00000000-0000-7000-8000-0000000000aa',
}

function outOf(stage: TestStage, number: number, changes: Partial<Order> = {}): Order {
  return {
    transactionId: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    pointId: 'p',
    environment: 'test',
    payType: 'payout',
    serviceCode: 'BT_BR',
    kind: 'transfer',
    country: 'BR',
    currency: 'BRL',
    amountMinor: 12_345n,
    sequence: BigInt(number),
    expiresAt: null,
    executeBefore: new Date(stage.nowMs() + minuteMs),
    details: { payer_doc_id: '12345678909' },
    instructions: {},
    ...changes,
  }
}

function depositOf(stage: TestStage, number: number): Order {
  const expiresAt = new Date(stage.nowMs() + hourMs)
  return outOf(stage, number, { payType: 'payin', kind: 'qr', expiresAt, executeBefore: null })
}

function open(providers: SimulatedProviders, name: string): Connector {
  return present(providers.connectors.get(name), name)
}

interface Heard<T> {
  value?: T
  atMs?: number
}

function listen<T>(stage: TestStage, promise: Promise<T>): Heard<T> {
  const heard: Heard<T> = {}
  void (async () => {
    heard.value = await promise
    heard.atMs = stage.nowMs()
  })()
  return heard
}

async function after<T>(stage: TestStage, promise: Promise<T>, passMs = minuteMs): Promise<T> {
  const heard = listen(stage, promise)
  await stage.pass(passMs)
  return present(heard.value, 'an answer')
}

test('what is answered with a fault was done or not, as it was decided; a surely unsent order never arrives', async () => {
  const told: Record<string, readonly [string, number]> = {
    'door=error_done': ['unknown', 1],
    'door=error_undone': ['unknown', 0],
    'door=rate_limited': ['not_sent', 0],
    'door=unavailable': ['not_sent', 0],
    'way-there=no_connection': ['not_sent', 0],
    'way-there=lost': ['unknown', 0],
    'way-back=lost': ['unknown', 1],
    'way-back=reset': ['unknown', 1],
    'way-back=unreadable': ['unknown', 1],
    'way-back=slow': ['completed', 1],
  }
  for (const [trouble, expected] of Object.entries(told)) {
    const [place = '', what = ''] = trouble.split('=')
    const stage = new TestStage({ script: { [`payout-1/submit-1/${place}`]: what } })
    const providers = createProviders(stage)
    const bank = open(providers, 'sim_tombstone')
    const order = outOf(stage, 1)
    const outcome = await after(stage, bank.submit(order, bank.keyFor(order.transactionId, 1), context))
    assert.deepEqual([outcome.kind, providers.orders().length], expected, trouble)
  }
})

test('payers pay what was decided, and a deposit that was called off is paid only by those who pay late', async () => {
  const paid: Record<string, readonly bigint[]> = {
    never: [],
    underpaid: [11_110n],
    overpaid: [13_579n],
    paid_twice: [12_345n, 12_345n],
    two_parts: [7_407n, 4_938n],
    paid_late: [12_345n],
    rejected: [],
  }
  for (const [plan, amounts] of Object.entries(paid)) {
    const stage = new TestStage({ script: { 'payin-1/plan': plan } })
    stage.taskName = 'payin-1'
    const providers = createProviders(stage)
    const bank = open(providers, 'sim_tombstone')
    const order = depositOf(stage, 1)
    const key = bank.keyFor(order.transactionId, 1)
    // The loop that registers it has another name; the order keeps that of the request.
    stage.taskName = 'G1.announce-7'
    await after(stage, bank.register?.([{ order, key }], context) ?? Promise.reject(), secondMs)
    await stage.pass(30 * minuteMs)
    const cancelled = await after(stage, bank.cancel?.(key, context) ?? Promise.reject(), secondMs)
    assert.equal(cancelled, plan === 'never' || plan === 'paid_late' ? 'cancelled' : 'too_late', plan)
    await stage.pass(2 * hourMs)
    const [booked] = providers.orders()
    assert.deepEqual(
      booked?.movements.map(({ amountMinor }) => amountMinor),
      amounts,
      plan,
    )
    assert.equal(booked?.tombstone, plan === 'never')
  }
})

/** Several orders at each provider, called by an impatient caller; all outcomes in the order of the calls. */
async function play(seed: number, numbers: readonly number[]) {
  const stage = new TestStage({ seed })
  const providers = createProviders(stage)
  const heard: Heard<unknown>[] = []
  const call = (promise: Promise<unknown> | undefined) => heard.push(listen(stage, present(promise, 'a call')))
  for (const [place, name] of names.entries()) {
    const bank = open(providers, name)
    for (const number of numbers.map((each) => each + 10 * place)) {
      const order = number % 2 === 0 ? outOf(stage, number) : depositOf(stage, number)
      stage.taskName = `${name}-${number}`
      const key = bank.keyFor(order.transactionId, 1)
      if (number % 2 === 0) call(bank.submit(order, key, context))
      else call(bank.register?.([{ order, key }], context))
      await stage.pass(20 * secondMs)
      call(bank.submit(order, key, context))
      call(bank.inquire(key, context))
      call(bank.cancel?.(key, context))
      await stage.pass(20 * secondMs)
    }
  }
  await stage.pass(2 * dayMs)
  return { stage, providers, heard }
}

test('whatever happens on the way, a payout is executed once at most, every call is answered, and the records add up', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const { providers, heard } = await play(seed, [1, 2, 3, 4])
    assert.ok(heard.every(({ atMs }) => atMs !== undefined))
    assert.deepEqual(providers.conflicts(), [])
    for (const order of providers.orders()) {
      const executed = order.movements.filter(({ kind }) => kind === 'executed')
      assert.ok(executed.length <= (order.direction === 'out' ? 1 : 2), `seed ${seed}: ${order.name}`)
      if (order.tombstone) assert.deepEqual(order.movements, [], `seed ${seed}: ${order.name}`)
    }
    for (const name of names) await compareRecords(providers, name)
  }
})

async function compareRecords(providers: SimulatedProviders, name: string): Promise<void> {
  const bank = open(providers, name)
  const asked = { ...context, now: new Date(0) }
  const page = present(await bank.providerRecords?.read(0, asked), 'records')
  assert.equal(page.nextAfter, await bank.providerRecords?.end(asked))
  const booked = providers.orders().filter((order) => order.connector === name && order.state !== 'refused')
  assert.equal(page.records.length, booked.length)
  for (const order of booked) {
    const record = page.records.find(({ key }) => key === order.key)
    const sum = (wanted: string) =>
      order.movements.filter(({ kind }) => kind === wanted).reduce((total, { amountMinor }) => total + amountMinor, 0n)
    assert.equal(record?.executedMinor, sum('executed'))
    assert.equal(record?.reversedMinor, sum('came_back'))
    assert.ok(sum('came_back') <= sum('executed'))
  }
  const others = { ...asked, account: { ...context.account, id: 'other' } }
  assert.deepEqual((await bank.providerRecords?.read(0, others))?.records, [])
  assert.deepEqual((await bank.providerRecords?.read(page.nextAfter, asked))?.records, [])
}

test('the same seed gives the same run, and leaving orders out changes nothing that is decided about the others', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const first = await play(seed, [1, 2, 3, 4])
    const second = await play(seed, [1, 2, 3, 4])
    assert.deepEqual(second.stage.events, first.stage.events)
    assert.deepEqual(second.stage.decisions, first.stage.decisions)
    assert.deepEqual(second.heard, first.heard)
    const decided = first.stage.decisions.map((each) => each.split(': ')[0])
    assert.equal(new Set(decided).size, decided.length, 'a name was used twice')
    const fewer = await play(seed, [1, 4])
    for (const order of fewer.providers.orders()) {
      const same = first.providers
        .orders()
        .find(({ key, connector }) => key === order.key && connector === order.connector)
      assert.equal(order.name, same?.name ?? order.name)
      const plan = fewer.stage.decisions.find((each) => each.startsWith(`${order.name}/plan: `))
      if (same && plan !== undefined) assert.ok(first.stage.decisions.includes(plan))
    }
  }
})
