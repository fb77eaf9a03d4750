import type { Connector, Manifest } from '../../../core/connectors/connector.ts'
import { methodFor } from '../../../core/payment-methods/index.ts'
import { uuidV7 } from '../../../core/platform/ids.ts'
import type { AlongIncoming } from '../../../core/processing/deps.ts'
import { countries, isCountry } from '../../../core/values/country.ts'
import { insertIncomingLines, insertProviderAccount, type ProviderFacts } from '../store/incoming-lines.ts'

/**
 * Money that a provider received for no order becomes lines of the bank desk, in the commit that stores it. Each connector account
 * has one list, in the currency of its connector; money of another currency is not taken.
 */
export function linesOfIncoming(connectors: readonly Connector[]): AlongIncoming {
  const facts = connectors.flatMap(({ manifest, setUp }) => (setUp ? factsOf(manifest) : []))
  return async (tx, incoming, now) => {
    const incomingIds = incoming.map(({ id }) => id)
    await insertProviderAccount(tx, { id: uuidV7(now), incomingIds, facts })
    return await insertIncomingLines(tx, incomingIds)
  }
}

/** None for a connector of several currencies or countries. Its time zone is the country's: the provider says none. */
function factsOf({ name, capabilities }: Manifest): ProviderFacts[] {
  const methods = capabilities.map(({ serviceCode }) => methodFor(serviceCode))
  const [first] = methods
  if (!first || !isCountry(first.country)) return []
  const { country, currency } = first
  const isOne = methods.every((each) => each?.country === country && each.currency === currency)
  return isOne ? [{ connector: name, country, currency, timeZone: countries[country].timeZone }] : []
}
