import type { CallContext, Connector, Order } from '../../../src/core/connectors/connector.ts'
import type { ScriptedProvider } from './scripted-provider.ts'
import type { ProviderScript, UnderTest } from './under-test.ts'

/** What a case works with: a fresh connector and, where it has a network, a provider that does as it is told. */
export interface Bench {
  subject: UnderTest
  connector: Connector
  order: Order
  payin: Order
  key: string
  context: CallContext
  /** Throws where the connector has no network: such cases do not run for it. */
  provider: ScriptedProvider
  speaks: ProviderScript
}

export interface Case {
  name: string
  /** `network`: only for connectors that call a provider; the others: only for connectors that have or promise these. */
  needs:
    | 'nothing'
    | 'network'
    | 'currency'
    | 'cards'
    | 'notifications'
    | 'pushes'
    | 'prompts'
    | 'incoming'
    | 'reply'
    | 'records'
    | 'batch'
    | 'token'
    | 'deadline'
    | 'tombstone'
  run(bench: Bench): Promise<void>
}

/** How long a call of the kit may take: short, because several cases wait for its end. */
export const callTimeoutMs = 800
