import { randomUUID } from 'node:crypto'
import type { Connector } from '../../../src/connectors/connector.ts'
import { pixSubject } from './pix-subject.ts'
import type { UnderTest } from './under-test.ts'

/** Mistakes of connectors whose notifications prove nothing and whose answers say how to pay, with the case that finds each. */
export const pixFaults = {
  'believes a bell':
    'a notification that proves nothing only makes the gateway inquire, about each order that it names',
  'reads the first payment of several':
    'a notification that proves nothing only makes the gateway inquire, about each order that it names',
  'gives every bell a new event':
    'what is stored of a notification gives the same event again; repeated it is the same, and a later state another',
  'takes a return for the payment that it had':
    'what is stored of a notification gives the same event again; repeated it is the same, and a later state another',
  'stores the whole notification for each of its events':
    'what is stored of a notification gives the same event again; repeated it is the same, and a later state another',
  'takes a bell at any address': 'a notification at another address is refused: who sent it does not know the secret',
  'takes the payments of another receiver':
    'a notification about the money of somebody else, or that cannot be read, is about no order',
  'takes an order that nobody can pay':
    'an order whose answer says how to pay has the instructions, and none without them counts as taken',
  'forgets how to pay when it asks':
    'an order whose answer says how to pay has the instructions, and none without them counts as taken',
} as const

export type PixFault = keyof typeof pixFaults

/** The connector of the Pix API with one mistake. */
export function faultyPix(fault: PixFault): UnderTest {
  return {
    ...pixSubject,
    make: (url) => {
      const right = pixSubject.make(url)
      return Object.assign(Object.create(right) as typeof right, mistake(fault, right))
    },
  }
}

function mistake(fault: PixFault, right: Connector): Partial<Connector> {
  const read: NonNullable<Connector['readNotifications']> = (...given) => right.readNotifications?.(...given)
  switch (fault) {
    case 'believes a bell':
      return {
        readNotifications: (...given) =>
          read(...given)?.map((event) => ({ ...event, outcome: { kind: 'completed', creditedMinor: 100n } })),
      }
    case 'reads the first payment of several':
      return { readNotifications: (...given) => read(...given)?.slice(0, 1) }
    case 'gives every bell a new event':
      return { readNotifications: (...given) => read(...given)?.map((event) => ({ ...event, eventId: randomUUID() })) }
    case 'takes a return for the payment that it had':
      return {
        readNotifications: (...given) =>
          read(...given)?.map((event) => ({ ...event, eventId: event.eventId.split(':')[0] ?? '' })),
      }
    case 'stores the whole notification for each of its events':
      return {
        readNotifications: (raw, ...more) => read(raw, ...more)?.map((event) => ({ ...event, part: raw.body })),
      }
    case 'takes a bell at any address':
      return { readNotifications: ({ body, headers }, ...more) => read({ body, headers }, ...more) }
    case 'takes the payments of another receiver':
      return {
        readNotifications: (raw, ...more) => {
          const text = raw.body.toString().replaceAll('somebody@example.com', JSON.parse(more[0].credentials).pix_key)
          return read({ ...raw, body: Buffer.from(text) }, ...more)
        },
      }
    case 'takes an order that nobody can pay':
      return {
        submit: async (...call) => {
          const outcome = await right.submit(...call)
          return outcome.kind === 'unknown' ? { kind: 'pending' } : outcome
        },
      }
    case 'forgets how to pay when it asks':
      return {
        inquire: async (...call) => {
          const outcome = await right.inquire(...call)
          return outcome.kind === 'pending' ? { kind: 'pending' } : outcome
        },
      }
  }
}
