import type { Connector } from '../connectors/connector.ts'
import type { Environment } from '../values/environment.ts'
import type { PayType } from '../values/status.ts'

/** Whether a connector's manifest supports this service code in this direction and environment. */
export function supports(
  { manifest }: Pick<Connector, 'manifest'>,
  wanted: { environment: Environment; serviceCode: string; payType: PayType },
): boolean {
  const { environment, serviceCode, payType } = wanted
  return (
    manifest.environments.includes(environment) &&
    manifest.capabilities.some(
      (each) => each.payType === payType && (each.serviceCode === '*' || each.serviceCode === serviceCode),
    )
  )
}
