import type { ProcessingDeps } from './deps.ts'
import { bringAttemptForward } from './store/attempts.ts'

/** Asks the provider about a waiting order at once, because somebody waits for its answer. */
export async function bringForward(deps: ProcessingDeps, transactionId: string): Promise<void> {
  if (!(await bringAttemptForward(deps.database.engine, transactionId))) return
  deps.notify('inquire')
  deps.notify('announce')
}
