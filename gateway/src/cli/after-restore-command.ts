import { settleRestored } from '../operations/settle-restored.ts'
import type { Command } from './command.ts'
import { machineActor } from './machine.ts'

export const afterRestoreCommand: Command = {
  name: 'after-restore',
  summary: 'Once, after the database came back from a backup and before a gateway starts on it.',
  options: {},
  run: async ({ withDeps }) => {
    const done = await withDeps(async (deps) => await settleRestored(deps, machineActor()))
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
