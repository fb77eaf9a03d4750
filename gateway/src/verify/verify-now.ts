import type { PlatformDeps } from '../platform/deps.ts'
import { Problem } from '../values/problem.ts'
import { alone } from './store/verify-runs.ts'
import { type VerifyDeps, verify } from './verify.ts'

/**
 * Begins a run beside the request that asks for it: a full one may take longer than anybody waits. Its result stands in
 * the list of runs; a failed one as well. Throws `not_in_this_state` while another run is under way, wherever it is.
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
    // Undefined where another process holds the lock: then nothing has begun.
    run.then(() => resolve(false), reject)
    run.catch((error: unknown) => deps.log.error({ err: error }, 'a run of verify that an operator asked for failed'))
  })
  if (started) return
  throw new Problem('not_in_this_state', { message: 'The books are being proved at this moment: look at that run.' })
}
