import type { Connector } from './connector.ts'

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
  const { register, cancel, refund, inquireRefund, inquireIncoming, providerRecords: records, setUp, tend } = connector
  // Object.create keeps the other members: manifest, keys, instructions and notification parsing.
  return Object.assign(Object.create(connector) as Connector, {
    submit: async (...call: Parameters<Connector['submit']>) =>
      await kept('submit', async () => await connector.submit(...call), unknown),
    inquire: async (...call: Parameters<Connector['inquire']>) =>
      await kept('inquire', async () => await connector.inquire(...call), unknown),
    ...(refund && {
      refund: async (...call: Parameters<typeof refund>) =>
        await kept('refund', async () => await refund.apply(connector, call), unknown),
    }),
    ...(inquireRefund && {
      inquireRefund: async (...call: Parameters<typeof inquireRefund>) =>
        await kept('inquireRefund', async () => await inquireRefund.apply(connector, call), unknown),
    }),
    ...(inquireIncoming && {
      inquireIncoming: async (...call: Parameters<typeof inquireIncoming>) =>
        await kept('inquireIncoming', async () => await inquireIncoming.apply(connector, call), unknown),
    }),
    ...(register && {
      register: async (...call: Parameters<typeof register>) =>
        await kept(
          // The label of the metric keeps its first name.
          'announce',
          async () => await register.apply(connector, call),
          call[0].map(() => unknown),
        ),
    }),
    ...(cancel && {
      cancel: async (...call: Parameters<typeof cancel>) =>
        await kept('cancel', async () => await cancel.apply(connector, call), 'unknown'),
    }),
    ...(tend && {
      tend: async (...call: Parameters<typeof tend>) =>
        await kept('tend', async () => await tend.apply(connector, call), ['the connector failed']),
    }),
    ...(setUp && {
      setUp: {
        ...setUp,
        try: async (...call: Parameters<typeof setUp.try>) =>
          await kept('try', async () => await setUp.try(...call), {
            kind: 'fails',
            why: 'the connector failed',
          } as const),
      },
    }),
    ...(records && {
      providerRecords: {
        read: async (...call: Parameters<typeof records.read>) =>
          await kept('records', async () => await records.read(...call), undefined),
        end: async (...call: Parameters<typeof records.end>) =>
          await kept('recordsEnd', async () => await records.end(...call), undefined),
      },
    }),
  })
}
