import { type AccountConnections, accountConnections } from '../../core/connectors/account-connections.ts'
import type { Connector } from '../../core/connectors/connector.ts'
import type { OnAnswer } from '../../core/net/provider-http.ts'
import { ownAccount } from '../bank-accounts/connector/connector.ts'
import { pixApi } from '../pix-api/connector.ts'

export interface ProviderOptions {
  /** Networks that sandbox accounts may reach besides public addresses. */
  allowCidrs: readonly string[]
  referencesPerPoint?: number
  /** Hears what providers answer, in a certification run. */
  onAnswer?: OnAnswer | undefined
  /** Who ends before the process closes them. Left out: they live as long as the process. */
  connections?: AccountConnections
}

/** The connectors that the extras bring. A new provider is one line here. */
export function connectorsOfExtras({
  allowCidrs,
  referencesPerPoint,
  onAnswer,
  connections = accountConnections({ allowCidrs, onAnswer }),
}: ProviderOptions): readonly Connector[] {
  return [ownAccount(referencesPerPoint), pixApi(connections)]
}
