import { isAbsolute, normalize } from 'node:path'
import { commitFacts, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { refuseFaults } from '../../core/values/refuse-faults.ts'
import { say } from './messages/en.ts'
import { type ChannelRow, endChannel, type FileOptions, insertChannel, listChannels } from './store/bank-channels.ts'

/** A folder whose files are imported by themselves. */
export interface Channel {
  environment: Environment
  /** An absolute path at the machine of the gateway. */
  folder: string
  options: FileOptions
}

/** Watches a folder. Throws `second_person_required` for live accounts, and `validation_failed`. */
export async function addChannel(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  channel: Channel,
  by: SetBy,
): Promise<string> {
  const { environment, options } = channel
  requireSecondOperator(environment, by)
  const folder = normalize(channel.folder)
  if (!isAbsolute(folder) || folder.length > 500)
    refuseFaults([folderFault('folder is an absolute path of up to 500 characters')])
  const id = uuidV7(deps.clock.now())
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await insertChannel(tx, { id, environment, folder, options }))) {
      refuseFaults([folderFault('this folder is watched already, or a hundred are')])
    }
    const facts = { objectId: id, merchantId: null, detail: { environment, folder } }
    await writeAudit(tx, { ...auditOf(by.actor, 'bank_channel.add', facts), ...commitFacts(by) }, deps.clock.now())
  })
  return id
}

export async function showChannels(deps: Pick<PlatformDeps, 'database'>): Promise<readonly ChannelRow[]> {
  return await listChannels(deps.database.engine)
}

/** Ends a channel. One person may: less comes in by itself. Throws `not_found`. */
export async function removeChannel(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  id: string,
  actor: string,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    if (!isUuid(id) || !(await endChannel(tx, id))) {
      throw new Problem('not_found', { message: say('channel.unknown') })
    }
    const facts = { objectId: id, merchantId: null, detail: {} }
    await writeAudit(tx, auditOf(actor, 'bank_channel.remove', facts), deps.clock.now())
  })
}

function folderFault(message: string) {
  return { code: 'not_allowed', param: 'folder', message } as const
}
