import { randomUUID } from 'node:crypto'
import type { Connector, NotificationsRead, ProviderEvent } from '../../../src/core/connectors/connector.ts'
import type { Outcome, Reversed } from '../../../src/core/values/outcome.ts'
import { onTheWay } from './faulty-line.ts'
import { simulatedBankSubject } from './subjects.ts'
import type { UnderTest } from './under-test.ts'

const wentBack =
  'what went back is told one by one where the provider lists it, our refunds by their keys, and else as a total alone'

/** Mistakes that real connectors have made, with the case of the kit that must find each. */
export const faults = {
  'takes a time-out for a failure': 'no answer in time after the request was sent: unknown, and the deadline is kept',
  'takes a broken connection for one that was never made': 'the connection breaks after the request was sent: unknown',
  'takes a fault of the provider for a failure':
    'faults of the provider (5xx) and answers that its API does not know are unknown',
  'throws where the provider fails': 'faults of the provider (5xx) and answers that its API does not know are unknown',
  'believes any certificate': 'a provider whose certificate nobody vouches for gets nothing: surely not sent',
  'takes a failed handshake for a sent order':
    'a provider whose certificate nobody vouches for gets nothing: surely not sent',
  'keeps no deadline': 'no answer in time after the request was sent: unknown, and the deadline is kept',
  'takes any answer for its own': 'another order’s answer is no answer',
  'does not look at the amount': 'an answer about another amount is no answer',
  'does not look at the currency': 'an answer about another currency is no answer',
  'forgets the currency of an answer': 'an inquiry about money in another currency says so, or knows nothing',
  'forgets the currency of news': 'news of money in another currency say so, or are nothing',
  'takes what it cannot read for done': 'truncated, empty, HTML, huge and strangely typed answers are unknown',
  'makes a new key for every call':
    'keys are the same for ever for one attempt, and differ between attempts and transactions',
  'uses one key for all attempts':
    'keys are the same for ever for one attempt, and differ between attempts and transactions',
  'believes forged news':
    'a forged notification is nothing: another secret, no signature, a changed byte, another time stamp',
  'believes recorded news': 'a recorded notification is nothing a day later, nor one from the future',
  'gives every telling a new event':
    'repeated news have the same event, other news another one, in whatever order they come',
  'takes a partial return for a whole one': 'returned: what came back, in part and whole, and what had moved before',
  'takes a missing result of a batch for pending':
    'a batch gives every order its own result, and what is missing is unknown',
  'takes too many requests for a failure': 'refusals of the way there (429) are surely not sent, with the time to wait',
  'says cancelled without having heard it': 'calling off answers neither when the provider said nothing',
  'never says cancelled': 'calling off answers cancelled when the provider said so, and too late when it said that',
  'does not hear that it is too late':
    'calling off answers cancelled when the provider said so, and too late when it said that',
  'waits for an order that the provider does not know':
    'asking about a key that was never sent says that it is not there',
  'calls an order doubtful that the provider does not know':
    'asking about a key that was never sent says that it is not there',
  'has another key after a restart':
    'a process that died between commit and call is followed by one that finds nothing under the same key and sends it',
  'takes an order that was not found for one that it gave up':
    'a process that died between commit and call is followed by one that finds nothing under the same key and sends it',
  'sends twice to be sure': 'a card goes out once, and stands in no outcome, whatever comes back',
  'does not want money that comes late':
    'money that comes after the expiry is told as what it is, to the process that sent the order and to another',
  'makes instructions by chance': 'instructions are made without a call, and the same again from the same order',
  'repeats the card in its outcome': 'a card goes out once, and stands in no outcome, whatever comes back',
  'sends no deadline': 'an order carries its deadline, the same at every sending, by whichever process',
  'extends the deadline at every sending':
    'an order carries its deadline, the same at every sending, by whichever process',
  'waits for an order that was refused as too late':
    'an order that its provider refuses as too late surely moved no money',
  'takes a key that the provider does not know for one that it cancelled':
    'calling off a key that the provider does not know is done only where it keeps a tombstone for that key',
  'takes any answer to calling off for done':
    'calling off a key that the provider does not know is done only where it keeps a tombstone for that key',
  'promises a tombstone and cannot call off': 'what it promises about late executions can be kept',
  'calls an order final that is not found at once': 'what it promises about late executions can be kept',
  'follows where the provider points': 'a redirect is not followed: the order would go to somebody else',
  'refunds under the key of the pay-in':
    'a refund has its own key, names its pay-in and its own amount; a fault of the provider is unknown, and asking tells',
  'refunds the whole payment':
    'a refund has its own key, names its pay-in and its own amount; a fault of the provider is unknown, and asking tells',
  'forgets which of what went back was our refund': wentBack,
  'says that nothing went back where nothing is listed': wentBack,
  'takes a refund under way for one that went back': wentBack,
  'names what went back by ids of its own': wentBack,
  'makes codes for payers and cannot call off':
    'what its provider makes for a payer it can call off, because a merchant may not ask again for it',
  'refunds and cannot ask about it': 'a refund that it sends it can ask about, because its answer may be lost',
  'takes a fault at a refund for a failure':
    'a refund has its own key, names its pay-in and its own amount; a fault of the provider is unknown, and asking tells',
} as const

