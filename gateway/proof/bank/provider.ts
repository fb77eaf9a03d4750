import type {
  CallContext,
  CancelResult,
  Connector,
  LateExecutionGuarantee,
  Manifest,
  Order,
  RefundOrder,
} from '../../src/core/connectors/connector.ts'
import { prepareInstructions } from '../../src/core/connectors/simulated-bank/instructions.ts'
import type { NotFound, Outcome } from '../../src/core/values/outcome.ts'
import { ownAccount } from '../../src/extras/bank-accounts/connector/connector.ts'
import { createMoments, type Moments } from '../merchant/moments.ts'
import type { AskedOrder, SimulatedConnectors, Stage } from '../stages/virtual/parts.ts'
import type { SentCall } from '../stages/virtual/world/lease-watch.ts'
import type { SimulatedConnectorName } from '../stages/virtual/world/points.ts'
import { type OpenOrder, type ProviderOrder, ProviderRecords } from './book.ts'
import { beginLife, dispute, type Life } from './life.ts'
import { OrderNames, transactionOf } from './names.ts'
import { type Call, callProvider, type Heard, type Troubles } from './way.ts'
import { outcomeOf, readNotifications, signatureHeader } from './words.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** How far the clock of `sim_deadline` is behind: within what its manifest promises. */
const clockBehindMs = 500

const submitTroubles: Troubles = {
  there: {
    no_connection: 0.03,
    lost: 0.03,
    late_5s: 0.02,
    late_20s: 0.02,
    late_70s: 0.02,
    late_10m: 0.02,
    late_5h: 0.01,
  },
  door: { rate_limited: 0.015, unavailable: 0.015, error_undone: 0.02, error_done: 0.02 },
  back: { slow: 0.03, lost: 0.05, reset: 0.02, unreadable: 0.01 },
}

/** A lost registration that may not be sent again waits for a person for the rest of the run: a long way. */
const registerOnceTroubles: Troubles = {
  ...submitTroubles,
  there: { ...submitTroubles.there, lost: 0.005 },
  door: { ...submitTroubles.door, error_undone: 0.005 },
}

const inquireTroubles: Troubles = {
  there: { no_connection: 0.02, lost: 0.02, late_5s: 0.03 },
  door: { rate_limited: 0.01, unavailable: 0.01, error_undone: 0.03 },
  back: { slow: 0.04, lost: 0.02, unreadable: 0.01 },
}

const cancelTroubles: Troubles = {
  there: { no_connection: 0.02, lost: 0.03, late_5s: 0.02, late_20s: 0.02, late_10m: 0.01 },
  door: { unavailable: 0.02, error_undone: 0.02, error_done: 0.02 },
  back: { slow: 0.03, lost: 0.06, reset: 0.02 },
}

/** How likely an order that arrived is not seen by an inquiry, within the time in which that may happen. */
const hidden = { hidden: 0.2 } as const

/** How likely every second order of a batch is missing in its answer, and what that means for each of them. */
const incomplete = { some: 0.04 } as const
const noResult: Outcome = { kind: 'unknown', why: 'unreadable' }

/** How often it is decided whether a provider goes away for a while: at every so many calls. */
const callsPerOutageDecision = 15
const outages = { away_2m: 0.06, away_30m: 0.03 } as const
/** The same of refunds alone. */
const refundOutages = { shut: 0.06, shut_and_disputed: 0.06 } as const
const shutMs = 10 * minuteMs
const outageMs = { here: 0, away_2m: 2 * minuteMs, away_30m: 30 * minuteMs } as const

interface Kind {
  name: SimulatedConnectorName
  sameKeySameResult: boolean
  lateExecution: readonly LateExecutionGuarantee[]
  visibilityWindowMs: number
}

const kinds: readonly Kind[] = [
  {
    name: 'sim_tombstone',
    sameKeySameResult: true,
    lateExecution: [{ kind: 'tombstone' }],
    visibilityWindowMs: 10 * secondMs,
  },
  {
    name: 'sim_deadline',
    sameKeySameResult: true,
    lateExecution: [{ kind: 'deadline', validForMs: minuteMs, clockMarginMs: secondMs }],
    visibilityWindowMs: 10 * secondMs,
  },
  { name: 'sim_plain', sameKeySameResult: false, lateExecution: [], visibilityWindowMs: minuteMs },
]

