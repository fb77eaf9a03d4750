import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { OperatorActor } from '../../core/values/actor.ts'
import { nameOf } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { operatorRoles } from '../../core/values/roles.ts'
import { loginAttemptsOf } from './login-attempts.ts'
import { operatorMay } from './rules/roles.ts'
import { takeCode } from './second-factor.ts'
import { normalEmail } from './sign-in.ts'
import { findUserByEmail } from './store/users.ts'

/**
 * An operator at the machine proves their identity by a code of their second factor, because a typed name proves
 * nothing. Wrong codes count as in the dashboard. Throws `wrong_credentials`, `account_locked`, `role_missing`.
 */
export async function proveOperator(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  { email, code }: { email: string; code: string },
): Promise<OperatorActor> {
  const user = await findUserByEmail(deps.database.engine, normalEmail(email))
  if (!user?.second_factor || user.disabled || user.merchant_id !== null) throw new Problem('wrong_credentials')
  const attempts = loginAttemptsOf(deps, { user }, {})
  const taken = await attempts.take()
  if (!taken.counted) throw new Problem('account_locked', { retryAfterSeconds: taken.retryAfterSeconds })
  if ((await takeCode(deps, user, code)) === undefined) throw new Problem('wrong_credentials')
  await attempts.forget(deps.database.engine)
  const role = operatorRoles.find((each) => each === user.role)
  if (!role || !operatorMay(role, 'operator_act')) throw new Problem('role_missing')
  return { name: nameOf(user), merchantId: null, userId: user.id, origin: null }
}
