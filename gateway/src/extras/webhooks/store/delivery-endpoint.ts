import type { Environment } from '../../../core/values/environment.ts'
import type { DeliveryEndpoint } from '../rules/delivery-wait.ts'

/** The endpoint columns of a delivery row, with the gateway's time. */
export interface EndpointOfRow {
  endpoint_status: 'active' | 'paused' | 'suspended'
  has_url: boolean
  endpoint_environment: Environment
  breaker_open: boolean
  now: Date
}

/** Columns of `EndpointOfRow`, for a select that joins `deliveryEndpointJoin`. */
export const deliveryEndpointColumns = `ep.status as endpoint_status, ep.url is not null as has_url,
  ep.environment as endpoint_environment, coalesce(h.opens, 0) > 0 as breaker_open, gateway_now()::timestamptz(3) as now`

/** Joins the address of a delivery `d` and its health. */
export const deliveryEndpointJoin = `join callback_endpoints ep on ep.point_id = d.point_id
  left join callback_health h on h.point_id = d.point_id`

export function endpointOfRow(row: EndpointOfRow): DeliveryEndpoint {
  return {
    status: row.endpoint_status,
    hasUrl: row.has_url,
    environment: row.endpoint_environment,
    breakerOpen: row.breaker_open,
  }
}
