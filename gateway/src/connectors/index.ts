import type { Connector } from './connector.ts'
import { neverThrows } from './never-throws.ts'
import { ownAccount } from './own-account/connector.ts'
import { simulatedBank } from './simulated-bank/connector.ts'

export interface ConnectorOptions {
  simulatedBankUrl: string | undefined
  /** Those that the caller brings along. */
  further?: Iterable<Connector> | undefined
  /** Gets what a connector threw although it must not. */
  onThrown(thrown: { error: unknown; connector: string; call: string }): void
}

/** Every connector of this deployment by the name that connector accounts store. A new bank is one line here. */
export function createConnectors(options: ConnectorOptions): ReadonlyMap<string, Connector> {
  const connectors: Connector[] = [ownAccount()]
  if (options.simulatedBankUrl) connectors.push(simulatedBank({ baseUrl: options.simulatedBankUrl }))
  connectors.push(...(options.further ?? []))
  return new Map(
    connectors.map((connector) => {
      const { name } = connector.manifest
      const tell = (error: unknown, call: string) => options.onThrown({ error, connector: name, call })
      return [name, neverThrows(connector, tell)]
    }),
  )
}
