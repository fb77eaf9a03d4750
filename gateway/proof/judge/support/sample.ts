import { callbackTemplate } from '../../../src/core/callbacks/rules/callback-body.ts'
import { signCallback } from '../../../src/core/callbacks/rules/signed-callback.ts'
import { present } from '../../../src/core/values/assert.ts'
import type { Status } from '../../../src/core/values/status.ts'
import type {
  AskedOrder,
  BankLine,
  BookedOrder,
  Exchange,
  Observations,
  ReceivedCallback,
} from '../../stages/virtual/parts.ts'
import type { PointFacts, TemplateFacts } from '../../stages/virtual/world/points.ts'
import type { AccountRow, EventRow, PaymentRow, RunRows, TransferRow } from '../rows.ts'

/** For tests: rows that may be changed. */
export type Loose<Value> = {
  -readonly [Name in keyof Value]: Value[Name] extends readonly (infer Item)[] ? Loose<Item>[] : Value[Name]
}

/** A small finished run in which everything is right, for tests that break one thing of it. Amounts in ARS cents. */
export interface Sample {
  rows: Loose<RunRows>
  orders: Loose<BookedOrder>[]
  asked: Loose<AskedOrder>[]
  received: Loose<ReceivedCallback>[]
  exchanges: Loose<Exchange>[]
  bankLines: Loose<BankLine>[]
  facts: TemplateFacts
}

const hourMs = 3_600_000
const beganAtMs = Date.UTC(2031, 2, 3, 12)
const nowMs = beganAtMs + 120 * hourMs
const pointId = '11111111-1111-7111-8111-111111111111'
const accountId = '22222222-2222-7222-8222-222222222222'
const ownAccountId = '33333333-3333-7333-8333-333333333333'
const token = 'a token'
const webhookSecret = `whsec_${Buffer.from('a secret of a webhook').toString('base64')}`
const masterKey = Buffer.alloc(32, 7)
const url = 'https://plain.example/hook'
export const ids = {
  paidOut: '0aaaaaaa-0000-7000-8000-000000000001',
  failed: '0aaaaaaa-0000-7000-8000-000000000002',
  approved: '0aaaaaaa-0000-7000-8000-000000000003',
  paid: '0aaaaaaa-0000-7000-8000-000000000004',
  expired: '0aaaaaaa-0000-7000-8000-000000000005',
  cut: '0aaaaaaa-0000-7000-8000-000000000006',
} as const

/** The terms of the sample: 1 % and a fixed sum both ways; credits wait for an hour; a second key above 5,000.00. */
const fixedMinor = 5n
const feeOf = (amountMinor: bigint) => (amountMinor * 10_000n + 500_000n) / 1_000_000n + fixedMinor

export function sample(): Sample {
  const made: Sample = {
    rows: {
      ...{ nowMs, idleInTransaction: 0, payments: [], history: [], attempts: [], transfers: [], releases: [] },
      ...{ events: [], deliveries: [], notifications: [], lateChecks: [], inbox: [], bankLines: [] },
      ...{ links: [], linkUses: [] },
      accounts: accounts(),
      points: [
        {
          ...{ id: pointId, environment: 'test', returnedFee: 'keep', url, endpointStatus: 'active', accept2xx: false },
          ...{
            refundFee: null,
            sendsRefunds: false,
            breakerOpen: false,
            nextProbeAtMs: null,
            recovering: false,
          },
        },
      ],
      terms: (['payin', 'payout'] as const).map((payType) => ({
        ...{ pointId, payType, serviceCode: '*', millionths: 10_000, fixedMinor },
        releaseDelaySeconds: payType === 'payin' ? 3_600 : null,
      })),
      limits: [{ pointId, currency: 'ARS', singleMinor: null, dailyMinor: 2_000_000n, approvalAboveMinor: 500_000n }],
    },
    ...{ orders: [], asked: [], received: [], exchanges: [], bankLines: [], facts: factsOf() },
  }
  move(made, { kind: 'funding', from: 'funding', to: 'available', amountMinor: 10_000_000n, atMs: beganAtMs - 1_000 })
  addPayouts(made)
  addPayins(made)
  return made
}