export type Fault = keyof typeof faults

/** The connector of the simulated bank with one mistake. For the proof that the kit finds it. */
export function faulty(fault: Fault): UnderTest {
  return {
    ...simulatedBankSubject,
    name: `a connector that ${fault}`,
    make: (url) => {
      const right = onTheWay(fault, url) ?? simulatedBankSubject.make(url)
      if (fault === 'promises a tombstone and cannot call off') {
        const { cancel: _cannot, ...rest } = right
        return rest
      }
      if (fault === 'makes codes for payers and cannot call off') {
        const { cancel: _cannot, ...rest } = right
        return { ...rest, manifest: { ...rest.manifest, givesInstructions: true } }
      }
      if (fault === 'refunds and cannot ask about it') {
        const { inquireRefund: _cannot, ...rest } = right
        return rest
      }
      return { ...right, ...mistake(fault, right, url) }
    },
  }
}

const failed: Outcome = { kind: 'rejected', reason: 'other' }
const done: Outcome = { kind: 'completed', creditedMinor: 123_456n }

function mistake(fault: Fault, right: Connector, url: string): Partial<Connector> {
  const submit = (change: (outcome: Outcome) => Outcome): Partial<Connector> => ({
    submit: async (...call) => change(await right.submit(...call)),
  })
  const when = (why: string, instead: Outcome) =>
    submit((outcome) => (outcome.kind === 'unknown' && outcome.why === why ? instead : outcome))
  switch (fault) {
    case 'takes a time-out for a failure':
      return when('timeout', failed)
    case 'takes a failed handshake for a sent order':
      return submit((outcome) =>
        outcome.kind === 'not_sent' && outcome.why === 'connect_failed'
          ? { kind: 'unknown', why: 'reset_after_send' }
          : outcome,
      )
    case 'takes a broken connection for one that was never made':
      return when('reset_after_send', { kind: 'not_sent', why: 'connect_failed' })
    case 'takes a fault of the provider for a failure':
      return when('server_error', failed)
    case 'throws where the provider fails':
      return submit((outcome) => {
        if (outcome.kind === 'unknown' && outcome.why === 'server_error') throw new Error('500')
        return outcome
      })
    case 'keeps no deadline':
      return {
        submit: async (order, key, context) => await right.submit(order, key, { ...context, timeoutMs: 60_000 }),
      }
    case 'takes what it cannot read for done':
      return when('unreadable', done)
    case 'takes too many requests for a failure':
      return submit((outcome) => (outcome.kind === 'not_sent' && outcome.why === 'rate_limited' ? failed : outcome))
    case 'takes a partial return for a whole one':
      return submit((outcome) => (outcome.kind === 'reversed' ? { ...outcome, amountMinor: 123_456n } : outcome))
    case 'makes instructions by chance':
      return { prepare: () => ({ clabe: randomUUID() }) }
    case 'takes a missing result of a batch for pending':
      return {
        register: async (...call) =>
          ((await right.register?.(...call)) ?? []).map((each) =>
            each.kind === 'unknown' ? { kind: 'pending' } : each,
          ),
      }
    default:
      return {
        ...refundMistake(fault, right),
        ...keyMistake(fault),
        ...cancelMistake(fault, right),
        ...otherMistake(fault, right, url),
      }
  }
}

