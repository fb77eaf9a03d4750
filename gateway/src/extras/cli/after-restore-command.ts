import { setTimeout as sleep } from 'node:timers/promises'
import { readLastBeatMs } from '../../core/platform/database/nodes.ts'
import { settleRestored } from '../restore/settle-restored.ts'
import { type Command, UsageError } from './command.ts'
import type { CliDeps } from './deps.ts'
import { machineActor } from './machine.ts'

/**
 * Longer than the heartbeat of running processes, which is every second. Heartbeats restored from a backup do not
 * change.
 */
const beatWaitMs = 3_000

async function isServing({ database }: Pick<CliDeps, 'database'>): Promise<boolean> {
  const before = await readLastBeatMs(database.engine)
  if (before === undefined) return false
  await sleep(beatWaitMs)
  return (await readLastBeatMs(database.engine)) !== before
}

export const afterRestoreCommand: Command = {
  name: 'after-restore',
  summary: 'Run once after a restore of the database, before a gateway starts on it.',
  options: {},
  run: async ({ withDeps }) => {
    const done = await withDeps(async (deps) => {
      if (await isServing(deps)) {
        throw new UsageError('A gateway is running on this database: stop all of them first, or check DATABASE_URL.')
      }
      return await settleRestored(deps, machineActor())
    })
    return {
      facts: {
        order_numbers_from: String(done.orderNumber),
        orders_asked_for: String(done.asked),
        approvals_ended: String(done.approvalsEnded),
        invitations_revoked: String(done.invitationsRevoked),
        sessions_ended: String(done.sessionsEnded),
      },
      notes: [
        'What happened after the backup is not in it. Before merchants are let in: compare the payouts of your banks since then',
        'with what the gateway knows, revoke again the keys and people that were revoked since, and run "pasarela verify" (docs/operations.md).',
      ],
    }
  },
}