export function providersOf({ orders, asked, received, exchanges, bankLines }: Sample): Observations {
  return {
    orders,
    asked,
    received,
    exchanges: exchanges as Exchange[],
    bankLines,
    sent: [],
    lastFaultAtMs: beganAtMs,
  }
}

/** The row of a payment, its history and so on, by the payment's name. */
export function payment({ rows }: Sample, name: keyof typeof ids) {
  const own = <Row extends { transactionId: string | null }>(all: Row[]) =>
    all.filter(({ transactionId }) => transactionId === ids[name])
  return {
    row: present(
      rows.payments.find(({ id }) => id === ids[name]),
      name,
    ),
    history: own(rows.history),
    attempts: own(rows.attempts),
    transfers: own(rows.transfers),
    release: own(rows.releases)[0],
    events: own(rows.events),
    deliveries: own(rows.deliveries),
  }
}

const kinds = ['available', 'pending', 'reserved', 'fees', 'funding', 'settlement', 'suspense'] as const

function accounts(): AccountRow[] {
  return kinds.map((kind, place) => {
    const isOutside = kind === 'settlement' || kind === 'suspense'
    const isStored = kind === 'available' || kind === 'pending' || kind === 'reserved'
    return {
      ...{ id: BigInt(place + 1), environment: 'test', currency: 'ARS', kind },
      ...{ pointId: isOutside ? null : pointId, accountId: isOutside ? accountId : null },
      ...{ balanceMinor: isStored ? 0n : null, overdraftMinor: kind === 'available' ? 0n : null },
    }
  })
}

export const accountIdOf = (kind: (typeof kinds)[number]): bigint => BigInt(kinds.indexOf(kind) + 1)

export interface Move {
  kind: TransferRow['kind']
  from: (typeof kinds)[number]
  to: (typeof kinds)[number]
  amountMinor: bigint
  atMs: number
  transactionId?: string
}

/** One more transfer. */
export function move({ rows }: Sample, { kind, from, to, amountMinor, atMs, transactionId }: Move): void {
  rows.transfers.push({
    ...{
      id: BigInt(rows.transfers.length + 1),
      transactionId: transactionId ?? null,
      pointId,
      kind,
      amountMinor,
      bankLineId: null,
      atMs,
    },
    ...{ debit: accountIdOf(from), credit: accountIdOf(to) },
  })
}

function addPayouts(made: Sample): void {
  const [atMs, amountMinor] = [beganAtMs, 100_000n]
  const feeMinor = feeOf(amountMinor)
  const base = { payType: 'payout', amountMinor, feeMinor, createdAtMs: atMs } as const
  const held = { from: 'reserved', atMs: atMs + 300 } as const
  begin(made, {
    ...base,
    id: ids.paidOut,
    reference: 'paid-out',
    status: 'COMPLETED',
    reason: 'paid',
    creditedMinor: amountMinor,
  })
  reserve(made, ids.paidOut)
  change(made, ids.paidOut, { status: 'COMPLETED', reason: 'paid', source: 'connector', atMs: atMs + 300 })
  move(made, { ...held, kind: 'payout', to: 'settlement', amountMinor, transactionId: ids.paidOut })
  move(made, { ...held, kind: 'payout_fee', to: 'fees', amountMinor: feeMinor, transactionId: ids.paidOut })
  order(made, { id: ids.paidOut, direction: 'out', amountMinor, executedAtMs: atMs + 200 })
  tell(made, ids.paidOut, { path: '/payments/payout_hth', atMs: atMs + 400, status: 'COMPLETED' })

  begin(made, { ...base, id: ids.failed, reference: 'failed', status: 'ERROR', reason: 'declined' })
  reserve(made, ids.failed)
  change(made, ids.failed, { status: 'ERROR', reason: 'declined', source: 'connector', atMs: atMs + 300 })
  move(made, {
    ...held,
    kind: 'unreserve',
    to: 'available',
    amountMinor: amountMinor + feeMinor,
    transactionId: ids.failed,
  })
  order(made, { id: ids.failed, direction: 'out', amountMinor })
  tell(made, ids.failed, { path: '/payments/payout_hth', atMs: atMs + 400, status: 'ERROR' })
  addApproved(made)
}