function refundMistake(fault: Fault, right: Connector): Partial<Connector> {
  switch (fault) {
    case 'refunds under the key of the pay-in':
      return {
        refund: async (order, refund, context) =>
          (await right.refund?.(order, { ...refund, key: right.keyFor(order.transactionId, 1) }, context)) ?? failed,
      }
    case 'refunds the whole payment':
      return {
        refund: async (order, refund, context) =>
          (await right.refund?.(order, { ...refund, amountMinor: order.amountMinor }, context)) ?? failed,
      }
    case 'forgets which of what went back was our refund':
      return changedReversals(right, () => undefined)
    case 'says that nothing went back where nothing is listed':
      return changedReversals(right, (listed) => listed ?? [])
    case 'takes a refund under way for one that went back':
      return changedReversals(right, (listed) => listed?.map((each) => ({ ...each, isDone: true })))
    case 'names what went back by ids of its own':
      return changedReversals(right, (listed) => listed?.map((each, index) => ({ ...each, id: String(index) })))
    case 'takes a fault at a refund for a failure':
      return {
        refund: async (...call) => {
          const outcome = (await right.refund?.(...call)) ?? failed
          return outcome.kind === 'unknown' ? failed : outcome
        },
      }
    default:
      return {}
  }
}

function changedReversals(
  right: Connector,
  change: (listed: Reversed['reversals']) => Reversed['reversals'],
): Partial<Connector> {
  return {
    inquire: async (...call) => {
      const answer = await right.inquire(...call)
      if (answer.kind !== 'reversed') return answer
      const { reversals, ...rest } = answer
      const changed = change(reversals)
      return changed ? { ...rest, reversals: changed } : rest
    },
  }
}

function keyMistake(fault: Fault): Partial<Connector> {
  switch (fault) {
    case 'makes a new key for every call':
      return { keyFor: () => randomUUID() }
    case 'uses one key for all attempts':
      return { keyFor: (transactionId) => transactionId }
    case 'has another key after a restart': {
      const start = randomUUID().slice(0, 8)
      return { keyFor: (transactionId, attempt) => `${transactionId}-${attempt}-${start}` }
    }
    default:
      return {}
  }
}

function cancelMistake(fault: Fault, right: Connector): Partial<Connector> {
  switch (fault) {
    case 'says cancelled without having heard it':
      return {
        cancel: async (...call) => {
          const said = await right.cancel?.(...call)
          return said === 'too_late' ? said : 'cancelled'
        },
      }
    case 'never says cancelled':
      return { cancel: async () => await Promise.resolve('unknown') }
    case 'does not hear that it is too late':
      return {
        cancel: async (...call) => {
          const said = await right.cancel?.(...call)
          return said === 'cancelled' ? said : 'unknown'
        },
      }
    default:
      return lateMistake(fault, right)
  }
}

function lateMistake(fault: Fault, right: Connector): Partial<Connector> {
  const withDeadline = (deadline: () => Date | null): Partial<Connector> => ({
    submit: async (order, ...call) => await right.submit({ ...order, executeBefore: deadline() }, ...call),
  })
  switch (fault) {
    case 'sends no deadline':
      return withDeadline(() => null)
    case 'extends the deadline at every sending':
      return withDeadline(() => new Date(Date.now() + 90_000))
    case 'waits for an order that was refused as too late':
      return {
        submit: async (...call) => {
          const outcome = await right.submit(...call)
          return outcome.kind === 'rejected' ? { kind: 'unknown', why: 'unmapped' } : outcome
        },
      }
    case 'takes a key that the provider does not know for one that it cancelled':
      return {
        cancel: async (...call) => {
          const said = (await right.cancel?.(...call)) ?? 'unknown'
          return said === 'not_found' ? 'cancelled' : said
        },
      }
    case 'takes any answer to calling off for done':
      return {
        cancel: async (...call) => {
          const said = (await right.cancel?.(...call)) ?? 'unknown'
          return said === 'unknown' ? 'cancelled' : said
        },
      }
    case 'calls an order final that is not found at once':
      return { manifest: { ...right.manifest, visibilityWindowMs: 0, lateExecution: [{ kind: 'not_found_is_final' }] } }
    default:
      return {}
  }
}

