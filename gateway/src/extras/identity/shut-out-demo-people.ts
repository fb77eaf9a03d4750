import { findFact, isDemonstrationOver } from '../../core/platform/database/deployment-facts.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { isDemoAddress } from './rules/demo-people.ts'
import { findUser } from './store/users.ts'

/** Whether the person may no longer sign in: the demo's passwords are in a file, and a live point holds real money. */
export async function isShutOut(deps: Pick<PlatformDeps, 'database'>, email: string): Promise<boolean> {
  return isDemoAddress(email) && (await isDemonstrationOver(deps.database.engine))
}

/** Throws `role_missing` for a demo operator. Making a live point would end this operator's own access. */
export async function refuseDemoOperator(deps: Pick<PlatformDeps, 'database'>, email: string): Promise<void> {
  if (!isDemoAddress(email) || !(await findFact(deps.database.engine, 'demo_point'))) return
  throw new Problem('role_missing', {
    message: say('demo.no_live_point'),
  })
}

/** Throws `second_person_required`: one file holds the passwords of all demo people, so they count as one person. */
export async function refuseDemoConfirmer(deps: Pick<PlatformDeps, 'database'>, userId: string): Promise<void> {
  const { engine } = deps.database
  const user = await findUser(engine, userId)
  if (!user || !isDemoAddress(user.email) || !(await findFact(engine, 'demo_point'))) return
  throw new Problem('second_person_required', {
    message: say('demo.confirms_nobody'),
  })
}
