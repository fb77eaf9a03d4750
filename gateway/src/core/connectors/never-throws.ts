import type { Connector } from './connector.ts'

type Call = (...given: readonly never[]) => Promise<unknown>

const unknown = { kind: 'unknown', why: 'unmapped' } as const
const failed = 'the connector failed'

/**
 * Wraps a connector: an error thrown by a call becomes the outcome `unknown` or no answer, because money may have
 * moved. `onThrown` receives the error.
 */
export function neverThrows(connector: Connector, onThrown: (error: unknown, call: string) => void): Connector {
  /** The method `name` of `of`, if it has one. `label`: as metrics name it. */
  const guarded = <Of extends object>(
    of: Of,
    name: keyof Of & string,
    { otherwise, label = name }: { otherwise: (...given: readonly never[]) => unknown; label?: string },
  ): object => {
    const call = of[name] as Call | undefined
    if (!call) return {}
    const safe: Call = async (...given) => {
      try {
        return await Reflect.apply(call, of, given)
      } catch (error) {
        onThrown(error, label)
        return otherwise(...given)
      }
    }
    return { [name]: safe }
  }
  const lost = { otherwise: () => unknown }
  const { setUp, providerRecords: records } = connector
  const unread = () => undefined
  // Object.create keeps the other members: manifest, keys, instructions and notification parsing.
  return Object.assign(Object.create(connector) as Connector, {
    ...guarded(connector, 'submit', lost),
    ...guarded(connector, 'inquire', lost),
    ...guarded(connector, 'refund', lost),
    ...guarded(connector, 'inquireRefund', lost),
    ...guarded(connector, 'inquireIncoming', lost),
    // The label keeps its first name.
    ...guarded(connector, 'register', {
      otherwise: (orders: readonly unknown[]) => orders.map(() => unknown),
      label: 'announce',
    }),
    ...guarded(connector, 'cancel', { otherwise: () => 'unknown' }),
    ...guarded(connector, 'checkAccount', { otherwise: () => [failed] }),
    ...(setUp && {
      setUp: { ...setUp, ...guarded(setUp, 'try', { otherwise: () => ({ kind: 'fails', why: failed }) }) },
    }),
    ...(records && {
      providerRecords: {
        ...guarded(records, 'read', { otherwise: unread, label: 'records' }),
        ...guarded(records, 'end', { otherwise: unread, label: 'recordsEnd' }),
        ...(records.byReceipt && {
          byReceipt: {
            ...records.byReceipt,
            ...guarded(records.byReceipt, 'find', { otherwise: unread, label: 'recordsFind' }),
          },
        }),
      },
    }),
  })
}
