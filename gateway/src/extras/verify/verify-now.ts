import type { PlatformDeps } from '../../core/platform/deps.ts'
import { Problem } from '../../core/values/problem.ts'
import type { VerifyDeps } from './invariant.ts'
import { say } from './messages/en.ts'
import { alone } from './store/verify-runs.ts'
import { verify } from './verify.ts'

/**
 * Starts a full run in the background, because it may outlast the request. Its result, or failure, appears in the
 * list of runs. Throws `not_in_this_state` while any process runs verify.
 */
export async function verifyNow(
  deps: VerifyDeps & Pick<PlatformDeps, 'log'>,
  options: { full: boolean },
): Promise<void> {
  const started = await new Promise<boolean>((resolve, reject) => {
    const run = alone(deps.database.engine, async () => {
      resolve(true)
      await verify(deps, options)
    })
    // Undefined means that another process holds the lock and no run started.
    run.then(() => resolve(false), reject)
    run.catch((error: unknown) => deps.log.error({ err: error }, 'a run of verify that an operator asked for failed'))
  })
  if (started) return
  throw new Problem('not_in_this_state', { message: say('verify.running') })
}