function otherMistake(fault: Fault, right: Connector, url: string): Partial<Connector> {
  switch (fault) {
    case 'believes forged news':
      return { readNotifications: (raw) => eventsOf(raw.body) }
    case 'believes recorded news':
      return {
        readNotifications: (raw, account) => {
          const at = Number(raw.headers['x-simbank-timestamp'])
          return right.readNotifications?.(raw, account, new Date(at * 1_000))
        },
      }
    case 'gives every telling a new event':
      return changedEvents(right, (event) => ({ ...event, eventId: randomUUID() }))
    case 'forgets the currency of an answer':
      return { inquire: async (...call) => withoutCurrency(await right.inquire(...call)) }
    case 'forgets the currency of news':
      return changedEvents(right, (event) => ({ ...event, outcome: withoutCurrency(event.outcome ?? done) }))
    case 'repeats the card in its outcome':
      return {
        submit: async (order, key, context) => {
          let number = ''
          const keep = (digits: string) => {
            number = digits
            return digits
          }
          const answer = await fetch(`${url}/v1/orders/${key}`, {
            method: 'PUT',
            body: (await order.card?.secret.use(async (digits) => await Promise.resolve(keep(digits)))) ?? '',
            signal: AbortSignal.timeout(context.timeoutMs),
          })
          return { kind: 'rejected', reason: 'other', detail: { message: `${answer.status} for ${number}` } }
        },
      }
    case 'follows where the provider points':
      return {
        submit: async (order, key, context) => {
          await fetch(`${url}/v1/orders/${key}`, {
            method: 'PUT',
            signal: AbortSignal.timeout(context.timeoutMs),
          }).catch(() => undefined)
          return await right.submit(order, key, context)
        },
      }
    default:
      return memoryMistake(fault, right)
  }
}

function memoryMistake(fault: Fault, right: Connector): Partial<Connector> {
  const known = new Map<string, Date | null>()
  const unlessFound = (instead: Outcome): Partial<Connector> => ({
    inquire: async (...call) => {
      const answer = await right.inquire(...call)
      return answer.kind === 'not_found' ? instead : answer
    },
  })
  switch (fault) {
    case 'waits for an order that the provider does not know':
      return unlessFound({ kind: 'pending' })
    case 'calls an order doubtful that the provider does not know':
      return unlessFound({ kind: 'unknown', why: 'unmapped' })
    case 'takes an order that was not found for one that it gave up':
      return {
        inquire: async (...call) => {
          const answer = await right.inquire(...call)
          if (answer.kind === 'not_found') known.set(call[0], new Date(0))
          return answer
        },
        submit: async (...call) =>
          known.has(call[1]) ? { kind: 'unknown', why: 'unmapped' } : await right.submit(...call),
      }
    case 'does not want money that comes late':
      return {
        submit: async (...call) => {
          known.set(call[1], call[0].expiresAt)
          return await right.submit(...call)
        },
        readNotifications: (raw, account, now) => {
          const read = right.readNotifications?.(raw, account, now)
          const expiresAt = known.get(read?.events[0]?.key ?? '')
          return expiresAt && expiresAt < now ? undefined : read
        },
      }
    default:
      return {}
  }
}

function withoutCurrency<T extends object>(outcome: T): T {
  return Object.fromEntries(Object.entries(outcome).filter(([name]) => name !== 'currency')) as T
}

/** A connector that makes something else of the events that it read. */
export function changedEvents(right: Connector, change: (event: ProviderEvent) => ProviderEvent): Partial<Connector> {
  return {
    readNotifications: (...given) => {
      const read = right.readNotifications?.(...given)
      return read && { ...read, events: read.events.map(change) }
    },
  }
}

function eventsOf(body: Buffer): NotificationsRead | undefined {
  try {
    const { id, key } = JSON.parse(body.toString()) as { id: string; key: string }
    return { events: [{ eventId: id, key, outcome: done }] }
  } catch {
    return undefined
  }
}
