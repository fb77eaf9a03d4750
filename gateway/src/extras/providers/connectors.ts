import type { Connector } from '../../core/connectors/connector.ts'
import { ownAccount } from '../bank-accounts/connector/connector.ts'

/** The connectors that the extras bring. A new provider is one line here. */
export function connectorsOfExtras(referencesPerPoint?: number): readonly Connector[] {
  return [ownAccount(referencesPerPoint)]
}