export interface SimulatedProviders {
  /** One map for all gateways of a run: what the providers know outlives each of them. */
  connectors: SimulatedConnectors
  /** In the order of their arrival, of one provider after the other. */
  orders(): readonly ProviderOrder[]
  /** Sentences about keys that were used again for another order. A gateway must never do that. */
  conflicts(): readonly string[]
  /** Orders as they were sent, whether or not they arrived. */
  calls(): readonly SentCall[]
  /** Questions about orders, whether or not they arrived. */
  asked(): readonly AskedOrder[]
}

/** The simulated providers of a run, and the real connector to the operator's own accounts. */
export function createProviders(stage: Stage, moments = createMoments()): SimulatedProviders {
  const names = new OrderNames(stage)
  const conflicts: string[] = []
  const calls: SentCall[] = []
  const asked: AskedOrder[] = []
  const providers = kinds.map((kind) => new Provider(kind, { stage, names, conflicts, calls, asked, moments }))
  const own = ownAccount()
  const connectors: Connector[] = [own, ...providers.map((provider) => provider.connector())]
  return {
    connectors: new Map(connectors.map((connector) => [connector.manifest.name, connector])),
    orders: () => providers.flatMap((provider) => provider.book.all()),
    conflicts: () => conflicts,
    calls: () => calls,
    asked: () => asked,
  }
}

interface Surroundings {
  stage: Stage
  names: OrderNames
  conflicts: string[]
  calls: SentCall[]
  asked: AskedOrder[]
  moments: Moments
}

interface Submitted {
  order: Order
  key: string
  accountId: string
  refundOf?: OpenOrder | undefined
}

class Provider {
  readonly book = new ProviderRecords()
  readonly #kind: Kind
  readonly #stage: Stage
  readonly #names: OrderNames
  readonly #conflicts: string[]
  readonly #sent: SentCall[]
  readonly #asked: AskedOrder[]
  readonly #moments: Moments
  /** Keys that were cancelled before their order arrived. */
  readonly #tombstones = new Set<string>()
  #calls = 0
  #awayUntilMs = 0
  #shutUntilMs = 0

  constructor(kind: Kind, { stage, names, conflicts, calls, asked, moments }: Surroundings) {
    this.#kind = kind
    this.#stage = stage
    this.#names = names
    this.#conflicts = conflicts
    this.#sent = calls
    this.#asked = asked
    this.#moments = moments
  }

  connector(): Connector {
    const names = this.#names
    return {
      manifest: manifestOf(this.#kind),
      keyFor: (transactionId, attempt) => {
        names.note(transactionId)
        return attempt === 1 ? transactionId : `${transactionId}-${attempt}`
      },
      prepare: (order) => prepareInstructions(order),
      submit: async (order, key, context) => await this.#submit(order, key, context),
      register: async (orders, context) => await this.#register(orders, context),
      inquire: async (key, context) => await this.#inquire(key, context),
      refund: async (payin, refund, context) => await this.#refund(payin, refund, context),
      inquireRefund: async (key, context) => await this.#inquire(key, context),
      cancel: async (key, context) => await this.#cancel(key, context),
      providerRecords: {
        read: async (after, { account }) => await Promise.resolve(this.book.records(account.id, after)),
        end: async () => await Promise.resolve(this.book.end()),
      },
      notificationHeaders: [signatureHeader],
      readNotifications,
    }
  }

  #noteCall(key: string): void {
    this.#sent.push({ key, gateway: this.#stage.gateway(), atMs: this.#stage.nowMs() })
  }

