import type { PlatformDeps } from '../platform/deps.ts'
import type { Person } from '../values/person.ts'
import { findMerchant } from './store/merchants.ts'
import { findPointsOfMerchant } from './store/points.ts'

export interface PersonPoints {
  /** Undefined for the operator's people. */
  merchant: { id: string; name: string } | undefined
  points: readonly {
    pointId: string
    name: string
    environment: 'test' | 'live'
    status: 'active' | 'suspended'
    servicesEnabled: readonly string[] | null
    timeZone: string
  }[]
}

/** The merchant of a person and its points; none for the operator's people, who see all. */
export async function pointsOfPerson(deps: Pick<PlatformDeps, 'database'>, person: Person): Promise<PersonPoints> {
  if (person.side === 'operator') return { merchant: undefined, points: [] }
  const { engine } = deps.database
  const points = await findPointsOfMerchant(engine, person.merchantId)
  return {
    merchant: await findMerchant(engine, person.merchantId),
    points: points.map((row) => ({
      pointId: row.point_id,
      name: row.name,
      environment: row.environment,
      status: row.status,
      servicesEnabled: row.services_enabled,
      timeZone: row.time_zone ?? 'UTC',
    })),
  }
}
