import type { CallContext, Connector } from './connector.ts'

/**
 * Wraps a connector: an error thrown by a call becomes the outcome `unknown` or no answer, because money may have
 * moved. `onThrown` receives the error.
 */
export function neverThrows(connector: Connector, onThrown: (error: unknown, call: string) => void): Connector {
  const kept = async <Answer>(call: string, work: () => Promise<Answer>, otherwise: Answer): Promise<Answer> => {
    try {
      return await work()
    } catch (error) {
      onThrown(error, call)
      return otherwise
    }
  }
  const unknown = { kind: 'unknown', why: 'unmapped' } as const
  const { announce, cancel, simulate, moveClock, records, recordsEnd } = connector
  // Object.create keeps the other members: manifest, keys, instructions and notification parsing.
  return Object.assign(Object.create(connector) as Connector, {
    submit: async (...call: Parameters<Connector['submit']>) =>
      await kept('submit', async () => await connector.submit(...call), unknown),
    inquire: async (...call: Parameters<Connector['inquire']>) =>
      await kept('inquire', async () => await connector.inquire(...call), unknown),
    ...(announce && {
      announce: async (...call: Parameters<typeof announce>) =>
        await kept(
          'announce',
          async () => await announce.apply(connector, call),
          call[0].map(() => unknown),
        ),
    }),
    ...(cancel && {
      cancel: async (...call: Parameters<typeof cancel>) =>
        await kept('cancel', async () => await cancel.apply(connector, call), 'unknown'),
    }),
    ...(simulate && {
      simulate: async (...call: Parameters<typeof simulate>) =>
        await kept('simulate', async () => await simulate.apply(connector, call), { kind: 'unavailable' }),
    }),
    ...(moveClock && {
      moveClock: async (...call: Parameters<typeof moveClock>) =>
        await kept('moveClock', async () => await moveClock.apply(connector, call), false),
    }),
    ...(records && {
      records: async (...call: Parameters<typeof records>) =>
        await kept('records', async () => await records.apply(connector, call), undefined),
    }),
    ...(recordsEnd && {
      recordsEnd: async (context: CallContext) =>
        await kept('recordsEnd', async () => await recordsEnd.apply(connector, [context]), undefined),
    }),
  })
}