/** A payout above the limit: a second key agreed to it. */
function addApproved(made: Sample): void {
  const [id, atMs, amountMinor] = [ids.approved, beganAtMs, 600_000n]
  const feeMinor = feeOf(amountMinor)
  const known = { amountMinor, feeMinor, createdAtMs: atMs, approvalUntilMs: atMs + 72 * hourMs }
  const end = { status: 'COMPLETED', reason: 'paid', creditedMinor: amountMinor } as const
  begin(made, { id, reference: 'approved', payType: 'payout', ...known, ...end }, 'awaiting_approval')
  reserve(made, id)
  tell(made, id, { path: '/payments/payout_hth', atMs: atMs + 5, status: 'PENDING' })
  note(made, id, { status: 'PENDING', reason: 'submitted', source: 'approver', atMs: atMs + hourMs })
  change(made, id, { status: 'COMPLETED', reason: 'paid', source: 'connector', atMs: atMs + hourMs + 300 })
  const held = { from: 'reserved', atMs: atMs + hourMs + 300, transactionId: id } as const
  move(made, { ...held, kind: 'payout', to: 'settlement', amountMinor })
  move(made, { ...held, kind: 'payout_fee', to: 'fees', amountMinor: feeMinor })
  order(made, { id, direction: 'out', amountMinor, executedAtMs: atMs + hourMs + 200 })
  const [attempt] = made.rows.attempts.filter(({ transactionId }) => transactionId === id)
  if (attempt) attempt.createdAtMs = atMs + hourMs
  const told = { atMs: atMs + hourMs + 400, status: 'COMPLETED', reason: 'paid' } as const
  tell(made, id, { path: `/payments/${id}/approve`, ...told, key: 'KEY2' })
}

function addPayins(made: Sample): void {
  const [id, atMs, amountMinor] = [ids.paid, beganAtMs + 1_000, 50_000n]
  const feeMinor = feeOf(amountMinor)
  const known = { amountMinor, feeMinor, createdAtMs: atMs, expiredAtMs: atMs + 24 * hourMs }
  const end = { status: 'COMPLETED', reason: 'paid', creditedMinor: amountMinor, receivedMinor: amountMinor } as const
  begin(made, { id, reference: 'paid', payType: 'payin', ...known, ...end })
  tell(made, id, { path: '/payments/payin_hth', atMs: atMs + 5, status: 'PENDING' })
  change(made, id, { status: 'COMPLETED', reason: 'paid', source: 'notification', atMs: atMs + 5_000 })
  move(made, { kind: 'payin', from: 'settlement', to: 'pending', amountMinor, atMs: atMs + 5_000, transactionId: id })
  move(made, {
    kind: 'payin_fee',
    from: 'pending',
    to: 'fees',
    amountMinor: feeMinor,
    atMs: atMs + 5_000,
    transactionId: id,
  })
  const releaseAtMs = atMs + 5_000 + hourMs
  const release = { amountMinor: amountMinor - feeMinor, transactionId: id }
  made.rows.releases.push({ ...release, releaseAtMs, releasedAtMs: releaseAtMs + 1_000 })
  move(made, { kind: 'release', from: 'pending', to: 'available', atMs: releaseAtMs + 1_000, ...release })
  order(made, { id, direction: 'in', amountMinor, executedAtMs: atMs + 4_000 })
  tell(made, id, { path: `/payments/${id}`, atMs: atMs + 9_000, status: 'COMPLETED', reason: 'paid', history: true })
  addUnpaid(made)
}

