import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import { composeAlert } from '../alerts/compose-alert.ts'
import type { Deps } from '../deps.ts'
import { sendDueMails } from './send-due-mails.ts'

/** Sends the mails of the outbox. Without a configured mail server it does nothing. */
export function mailExtra(deps: Deps, forLoops: Surroundings['forLoops']): Extra {
  const { mail: sender } = deps
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      const runOnce = async () => (sender ? await sendDueMails({ ...loopDeps, sender, composeAlert }) : 0)
      return { mails: { runOnce, idleMs: 5_000 } }
    },
  }
}