  async #submit(order: Order, key: string, context: CallContext): Promise<Outcome> {
    this.#noteCall(key)
    const name = this.#names.next(key, 'submit')
    const refundOf = order.refunds && this.book.find(order.refunds.transactionId)
    const arrive = () => this.#take({ order, key, accountId: context.account.id, refundOf })
    const isShut = refundOf && this.#isShut(name, refundOf)
    if (isShut) return { kind: 'not_sent', why: 'unavailable' }
    const heard = await this.#call({ name, timeoutMs: context.timeoutMs, troubles: submitTroubles, arrive })
    return heard.kind === 'failed' ? heard.outcome : heard.answer
  }

  #isShut(name: string, payin: OpenOrder): boolean {
    const nowMs = this.#stage.nowMs()
    if (nowMs < this.#shutUntilMs) return true
    const service = this.#stage.decide(`${name}/service`, 'open', refundOutages)
    if (service === 'open') return false
    this.#shutUntilMs = nowMs + shutMs
    if (service === 'shut_and_disputed') dispute(this.#life(), payin, name)
    return true
  }

  #life(): Life {
    return { stage: this.#stage, book: this.book, moments: this.#moments }
  }

  /** In the provider's book a refund is an order out, beside its pay-in. */
  async #refund(payin: Order, refund: RefundOrder, context: CallContext): Promise<Outcome> {
    const { key, amountMinor, executeBefore } = refund
    const about = { payType: 'refund', transactionId: transactionOf(key), amountMinor, executeBefore } as const
    return await this.#submit({ ...payin, ...about, expiresAt: null, refunds: payin }, key, context)
  }

  async #register(orders: readonly { order: Order; key: string }[], context: CallContext): Promise<readonly Outcome[]> {
    const [first] = orders
    if (first === undefined) return []
    const accountId = context.account.id
    for (const { key } of orders) this.#noteCall(key)
    const name = this.#names.next(first.key, 'announce')
    const arrive = () => orders.map(({ order, key }) => this.#take({ order, key, accountId }))
    const troubles = this.#kind.sameKeySameResult ? submitTroubles : registerOnceTroubles
    const heard = await this.#call({ name, timeoutMs: context.timeoutMs, troubles, arrive })
    if (heard.kind === 'failed') return orders.map(() => heard.outcome)
    const told = orders.length > 1 ? this.#stage.decide(`${name}/results`, 'all', incomplete) : 'all'
    return heard.answer.map((outcome, index) => (told === 'some' && index % 2 === 1 ? noResult : outcome))
  }

  async #inquire(key: string, context: CallContext): Promise<Outcome | NotFound> {
    const name = this.#names.next(key, 'inquire')
    const sent = this.#sent.filter((call) => call.key === key).length
    this.#asked.push({ key, atMs: this.#stage.nowMs(), task: this.#stage.task(), sent })
    const arrive = () => this.#look(key, name)
    const heard = await this.#call({ name, timeoutMs: context.timeoutMs, troubles: inquireTroubles, arrive })
    return heard.kind === 'failed' ? heard.outcome : heard.answer
  }

  async #cancel(key: string, context: CallContext): Promise<CancelResult> {
    const name = this.#names.next(key, 'cancel')
    const arrive = () => this.#stop(key, name)
    const heard = await this.#call({ name, timeoutMs: context.timeoutMs, troubles: cancelTroubles, arrive })
    return heard.kind === 'failed' ? 'unknown' : heard.answer
  }

  async #call<Answer>(call: Omit<Call<Answer>, 'down'>): Promise<Heard<Answer>> {
    return await callProvider(this.#stage, { ...call, down: this.#isAway() })
  }

  #isAway(): boolean {
    const nowMs = this.#stage.nowMs()
    this.#calls += 1
    if (this.#calls % callsPerOutageDecision === 0) {
      const name = `${this.#kind.name}/outage-${this.#calls / callsPerOutageDecision}`
      const outage = this.#stage.decide(name, 'here', outages)
      this.#awayUntilMs = Math.max(this.#awayUntilMs, nowMs + outageMs[outage])
    }
    return nowMs < this.#awayUntilMs
  }

  /** An order arrives. The first one with a key decides; no other one moves money. */
  #take(submitted: Submitted): Outcome {
    const { order, key, accountId, refundOf } = submitted
    const known = this.book.find(key)
    if (known) return this.#takeAgain(known, submitted)
    const atMs = this.#stage.nowMs()
    const name = this.#names.of(key)
    const received = this.book.receive({ order, key, accountId, name, connector: this.#kind.name, atMs, refundOf })
    if (this.#tombstones.has(key)) {
      received.tombstone = true
      // Only a gateway cancels keys. A pay-in whose key it cancelled was called off: nobody was declined.
      return refuse(received, order.payType === 'payin' ? 'cancelled' : 'not_executed')
    }
    if (this.#isPastDeadline(received)) return refuse(received, 'not_executed')
    beginLife(this.#life(), received)
    return outcomeOf(received)
  }

  #takeAgain(known: OpenOrder, submitted: Submitted): Outcome {
    known.submissions += 1
    const difference = differenceOf(known, submitted)
    if (difference !== undefined) {
      this.#conflicts.push(`${known.name} (key ${known.key}): ${difference}`)
      return { kind: 'unknown', why: 'unmapped' }
    }
    // "Duplicate", which says nothing about the first one.
    if (!this.#kind.sameKeySameResult) return { kind: 'unknown', why: 'unmapped' }
    return outcomeOf(known)
  }

  #isPastDeadline({ executeBeforeMs }: OpenOrder): boolean {
    const honours = this.#kind.lateExecution.some(({ kind }) => kind === 'deadline')
    return honours && executeBeforeMs !== undefined && this.#stage.nowMs() - clockBehindMs >= executeBeforeMs
  }

  #look(key: string, name: string): Outcome | NotFound {
    const order = this.book.find(key)
    if (!order || order.state === 'refused' || this.#isHidden(order, name)) return { kind: 'not_found' }
    return outcomeOf(order)
  }

  #isHidden(order: OpenOrder, name: string): boolean {
    if (this.#stage.nowMs() >= order.arrivedAtMs + this.#kind.visibilityWindowMs) return false
    return this.#stage.decide(`${name}/sight`, 'seen', hidden) === 'hidden'
  }

  #stop(key: string, name: string): CancelResult {
    const keepsTombstones = this.#kind.lateExecution.some(({ kind }) => kind === 'tombstone')
    const order = this.book.find(key)
    if (!order || order.state === 'refused') {
      if (!keepsTombstones) return 'not_found'
      this.#tombstones.add(key)
      return 'cancelled'
    }
    if (!keepsTombstones && this.#isHidden(order, name)) return 'not_found'
    if (order.movements.length > 0 || order.state === 'rejected') return 'too_late'
    order.state = 'cancelled'
    order.reason = 'cancelled'
    // A payer who pays in spite of all cannot be stopped: what arrives then comes late.
    order.tombstone = !order.paysLate
    return 'cancelled'
  }
}

function refuse(order: OpenOrder, reason: 'cancelled' | 'not_executed'): Outcome {
  order.state = 'refused'
  order.reason = reason
  return outcomeOf(order)
}

/** Undefined: the same order once more. */
function differenceOf(known: OpenOrder, { order, accountId }: Submitted): string | undefined {
  const direction = order.payType === 'payin' ? 'in' : 'out'
  const pairs: readonly (readonly [string, string, string])[] = [
    ['account', known.accountId, accountId],
    ['direction', known.direction, direction],
    ['currency', known.currency, order.currency],
    ['amount', String(known.orderedMinor), String(order.amountMinor)],
    ['time limit', String(known.executeBeforeMs), String(order.executeBefore?.getTime())],
  ]
  const found = pairs.find(([, before, now]) => before !== now)
  return found && `its ${found[0]} was ${found[1]} first, and ${found[2]} when it was sent again`
}

function manifestOf({ name, sameKeySameResult, lateExecution, visibilityWindowMs }: Kind): Manifest {
  return {
    name,
    environments: ['test', 'live'],
    capabilities: [
      { serviceCode: '*', payType: 'payin' },
      { serviceCode: '*', payType: 'payout' },
    ],
    sameKeySameResult,
    lateExecution,
    visibilityWindowMs,
    inquiries: { perSecond: 50, depositDelaysMs: [hourMs, 6 * hourMs, 24 * hourMs] },
  }
}