/** One that nobody paid, and one whose merchant called it off. */
function addUnpaid(made: Sample): void {
  const [atMs, amountMinor] = [beganAtMs + 2_000, 70_000n]
  const known = {
    payType: 'payin',
    amountMinor,
    createdAtMs: atMs,
    expiredAtMs: atMs + hourMs,
    status: 'EXPIRED',
  } as const
  for (const [id, reason, afterMs] of [
    [ids.expired, 'expired', hourMs + 10],
    [ids.cut, 'cancelled', 60_000],
  ] as const) {
    begin(made, { id, reference: reason, reason, ...known })
    tell(made, id, { path: '/payments/payin_hth', atMs: atMs + 5, status: 'PENDING' })
    const source = reason === 'expired' ? 'expiry' : 'api'
    change(made, id, { status: 'EXPIRED', reason, source, atMs: atMs + afterMs })
    order(made, { id, direction: 'in', amountMinor })
  }
  const told = { atMs: atMs + 60_100, status: 'EXPIRED', reason: 'cancelled' } as const
  tell(made, ids.cut, { path: `/payments/${ids.cut}/cancel`, ...told })
}

type Begun = Partial<PaymentRow> &
  Pick<PaymentRow, 'id' | 'reference' | 'payType' | 'status' | 'reason' | 'amountMinor' | 'createdAtMs'>

function begin(
  { rows }: Sample,
  row: Begun,
  reason = row.payType === 'payin' ? 'awaiting_payment' : 'submitted',
): void {
  const { id, createdAtMs } = row
  rows.payments.push({
    ...{ pointId, environment: 'test', serviceCode: 'BT_AR', currency: 'ARS', accountId, card: false },
    ...{ creditedMinor: 0n, receivedMinor: 0n, suspenseMinor: 0n, reversedMinor: 0n, feeMinor: 0n },
    ...{
      payinId: null,
      linkId: null,
      withdrawalAccountId: null,
      needsOperator: null,
      createdByKey: 'KEY1',
      approvalUntilMs: null,
      expiredAtMs: null,
    },
    ...row,
  })
  rows.history.push({
    ...{
      id: BigInt(rows.history.length + 1),
      transactionId: id,
      status: 'PENDING',
      reason,
      source: 'api',
      detail: null,
    },
    atMs: createdAtMs,
  })
  rows.attempts.push({
    ...{
      id: `attempt of ${id}`,
      transactionId: id,
      accountId,
      key: id,
      state: 'closed',
    },
    ...{ leaseOwner: null, leaseUntilMs: null, nextActionAtMs: null, sentAtMs: createdAtMs, createdAtMs },
  })
}

function reserve(made: Sample, id: string): void {
  const row = present(
    made.rows.payments.find((each) => each.id === id),
    'a payment',
  )
  const amountMinor = row.amountMinor + row.feeMinor
  const at = { atMs: row.createdAtMs, transactionId: id }
  move(made, { kind: 'reserve', from: 'available', to: 'reserved', amountMinor, ...at })
}

export interface Change {
  status: Status
  reason: string
  source: string
  atMs: number
}

/** A new line of history without another status. */
export function note({ rows }: Sample, id: string, { status, reason, source, atMs }: Change): void {
  const place = BigInt(rows.history.length + 1)
  rows.history.push({ id: place, transactionId: id, status, reason, source, detail: null, atMs })
}

/** A change of status with its callback, which arrived half a second later. */
export function change(made: Sample, id: string, changed: Change): void {
  const { rows, received } = made
  note(made, id, changed)
  const row = present(
    rows.payments.find((each) => each.id === id),
    'a payment',
  )
  const seq = rows.events.filter(({ transactionId }) => transactionId === id).length + 1
  const { status, atMs } = changed
  const event: EventRow = {
    ...{
      id: `0bbbbbbb-0000-7000-8000-${String(rows.events.length + 1).padStart(12, '0')}`,
      pointId,
      transactionId: id,
    },
    ...{ seq, status, apiKey: BigInt(1_000 + rows.events.length), atMs },
    template: templateOf(row, changed),
  }
  rows.events.push(event)
  rows.deliveries.push({
    ...{
      id: BigInt(rows.deliveries.length + 1),
      eventId: event.id,
      pointId,
      transactionId: id,
      state: 'delivered',
    },
    ...{ attempts: 1, nextAttemptAtMs: atMs, leaseUntilMs: null, deliveredAtMs: atMs + 600 },
  })
  received.push(arrival(event, atMs + 500))
}

