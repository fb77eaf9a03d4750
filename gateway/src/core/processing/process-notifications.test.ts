import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { aConnectorAccount, aProcess, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import type { Connector, IncomingMoney, NotificationsRead, RawNotification } from '../connectors/connector.ts'
import { simulatedBank } from '../connectors/simulated-bank/connector.ts'
import { siteAt } from '../platform/deps.ts'
import type { NotFound, Outcome } from '../values/outcome.ts'
import { applyOutcomes } from './apply-outcome.ts'
import type { ProcessingDeps } from './deps.ts'
import { inquiryBudget } from './inquiries/inquiry-budget.ts'
import { notificationJob, processNotifications } from './process-notifications.ts'
import { receiveNotification } from './receive-notification.ts'
import type { ApplyItem } from './status-update.ts'
import { insertCertificationKey } from './store/certification-keys.ts'
import { insertTransactions } from './store/creations.ts'
import type { NewIncomingMoney } from './store/incoming-money.ts'

const world = await setUp({ after })
const { pointId } = await aPoint(world)
const connectorAccountId = await aConnectorAccount(world)
const process = aProcess(world)
const { owner } = world.database

const completed: Outcome = { kind: 'completed', currency: 'ARS' }
/** What the provider says of each key when it is asked; `unknown` where nothing stands here. */
const answers = new Map<string, Outcome | NotFound>()
const payments = new Map<string, { kind: 'incoming'; money: IncomingMoney }>()
/** What the extra was offered, and whether it takes it. */
const taken: string[] = []
let takes = true
const asked: string[] = []
let read: NotificationsRead | undefined
let raws: RawNotification[] = []
const { manifest } = simulatedBank({ baseUrl: 'http://127.0.0.1:9' })
const provider: Connector = {
  manifest,
  keyFor: (id) => id,
  submit: async () => await Promise.resolve({ kind: 'pending' }),
  inquire: async (key) => {
    asked.push(key)
    return await Promise.resolve(answers.get(key) ?? { kind: 'unknown', why: 'timeout' })
  },
  inquireIncoming: async (key) => await Promise.resolve(payments.get(key) ?? { kind: 'unknown' }),
  notificationHeaders: ['x-signature'],
  readNotifications: (raw) => {
    raws.push(raw)
    return read
  },
  notificationReply: ({ body }, received) => ({ status: 202, type: 'text/plain', body: `${received} ${body}` }),
}
const account = { id: connectorAccountId, connector: 'simulated-bank', environment: 'test', credentials: '{}' } as const
const deps = {
  ...process,
  clock: world.clock,
  connectors: new Map([['simulated-bank', provider]]),
  routes: { account: async () => await Promise.resolve(account) },
  applyOutcome: async (item: ApplyItem) => (await applyOutcomes(process, [item]))[0],
  alongIncoming: async (_tx: unknown, incoming: readonly NewIncomingMoney[]) => {
    taken.push(...incoming.map(({ money }) => money.providerId))
    return await Promise.resolve(takes ? incoming.map(({ id }) => id) : [])
  },
  inquiryBudget: inquiryBudget(() => 1),
  site: siteAt(''),
} as unknown as ProcessingDeps

async function payin(): Promise<string> {
  const item = aTransaction(world, { pointId, connectorAccountId })
  await insertTransactions(world.database.engine, [item])
  return item.id
}

async function receive(given: NotificationsRead | undefined, body = 'a push') {
  read = given
  const headers = { 'x-signature': '4111111111111111', referer: '4111111111111111' }
  const at = { path: '/secret', query: 'a=b', remoteAddress: '203.0.113.7' }
  return await receiveNotification(deps, { connectorAccountId, body: Buffer.from(body), headers, ...at })
}

const statusOf = async (id: string) =>
  (await owner.query('select status from transactions where id = $1', [id])).rows[0].status

const rowsOf = async (keys: readonly string[]) =>
  (
    await owner.query(
      `select attempt_key as key, body::text, headers ? 'x-signature' as signed, push_id = id as whole, prompts_inquiry as prompts, state
        from provider_notifications where attempt_key = any ($1) order by id`,
      [keys],
    )
  ).rows

test('a push of several events is stored once, each event once, and each is applied from it', async () => {
  const keys = [await payin(), await payin(), await payin()]
  const events = keys.map((key) => ({ eventId: `event ${key}`, key, outcome: completed }))
  await receive({ events: events.slice(0, 1) }, 'the first alone')
  const { kind, reply } = await receive({ events: [...events, ...events] })
  assert.deepEqual([kind, reply?.body], ['stored', 'stored a push'])
  await receive({ events })
  const rows = await rowsOf(keys)
  assert.equal(rows.length, 3)
  const text = (words: string) => `\\x${Buffer.from(words).toString('hex')}`
  assert.deepEqual(
    rows.map(({ body, signed, whole }) => [body, signed, whole]),
    [
      [text('the first alone'), true, null],
      [text('a push'), true, true],
      ['\\x', false, false],
    ],
  )
  raws = []
  await processNotifications(deps)
  assert.deepEqual(await Promise.all(keys.map(statusOf)), ['COMPLETED', 'COMPLETED', 'COMPLETED'])
  assert.deepEqual(raws.map(({ body }) => body.toString()).toSorted(), ['a push', 'a push', 'the first alone'])
  for (const { headers, path, query, remoteAddress } of raws) {
    assert.equal(headers['x-signature'], '4111111111111111')
    assert.deepEqual([path, query, remoteAddress], [undefined, undefined, undefined])
  }
})

test('events that no table takes are dropped alone, a push of more than 100 is refused whole, and one of none is kept', async () => {
  const key = await payin()
  const good = { eventId: `good ${key}`, key, outcome: completed }
  const bad = [
    { ...good, eventId: '' },
    { ...good, eventId: 'x'.repeat(129) },
    { ...good, eventId: 'nul \u0000' },
    { ...good, key: 'x'.repeat(65) },
  ]
  assert.equal((await receive({ events: [...bad, good] })).kind, 'stored')
  assert.equal((await rowsOf([key])).length, 1)
  const many = Array.from({ length: 101 }, (_, n) => ({ ...good, eventId: `${key} ${n}` }))
  const refused = await receive({ events: many })
  assert.deepEqual([refused.kind, refused.reply?.body], ['refused', 'refused a push'])
  assert.equal((await receive(undefined)).kind, 'refused')
  assert.equal((await rowsOf([key])).length, 1)
  assert.equal((await receive({ events: [] })).kind, 'stored')
})

test('an event without an outcome keeps nothing of its push; the provider is asked until it answers', async () => {
  const key = await payin()
  await receive({ events: [{ eventId: `prompt ${key}`, key }] }, '{"status":"paid"}')
  assert.deepEqual(await rowsOf([key]), [
    { key, body: '\\x', signed: false, whole: null, prompts: true, state: 'received' },
  ])
  raws = []
  const job = notificationJob(deps)
  const round = async () => {
    await owner.query('update provider_notifications set next_try_at = gateway_now() where attempt_key = $1', [key])
    await job.runOnce()
    await job.stop()
    return [await statusOf(key), (await rowsOf([key]))[0].state]
  }
  assert.deepEqual(await round(), ['PENDING', 'received'], 'no answer: it is asked about later')
  answers.set(key, completed)
  assert.deepEqual(await round(), ['COMPLETED', 'processed'])
  assert.equal(asked.filter((each) => each === key).length, 2)
  assert.ok(!raws.some(({ body }) => body.toString().includes('paid')), 'nothing of the push is read again')
  const unknown = await payin()
  answers.set(unknown, { kind: 'not_found' })
  await receive({ events: [{ eventId: randomUUID(), key: unknown }] })
  await processNotifications(deps)
  assert.deepEqual([await statusOf(unknown), (await rowsOf([unknown]))[0].state], ['PENDING', 'unmatched'])
})

test('money for none of our orders is stored once: of a push, or as the provider says when a prompt names it', async () => {
  const at = new Date('2030-06-14T12:00:00Z')
  const [pushed, prompted] = [randomUUID(), randomUUID()]
  const sender = { name: 'Ana 4111111111111111', document: '1' }
  const money = { providerId: pushed, amountMinor: 5n, currency: 'ARS', sender, at } as const
  const bad = [
    { ...money, amountMinor: 0n },
    { ...money, providerId: '' },
    { ...money, at: new Date(Number.NaN) },
  ]
  taken.length = 0
  for (let n = 0; n < 2; n++)
    assert.equal((await receive({ events: [], incoming: [...bad, money, money] })).kind, 'stored')
  await receive({ events: [{ eventId: randomUUID(), key: prompted }] })
  const due = async () => {
    await owner.query('update provider_notifications set next_try_at = gateway_now() where attempt_key = $1', [
      prompted,
    ])
    await processNotifications(deps)
    return (await rowsOf([prompted]))[0].state
  }
  assert.equal(await due(), 'received', 'the provider does not answer')
  payments.set(prompted, { kind: 'incoming', money: { ...money, providerId: prompted, sender: {}, reference: 'rent' } })
  takes = false
  assert.equal(await due(), 'processed')
  const { rows } = await owner.query(
    `select provider_id, amount_minor::int, currency, reference, sender_name, moved_at, taken_at is not null as taken
      from incoming_money where provider_id = any ($1) order by id`,
    [[pushed, prompted]],
  )
  const common = { amount_minor: 5, currency: 'ARS', moved_at: at }
  assert.deepEqual(rows, [
    { ...common, provider_id: pushed, reference: null, sender_name: 'Ana 411111******1111', taken: true },
    { ...common, provider_id: prompted, reference: 'rent', sender_name: null, taken: false },
  ])
  assert.deepEqual(taken, [pushed, prompted])
})

test('what is told about a certification run is done with: the provider is not asked, and its payment is nobody’s money', async () => {
  const [key, providerId] = [randomUUID(), randomUUID()]
  for (const each of [key, providerId]) await insertCertificationKey(world.database.engine, connectorAccountId, each)
  payments.set(key, {
    kind: 'incoming',
    money: { providerId: 'asked', amountMinor: 1n, currency: 'ARS', at: new Date() },
  })
  taken.length = 0
  const money = { providerId, amountMinor: 1n, currency: 'ARS', at: new Date() } as const
  await receive({ events: [{ eventId: randomUUID(), key }], incoming: [money] })
  await processNotifications(deps)
  assert.deepEqual([(await rowsOf([key]))[0].state, taken], ['processed', []])
  const { rows } = await owner.query(`select from incoming_money where provider_id in ($1, 'asked')`, [providerId])
  assert.deepEqual(rows, [])
})

test('prompted inquiries stay within what the provider allows a second', async () => {
  const key = await payin()
  answers.set(key, { kind: 'pending' })
  for (let n = 0; n < 3; n++) await receive({ events: [{ eventId: randomUUID(), key }] })
  await processNotifications({ ...deps, inquiryBudget: inquiryBudget(() => manifest.inquiries.perSecond) })
  assert.equal(asked.filter((each) => each === key).length, 1)
  assert.equal((await rowsOf([key])).filter(({ state }) => state === 'received').length, 2)
})
