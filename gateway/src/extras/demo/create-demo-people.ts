import { hasOnlyTestMoney } from '../../core/merchants/has-only-test-money.ts'
import { findPoint } from '../../core/merchants/store/points.ts'
import { findFact } from '../../core/platform/database/deployment-facts.ts'
import type { IdentityDeps } from '../identity/deps.ts'
import { ensurePerson } from '../identity/ensure-person.ts'
import { type DemoName, demoPeople } from '../identity/rules/demo-people.ts'

/** The sign-in data of each person. Secret. */
export type DemoPeople = Readonly<Record<DemoName, { email: string; password: string }>>

type PeopleDeps = Pick<IdentityDeps, 'database' | 'clock' | 'passwords'>

/**
 * Makes the demo merchant's people and two operators, once the demo point exists. Later starts keep passwords that
 * still work and replace the others, so that printed passwords always work. Undefined if a point is live: then a file
 * must not grant access.
 */
export async function ensureDemoPeople(
  deps: PeopleDeps,
  known: DemoPeople | undefined,
): Promise<DemoPeople | undefined> {
  const pointId = (await findFact(deps.database.engine, 'demo_point'))?.toString('utf8')
  const point = pointId === undefined ? undefined : await findPoint(deps.database.engine, pointId)
  if (!point || !(await hasOnlyTestMoney(deps))) return undefined
  const merchantId = point.merchant_id
  return {
    owner: await ensure(deps, { merchantId, name: 'owner', known }),
    operations: await ensure(deps, { merchantId, name: 'operations', known }),
    admin: await ensure(deps, { merchantId, name: 'admin', known }),
    operator: await ensure(deps, { merchantId, name: 'operator', known }),
  }
}

async function ensure(
  deps: PeopleDeps,
  { merchantId, name, known }: { merchantId: string; name: DemoName; known: DemoPeople | undefined },
): Promise<{ email: string; password: string }> {
  const { isMerchants, ...person } = demoPeople[name]
  return await ensurePerson(deps, {
    person: { ...person, merchantId: isMerchants ? merchantId : null },
    known: known?.[name].password,
    actor: 'first start',
  })
}