/** The event as it arrives, signed half a second before at most. */
export function arrival(event: EventRow, atMs: number): ReceivedCallback {
  const secrets = { token, webhookSecrets: [webhookSecret] }
  const signed = signCallback({ ...event, eventId: event.id }, secrets, Math.floor((atMs - 500) / 1_000))
  return { atMs, url, ...signed, answered: 200 }
}

function templateOf(row: PaymentRow, { status, reason, atMs }: Change): string {
  return callbackTemplate(
    {
      ...{ transactionId: row.id, status, reason: reason as 'paid', reference: row.reference, payType: row.payType },
      ...{ card: false, bookedMinor: status === 'COMPLETED' ? row.creditedMinor : null, currency: 'ARS' },
      ...{ updatedAt: new Date(atMs), methodSendsAmount: true },
    },
    { extraFields: false, amountAlways: false, sendMetadata: false, sendRefunds: false, sendWithdrawals: false },
  )
}

function order(
  { orders }: Sample,
  of: { id: string; direction: 'in' | 'out'; amountMinor: bigint; executedAtMs?: number },
): void {
  const { id: key, direction, amountMinor, executedAtMs: atMs } = of
  const movements = atMs === undefined ? [] : [{ key, atMs, kind: 'executed' as const, amountMinor }]
  const known = { accountId, direction, currency: 'ARS', orderedMinor: amountMinor }
  orders.push({ key, ...known, submissions: 1, tombstone: false, movements })
}

interface Answer {
  path: string
  atMs: number
  status: Status
  reason?: string
  history?: boolean
  key?: string
}

/** What a merchant asked for, 5 ms before the answer, and heard. */
export function tell(made: Sample, id: string, { path, atMs, status, reason, history, key = 'KEY1' }: Answer): void {
  const { row, history: entries } = payment(made, nameOfId(id))
  const amount = Number(row.amountMinor) / 100
  const isCreation = path.endsWith('_hth')
  const told = entries.map((entry) => ({
    ...{ status: entry.status, reason: entry.reason, source: entry.source, detail: entry.detail },
    at: `${new Date(entry.atMs).toISOString().slice(0, -1)}000Z`,
  }))
  const data = { transaction_id: id, reference: row.reference, amount, status }
  const more = { currency: 'ARS', ...(reason ? { reason } : {}), ...(history ? { history: told } : {}) }
  const body = JSON.stringify({ service_code: 'BT_AR', amount, reference: row.reference })
  made.exchanges.push({
    ...{ act: `act-${made.exchanges.length + 1}`, who: 'plain', sentAtMs: atMs - 5, answeredAtMs: atMs },
    request: {
      ...{ method: isCreation || path.split('/').length > 3 ? 'POST' : 'GET', path: `/api/v1${path}` },
      headers: { authorization: `Bearer pas_test_${key}_secret` },
      ...(isCreation ? { body } : {}),
    },
    reply: { kind: 'reply', status: 200, body: JSON.stringify({ status: 'success', data: { ...data, ...more } }) },
  })
}

function nameOfId(id: string): keyof typeof ids {
  const [name] = present(
    Object.entries(ids).find(([, each]) => each === id),
    'a name',
  )
  return name as keyof typeof ids
}

function factsOf(): TemplateFacts {
  const point: PointFacts = {
    ...{ name: 'plain', pointId, merchantId: 'm', environment: 'test', apiKeys: ['KEY1', 'KEY2'], settingsKey: 'KEY3' },
    ...{
      authApiToken: token,
      webhookSecret,
      webhookUrl: url,
      connector: 'sim_tombstone',
      connectorAccountId: accountId,
    },
    services: [{ serviceCode: 'BT_AR', payType: 'payout', currency: 'ARS' }],
    funds: [{ currency: 'ARS', availableMinor: '10000000' }],
    ...{ approvalAboveMinor: '500000', singleMinor: null, dailyMinor: '2000000', limitsCurrency: 'ARS' },
  }
  const manual: PointFacts = {
    ...point,
    ...{ name: 'byhand', pointId: '44444444-4444-7444-8444-444444444444', connectorAccountId: ownAccountId },
    ...{ connector: 'own-account', funds: [] },
  }
  return { points: [point, manual], masterKey: masterKey.toString('base64'), operators: [] }
}
