import type { Connector } from '../../../src/core/connectors/connector.ts'
import { exampleSubject } from './example-provider.ts'
import { changedEvents } from './faulty-connector.ts'
import type { UnderTest } from './under-test.ts'

const several = 'a push of several events tells each of them, and a forged one drops only itself'
const again =
  'what is stored of a push is enough to read its outcomes again: the body, and the headers that it asked for'

const incoming =
  'money that came for no order is what the provider says when it is asked, and a fault of it is no answer'

/** Mistakes about pushes, with the case of the kit that must find each. */
export const pushFaults = {
  'drops a push for one forged event': several,
  'believes a push for one genuine event': several,
  'tells only the first event of a push': several,
  'needs the sender’s address to read a push again': again,
  'believes a push that nobody signed':
    'a push that nobody signed prompts an inquiry, and says nothing about the money',
  'takes the money that nobody signed':
    'a push that nobody signed prompts an inquiry, and says nothing about the money',
  'takes a fault for money that did not come': incoming,
  'takes any payment for the one that it asked about': incoming,
  'acknowledges what was refused':
    'the answer to a push is the same for the same push, and does not acknowledge what was refused',
} as const

const notFound = { kind: 'not_found' } as const

export type PushFault = keyof typeof pushFaults

/** The connector of the example with one mistake. */
export function faultyPushes(fault: PushFault): UnderTest {
  return {
    ...exampleSubject,
    name: `a connector that ${fault}`,
    make: (url) => {
      const right = exampleSubject.make(url)
      return { ...right, ...mistake(fault, right) }
    },
  }
}

function mistake(fault: PushFault, right: Connector): Partial<Connector> {
  const reading = (change: (...given: Parameters<NonNullable<Connector['readNotifications']>>) => boolean) => ({
    readNotifications: (...given: Parameters<NonNullable<Connector['readNotifications']>>) =>
      change(...given) ? right.readNotifications?.(...given) : undefined,
  })
  switch (fault) {
    case 'drops a push for one forged event':
      return reading((...given) => (right.readNotifications?.(...given)?.dropped ?? 0) === 0)
    case 'needs the sender’s address to read a push again':
      return reading((raw) => raw.remoteAddress !== undefined)
    case 'believes a push for one genuine event':
      return {
        readNotifications: (...given) => {
          const read = right.readNotifications?.(...given)
          const [first] = read?.events ?? []
          const forged = Array.from({ length: read?.dropped ?? 0 }, (_, n) => ({ ...first, eventId: `forged-${n}` }))
          return read && { events: [...read.events, ...(forged as typeof read.events)], dropped: 0 }
        },
      }
    case 'tells only the first event of a push':
      return {
        readNotifications: (...given) => {
          const read = right.readNotifications?.(...given)
          return read && { ...read, events: read.events.slice(0, 1) }
        },
      }
    case 'believes a push that nobody signed':
      return changedEvents(right, (event) => ({ outcome: { kind: 'completed' }, ...event }))
    case 'takes the money that nobody signed':
      return {
        readNotifications: (...given) => {
          const read = right.readNotifications?.(...given)
          const money = { providerId: 'x', amountMinor: 1n, currency: 'ARS', at: new Date() } as const
          return read && { ...read, incoming: [money] }
        },
      }
    case 'takes a fault for money that did not come':
    case 'takes any payment for the one that it asked about':
      return {
        inquireIncoming: async (key, context) => {
          const told = (await right.inquireIncoming?.(key, context)) ?? { kind: 'unknown' }
          if (fault === 'takes a fault for money that did not come') return told.kind === 'unknown' ? notFound : told
          const other = await right.inquireIncoming?.('another', context)
          return told.kind === 'unknown' ? (other ?? told) : told
        },
      }
    case 'acknowledges what was refused':
      return { notificationReply: (raw) => right.notificationReply?.(raw, 'stored') }
  }
}
