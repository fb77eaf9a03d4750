import type { Connector } from './connector.ts'
import { neverThrows } from './never-throws.ts'
import { simulatedBank } from './simulated-bank/connector.ts'
import { type SimulatorControls, simulatorControls } from './simulated-bank/simulator-controls.ts'

export interface ConnectorOptions {
  simulatedBankUrl: string | undefined
  /** Connectors of the extras and of the caller. */
  further?: Iterable<Connector> | undefined
  /** Receives errors that a connector threw against its contract. */
  onThrown(thrown: { error: unknown; connector: string; call: string }): void
}

/** Connectors by the name that connector accounts store. A new provider is one line in `extras/providers/connectors.ts`. */
export function createConnectors(options: ConnectorOptions): ReadonlyMap<string, Connector> {
  const connectors: Connector[] = []
  if (options.simulatedBankUrl) connectors.push(simulatedBank({ baseUrl: options.simulatedBankUrl }))
  connectors.push(...(options.further ?? []))
  return new Map(
    connectors.map((connector) => {
      const { name } = connector.manifest
      const onThrown = (error: unknown, call: string) => options.onThrown({ error, connector: name, call })
      return [name, neverThrows(connector, onThrown)]
    }),
  )
}

/** The controls of simulated banks, by the same name. */
export function createSimulatorControls(simulatedBankUrl: string | undefined): ReadonlyMap<string, SimulatorControls> {
  return new Map(simulatedBankUrl ? [['simulated-bank', simulatorControls({ baseUrl: simulatedBankUrl })]] : [])
}
