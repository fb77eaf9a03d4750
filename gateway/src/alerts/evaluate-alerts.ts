import { forgetOldMails, tellByMail } from '../mail/outbox.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { AlertsDeps } from './deps.ts'
import { alertKinds, alertReaders, lastsWhileTrue } from './rules/alert-kinds.ts'
import {
  deleteOldAlerts,
  eventKinds,
  insertAlertRow,
  insertFound,
  lastingKinds,
  lockAlerts,
  noteAddress,
  readSeenAddresses,
  resolveEvents,
  resolveGone,
  resolveRecovered,
} from './store/alerts.ts'

type AlertDeps = Pick<AlertsDeps, 'database' | 'secretBox' | 'wake' | 'mail' | 'log'>

/** Each kind is found by an index within milliseconds. What takes longer than this must not hold up the others. */
const kindMaxMs = 5_000

/** Addresses that one round looks at, from the sessions and the audit log of the last hour. */
const addressesMax = 500

/**
 * Looks for what people should know, writes an alert once for each, ends those whose cause is gone, and queues mails for
 * the people who want them and may see them. One process at a time does; the others pass. Returns 0: what it left out
 * comes in the next round.
 */
export async function evaluateAlerts(deps: AlertDeps): Promise<number> {
  const queued = await inTransaction(deps.database.engine, async (tx) => {
    if (!(await lockAlerts(tx))) return 0
    const told = [...(await resolveRecovered(tx))]
    for (const kind of lastingKinds)
      await apart(deps, tx, { kind, work: async () => void (await resolveGone(tx, kind)) })
    await resolveEvents(
      tx,
      alertKinds.filter((kind) => !lastsWhileTrue(kind)),
    )
    for (const kind of [...lastingKinds, ...eventKinds]) {
      await apart(deps, tx, { kind, work: async () => void told.push(...(await insertFound(tx, kind))) })
    }
    told.push(...(await newAddresses(deps, tx)))
    return await tellByMail(deps, tx, { alertIds: told, readers: alertReaders })
  })
  if (queued > 0) deps.wake('mails')
  return 0
}

/**
 * Evaluates one kind so that a statement that fails, or takes too long, silences no other kind: it is undone alone, logged,
 * and tried again in the next round.
 */
async function apart(
  deps: Pick<AlertDeps, 'log'>,
  tx: Db,
  { kind, work }: { kind: string; work(): Promise<void> },
): Promise<void> {
  await tx.query({ text: `savepoint one_kind; set local statement_timeout = ${kindMaxMs}` })
  try {
    await work()
    await tx.query({ text: 'release savepoint one_kind' })
  } catch (error) {
    // Fails as well where the connection is gone: then the whole round does.
    await tx.query({ text: 'rollback to savepoint one_kind' })
    deps.log.error({ err: error, kind }, 'alerts of one kind could not be evaluated')
  }
}

/** The housekeeping of alerts and mails. Returns how many rows went. */
export async function forgetOldAlerts(deps: Pick<PlatformDeps, 'database'>): Promise<number> {
  return Math.max(await deleteOldAlerts(deps.database.engine), await forgetOldMails(deps))
}

/** Alerts of people who came from an address from which they never came before. */
async function newAddresses(deps: AlertDeps, tx: Db): Promise<string[]> {
  const told: string[] = []
  for (const { userId, merchantId, address, at } of await readSeenAddresses(tx, addressesMax)) {
    const hash = deps.secretBox.keyedHash('known-address', address)
    if ((await noteAddress(tx, userId, hash)) !== 'another') continue
    const id = await insertAlertRow(tx, {
      merchantId,
      userId,
      kind: 'sign_in_new_address',
      object: `address ${userId} ${hash.toString('hex').slice(0, 16)}`,
      subject: `address ${userId} ${hash.toString('hex').slice(0, 16)} ${at.getTime()}`,
      facts: { address },
    })
    if (id !== undefined) told.push(id)
  }
  return told
}
