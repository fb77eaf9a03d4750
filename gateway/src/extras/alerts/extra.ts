import type { Extra } from '../../core/extra.ts'
import type { Surroundings } from '../../core/start-core.ts'
import type { Deps } from '../deps.ts'
import { evaluateAlerts, forgetOldAlerts } from './evaluate-alerts.ts'
import { proveAudit } from './prove-audit.ts'

/** Contradictions notify the evaluation; many of them cost one round per second. */
const gathersContradictions = { ms: 1_000, full: 1 }

/** Tells operators and merchants what needs them. */
export function alertsExtra(
  deps: Deps,
  { config, database, forLoops }: Pick<Surroundings, 'config' | 'database' | 'forLoops'>,
): Extra {
  const limits = { toPayHours: config.toPayAlertHours }
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      return {
        alerts: {
          runOnce: async () => await evaluateAlerts(loopDeps, limits),
          idleMs: 15_000,
          gather: gathersContradictions,
        },
        auditProof: { runOnce: async () => await proveAudit(loopDeps), idleMs: 86_400_000 },
      }
    },
    cleanups: [{ name: 'alerts', work: async () => await forgetOldAlerts({ database }) }],
  }
}
