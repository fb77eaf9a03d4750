import type { Connector } from './connector.ts'
import { ownAccount } from './own-account/connector.ts'
import { simulatedBank } from './simulated-bank/connector.ts'

/** Every connector of this deployment by the name that connector accounts store. A new bank is one line here. */
export function createConnectors(options: { simulatedBankUrl: string | undefined }): ReadonlyMap<string, Connector> {
  const connectors: Connector[] = [ownAccount()]
  if (options.simulatedBankUrl) connectors.push(simulatedBank({ baseUrl: options.simulatedBankUrl }))
  return new Map(connectors.map((connector) => [connector.manifest.name, connector]))
}
